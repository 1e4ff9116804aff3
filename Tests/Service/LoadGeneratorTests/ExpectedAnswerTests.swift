import Foundation
import GrowthloopFindings
import GrowthloopTransport
import TestSupport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("Answers · what a request expects of them", .timeLimit(.minutes(60)))
struct AnswerTests {
  private func found(_ pointer: String, in text: String) throws -> String? {
    let bytes = Array(text.utf8)
    return try #require(JSONPointer(pointer)).find(in: bytes.span)
      .map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The examples of RFC 6901, section 5.
  @Test(arguments: [
    ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
    ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"),
    ("/m~0n", "8"),
  ])
  func `a pointer finds what the standard says`(pointer: String, value: String) throws {
    let document = #"""
      {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5,
       "k\"l": 6, " ": 7, "m~n": 8}
      """#
    #expect(try found(pointer, in: document) == value)
    #expect(try found("", in: document) == document)
  }

  @Test(arguments: [
    ("/a", "[1]"), ("/0", "[]"), ("/1", "[1]"), ("/01", "[1, 2]"), ("/-", "[1]"), ("/a", "{"),
    ("/a", #"{"a""#), ("/a", #"{"a":"#), ("/a", #"{"a": "x"#), ("/a/b", #"{"a": 1}"#), ("/a", ""),
    ("/a", #"{"b": [1, 2}"#),
  ])
  func `a pointer finds nothing where nothing is`(pointer: String, document: String) throws {
    #expect(try found(pointer, in: document) == nil)
  }

  @Test(arguments: ["a", "/~", "/~2", "a/b"])
  func `other texts are no pointers`(text: String) { #expect(JSONPointer(text) == nil) }

  /// Draws a value of JSON, and a pointer to each of its parts.
  private func draw(
    _ chance: inout SystemRandomNumberGenerator, depth: Int, at pointer: String,
    noting parts: inout [(pointer: String, value: JSONValue)]
  ) -> JSONValue {
    let names = ["", "a", "ä/~", "\"\\", "\u{1F600}", "x\ny"]
    let value: JSONValue
    switch Int.random(in: 0..<(depth > 3 ? 4 : 6), using: &chance) {
    case 0: value = .null
    case 1: value = .bool(.random(using: &chance))
    case 2: value = .integer(.random(in: -9...9, using: &chance))
    case 3: value = .text(names.randomElement(using: &chance) ?? "")
    case 4:
      value = .array(
        (0..<Int.random(in: 0..<4, using: &chance)).map {
          draw(&chance, depth: depth + 1, at: "\(pointer)/\($0)", noting: &parts)
        })
    default:
      var members: [String: JSONValue] = [:]
      for name in names.shuffled(using: &chance).prefix(3) {
        let step = name.replacing("~", with: "~0").replacing("/", with: "~1")
        members[name] = draw(&chance, depth: depth + 1, at: "\(pointer)/\(step)", noting: &parts)
      }
      value = .object(members)
    }
    parts.append((pointer, value))
    return value
  }

  @Test func `a pointer finds every part of any document, and nothing breaks it`() throws {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var parts: [(pointer: String, value: JSONValue)] = []
      let document = draw(&chance, depth: 0, at: "", noting: &parts)
      for (pointer, value) in parts {
        let text = try #require(try found(pointer, in: document.json), "\(pointer)")
        #expect(try JSONParser.parse(Array(text.utf8)) == value, "\(pointer) in \(document.json)")
      }
      // Bytes that were cut, changed or doubled: any answer, but never beyond the text.
      var bytes = Array(document.json.utf8)
      for _ in 0..<3 where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        bytes[place] = Array(#"{}[]",:\u0"#.utf8).randomElement(using: &chance) ?? 0
        if Bool.random(using: &chance) { bytes.removeLast() }
      }
      for (pointer, _) in parts {
        let range = try #require(JSONPointer(pointer)).find(in: bytes.span)
        #expect(range.map { bytes.indices.contains($0) || $0.isEmpty } ?? true)
      }
    }
  }

  @Test(arguments: [
    (#""a\u00e4\ud83d\ude00\n""#, "aä\u{1F600}\n"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\u0000x""#, "\u{0}x"), (#""\/\"\\""#, #"/"\"#),
  ])
  func `the letters of a text in JSON are read without its escapes`(json: String, text: String) {
    let bytes = Array(json.utf8)
    var letters = JSONLetters(bytes.span, 1..<bytes.count - 1)
    var read: [UInt8] = []
    while let letter = letters.next() { read.append(letter) }
    #expect(String(decoding: read, as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("a*c", "abc", true), ("a*c", "ac", true), ("a*c", "ab", false), ("*", "", true),
    ("a", "ab", false), ("*b*", "abc", true), ("a*a", "a", false), ("ab*bc", "abc", false),
    ("*x*y", "axbxy", true),
  ])
  func `a star stands for any letters`(pattern: String, text: String, isLike: Bool) {
    #expect(BytePattern(pattern).matches(Array(text.utf8).span) == isLike)
  }

  private static let body = #"{"state":"accepted","items":[{"id":"inv-7","n":2.50}],"open":true}"#

  private func counts(
    _ pieces: [String], _ checks: [AnswerCheck], expected: StatusSet? = nil,
    then ending: ScriptedAnswer.Ending = .keep
  ) throws -> LoadRecord.Kind {
    let server = try ScriptedServer(.atOnce, answering: ScriptedAnswer(pieces, then: ending))
    defer { server.stop() }
    var kind = RequestKind.get("/")
    (kind.checks, kind.expected) = (checks, expected)
    let plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(1_000, for: .milliseconds(10), spacing: .even)), TrafficMix(kind))
    let record = try LoadRun(plan).run()
    #expect(record.counts.planned == 10 && record.counts.isBalanced)
    return record.kinds[0]
  }

  /// The answer at once, in pieces that cut it anywhere, in chunks, and up to the connection's end.
  private static let framings: [(pieces: [String], ending: ScriptedAnswer.Ending)] = {
    let head =
      "HTTP/1.1 200 OK\r\nServer: x\r\nLocation: /r/abc\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n"
    let whole = head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    let (first, second) = (body.prefix(20), body.dropFirst(20))
    let chunks =
      head + "Transfer-Encoding: chunked\r\n\r\n" + String(first.count, radix: 16)
      + ";x=y\r\n\(first)\r\n"
      + String(second.count, radix: 16).uppercased() + "\r\n\(second)\r\n0\r\n\r\n"
    return [
      ([whole], .keep), ([String(whole.prefix(30)), String(whole.dropFirst(30))], .keep),
      (["HTTP/1.1 100 Continue\r\n\r\n" + whole], .keep), ([chunks], .keep),
      ([String(chunks.prefix(150)), String(chunks.dropFirst(150))], .keep),
      ([head + "\r\n" + body], .close),
    ]
  }()

  @Test(arguments: framings.indices)
  func `what is expected is found however an answer is framed`(place: Int) throws {
    let (pieces, ending) = Self.framings[place]
    let state = try #require(JSONPointer("/state"))
    let id = try #require(JSONPointer("/items/0/id"))
    let number = try #require(JSONPointer("/items/0/n"))
    let open = try #require(JSONPointer("/open"))
    let met: [AnswerCheck] = [
      .header("LOCATION", .like("/r/*")), .header("Set-Cookie", .text("b=2")),
      .contains("accepted"), .json(state, .text("accepted")), .json(id, .like("inv-*")),
      .json(number, .number(2.5)), .json(open, .word("true")),
      .size(below: Int64(Self.body.utf8.count) + 1), .time(below: .seconds(50)),
    ]
    let good = try counts(pieces, met, then: ending)
    #expect(good.counts.unwanted == 0 && good.counts.unmet.rows.isEmpty)
    let unmet: [AnswerCheck] = [
      .header("Location", .text("/r/")), .header("X", .like("*")), .contains("refused"),
      .json(state, .text("refused")), .json(number, .word("true")), .json(open, .text("true")),
      .size(below: Int64(Self.body.utf8.count)), .time(below: .nanoseconds(1)),
    ]
    for check in unmet {
      let bad = try counts(pieces, [met[2], check], then: ending)
      #expect(bad.counts.unwanted == 10 && bad.counts.unmet.rows.map(\.key) == [check.name])
      #expect(bad.unexpected.map(\.flaw) == [check.name])
      #expect(bad.unexpected.first?.beginning == Self.body, "\(check.name)")
      #expect(bad.counts.statuses.named == ["200": 10])
    }
  }

  @Test func `a status that is not expected comes before what else is missing`() throws {
    let answer = ["HTTP/1.1 503 Busy\r\nContent-Length: 12\r\n\r\nno \u{1B}[31mroom"]
    let kind = try counts(answer, [.contains("x")])
    #expect(kind.counts.unwantedStatuses.named == ["503": 10] && kind.counts.unmet.rows.isEmpty)
    #expect(
      kind.unexpected == [UnexpectedAnswer(flaw: "503", status: 503, beginning: "no [31mroom")])
    #expect(try counts(answer, [.contains("room")], expected: StatusSet([503])).counts.errors == 0)
  }

  @Test func `a body beyond four megabytes is not looked into, and is told so`() {
    var (looked, sized) = (RequestKind.get("/looked"), RequestKind.get("/sized"))
    (looked.checks, sized.checks) = ([.contains("y")], [.size(below: 6 << 20)])
    var inspector = AnswerInspector([looked, sized], slots: 2)
    let piece = Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 121, count: 1 << 20)
    var user = VirtualUser()
    func flaw(kind: Int, pieces: Int, size: Int64) -> Int? {
      for _ in 1..<pieces { inspector.keep(0..<piece.count, of: piece, for: kind, kind: kind) }
      defer { inspector.forget(kind) }
      return inspector.firstFlaw(
        in: 0..<piece.count, of: piece, for: kind, kind: kind, size: size, taking: 0,
        &user)
    }
    #expect(flaw(kind: 0, pieces: 3, size: 3 << 20) == nil)
    #expect(
      flaw(kind: 0, pieces: 5, size: 5 << 20) == 1 && looked.checkNames[1] == "longer than 4 MiB")
    #expect(flaw(kind: 0, pieces: 2, size: 2 << 20) == nil)
    // Its size is counted without keeping it.
    #expect(flaw(kind: 1, pieces: 9, size: 5 << 20) == nil)
    #expect(flaw(kind: 1, pieces: 1, size: 6 << 20) == 0)
  }
}
