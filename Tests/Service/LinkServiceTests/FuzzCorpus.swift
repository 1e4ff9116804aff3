import Invites
import TestSupport

@testable import GrowthloopLinkService

/// Requests that no decent client sends, the same ones for the same seed.
struct FuzzCorpus {
  private var chance: SeededChance
  private let valid: [[UInt8]]

  /// Each kind of malformed request has its own way of being made.
  private static let kinds: [@Sendable (inout FuzzCorpus) -> [UInt8]] = [
    { $0.mutated() }, { $0.truncated() }, { $0.oversizedTarget() }, { $0.oversizedField() },
    { $0.fieldFlood() }, { $0.wrongLength() }, { $0.chunks() }, { $0.pipelined() },
    { $0.badText() }, { $0.random() }, { $0.deepBody() }, { $0.badBody() },
  ]

  init(seed: UInt64, token: String, code: String) {
    chance = SeededChance(seed: seed)
    let user = OpaqueID(.ann)
    let asked = [
      ("GET", "/invite/\(code)", ""), ("GET", "/r/\(code)", ""),
      ("GET", "/invite?ref=\(user)&ctx=generic&sig=0", ""),
      ("POST", "/invite/\(code)", #"{"model":"a","timeZone":"Europe/Rome"}"#),
      ("POST", "/invites", #"{"user":"\#(user)","context":"generic"}"#),
      ("GET", "/invites/\(code)", ""), ("POST", "/invites/\(code)/open", #"{"user":"\#(user)"}"#),
      ("POST", "/invites/deferred", #"{"user":"\#(user)","device":{"platform":"iOS"}}"#),
      ("POST", "/invites/\(code)/accept", #"{"user":"\#(OpaqueID(.bob))"}"#),
      ("PUT", "/users/\(user)", #"{"name":"Ann"}"#),
      ("POST", "/users/\(user)/milestones", #"{"milestone":"signedUp"}"#),
      ("POST", "/android", "address=ada%40example.org&consent=yes&action=notify"),
      ("POST", "/android", "address=ada%40example.org&action=withdraw"), ("GET", "/android", ""),
      ("POST", "/android/export", #"{"address":"ada@example.org"}"#),
      ("PUT", "/android/launch", ""), ("GET", "/android/outbox", ""),
      ("DELETE", "/android/outbox/\(user)", ""),
      ("GET", "/users/\(user)/export", ""), ("GET", "/openapi.json", ""), ("GET", "/metrics", ""),
    ]
    valid = asked.map { method, path, body in
      let form = path == "/android" ? "Content-Type: \(SubmittedForm.mediaType)\r\n" : ""
      return Array(
        ("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
          + "\(form)Idempotency-Key: 1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
    }
  }

  /// The next request.
  mutating func next() -> [UInt8] {
    Self.kinds[below(Self.kinds.count)](&self)
  }

  mutating func below(_ bound: Int) -> Int { Int(chance.next() % UInt64(bound)) }

  private mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: chance.next()) }

  private mutating func one() -> [UInt8] { valid[below(valid.count)] }
}

extension FuzzCorpus {
  private mutating func mutated() -> [UInt8] {
    var bytes = one()
    for _ in 0...below(8) {
      let place = below(bytes.count)
      switch below(4) {
      case 0: bytes[place] = byte()
      case 1: bytes.insert(byte(), at: place)
      case 2: bytes.remove(at: place)
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
      }
    }
    return bytes
  }

  private mutating func truncated() -> [UInt8] {
    let bytes = one()
    return Array(bytes.prefix(below(bytes.count)))
  }

  private func get(_ target: String, _ fields: String = "", _ body: String = "") -> [UInt8] {
    Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\(body)".utf8)
  }

  private mutating func oversizedTarget() -> [UInt8] {
    get("/invite/" + String(repeating: "a", count: 1 << below(17)))
  }

  private mutating func oversizedField() -> [UInt8] {
    get("/healthz", "X-Long: " + String(repeating: "b", count: 1 << below(17)) + "\r\n")
  }

  private mutating func fieldFlood() -> [UInt8] {
    get("/healthz", (0..<(1 << below(13))).map { "X-\($0): \($0)\r\n" }.joined())
  }

  private mutating func wrongLength() -> [UInt8] {
    let lengths = [
      "-1", "0x10", "99999999999999999999", "1e3", "", "+5", "5, 5", "1000000", "65537", " 7 ", "7",
    ]
    let length = lengths[below(lengths.count)]
    let repeated = below(4) == 0 ? "Content-Length: 3\r\n" : ""
    return Array(
      ("POST /invites HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\(repeated)\r\n"
        + "{\"a\":1}").utf8)
  }

  private mutating func chunks() -> [UInt8] {
    let sizes = ["7", "0", "fffffffffffffffff", "-3", "g", "7;name=\"value\"", "", "00000007"]
    let body = (0...below(6)).map { _ in "\(sizes[below(sizes.count)])\r\n{\"a\":1}\r\n" }.joined()
    let coding = ["chunked", "gzip, chunked", "Chunked", "identity"][below(4)]
    return Array(
      ("POST /invites HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(coding)\r\n\r\n\(body)")
        .utf8)
  }

  private mutating func pipelined() -> [UInt8] {
    (0...below(20)).flatMap { _ in below(4) == 0 ? mutated() : one() }
  }

  private mutating func badText() -> [UInt8] {
    let texts = [
      "%FF", "%C0%AF", "%", "%2", "%00", "%ED%A0%80", "\u{FEFF}", "é", "..%2F..", "%0D%0A",
    ]
    let target = (0...below(5)).map { _ in texts[below(texts.count)] }.joined(separator: "/")
    var bytes = get("/invite/\(target)?ref=\(target)", "User-Agent: \(target)\r\n")
    if below(2) == 0 { bytes.insert(contentsOf: [0xC3, 0x28, 0xFF, 0x00], at: below(bytes.count)) }
    return bytes
  }

  private mutating func random() -> [UInt8] {
    (0...below(4_096)).map { _ in byte() } + (below(2) == 0 ? Array("\r\n\r\n".utf8) : [])
  }

  private mutating func post(_ body: [UInt8]) -> [UInt8] {
    var bytes = one()
    // Up to the end of the head, with another body.
    let head = String(decoding: bytes, as: UTF8.self).split(separator: "\r\nContent-Length")[0]
    bytes = Array("\(head)\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
    return bytes + body
  }

  private mutating func deepBody() -> [UInt8] {
    let depth = 1 << below(16)
    let (open, close) = below(2) == 0 ? ("[", "]") : ("{\"a\":", "}")
    return post(
      Array(
        (String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
    )
  }

  private mutating func badBody() -> [UInt8] {
    let bodies = [
      "{\"user\":\"\\uD800\"}", "{\"a\":1e999}", "{\"a\":99999999999999999999999}", "[1,]", "{",
      "\"", "nul", "{\"a\":\"\\u00\"}", "\u{0}", "{\"a\":1,\"a\":2}", "\u{FEFF}{}", "  ", "1 1",
    ]
    var body = Array(bodies[below(bodies.count)].utf8)
    if below(3) == 0 { body.insert(contentsOf: [0xF5, 0x80], at: below(body.count)) }
    return post(body)
  }
}
