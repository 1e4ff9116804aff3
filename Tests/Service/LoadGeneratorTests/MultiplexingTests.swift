import Foundation
import GrowthloopTransport
import Statistics
import Synchronization
import TestSupport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("HTTP/2 · many requests at a time over one connection", .timeLimit(.minutes(60)))
struct MultiplexingTests {
  private func plan(
    _ port: UInt16, _ kind: RequestKind = .get("/"), rate: Double = 1_000,
    _ change: (inout LoadPlan) -> Void = { _ in }
  ) -> LoadPlan {
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: port),
      .open(.constant(rate, for: .milliseconds(100), spacing: .even)), TrafficMix(kind))
    plan.target.version = .http2
    (plan.limits.connections, plan.limits.streams) = (2, 100)
    change(&plan)
    return plan
  }

  /// Sends a hundred requests to a server that answers in these frames.
  private func run(
    settings: [UInt8] = [], _ kind: RequestKind = .get("/"), rate: Double = 1_000,
    _ change: (inout LoadPlan) -> Void = { _ in },
    _ answer: @escaping @Sendable (Int, UInt32) -> FrameServer.Reply
  ) throws -> LoadRecord {
    let server = try FrameServer(settings: settings, answer)
    defer { server.stop() }
    let record = try LoadRun(plan(server.address.port, kind, rate: rate, change)).run()
    #expect(record.counts.isBalanced)
    return record
  }

  private static func whole(_ stream: UInt32) -> [UInt8] {
    FrameScanner.head(on: stream) + FrameScanner.body("hello", on: stream)
  }

  @Test(arguments: RequestKind.Connection.allCases)
  func `each request has its answer, over the connections that it needs`(
    _ connection: RequestKind.Connection
  ) throws {
    let server = try ScriptedServer(.delay(.milliseconds(2)), speaking: .http2)
    let record = try LoadRun(
      plan(server.address.port, .get("/", connection: connection), rate: 5_000) {
        $0.limits.connections = connection == .new ? 500 : 2
      }
    ).run()
    let figures = server.stop()
    #expect(record.counts.answered(inClass: 2) == 500 && record.counts.errors == 0)
    #expect(record.counts.isBalanced && figures.answers == 500)
    #expect((record.latencies.response.min ?? 0) >= 1_990_000)
    let use = try #require(record.multiplexing)
    #expect(use.connections == (connection == .new ? 500 : 2) && use.resent == 0)
    // Two came before: one to see that it is there, and one for its settings.
    #expect(figures.connections == use.connections + 2)
  }

  @Test func `a request waits for a stream, and its time counts from its plan`() throws {
    // One stream at a time, says the server; each takes 10 ms.
    let record = try run(settings: [0, 3, 0, 0, 0, 1], rate: 200) {
      $0.limits.connections = 1
      $0.loop = .open(.recorded([Int64](repeating: 0, count: 20)))
    } _: { _, stream in
      Thread.sleep(forTimeInterval: 0.01)
      return .init(bytes: Self.whole(stream))
    }
    #expect(record.multiplexing?.streams == 1 && record.counts.answered == 20)
    #expect(record.health.lackedConnections)
    let (response, service) = (record.latencies.response, record.latencies.service)
    #expect((response.max ?? 0) >= 200_000_000 && (service.min ?? 0) >= 10_000_000)
    #expect(try #require(response.value(atPercentile: 50)) >= 90_000_000)
  }

  /// What a server does wrong in each tenth answer, and how that is counted.
  struct Planted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var failure: Failure?
    var status: Int?
    var ending = AnsweringServer.Reply.Ending.hold
    let bytes: @Sendable (UInt32) -> [UInt8]
  }

  private static let length = ("content-length", "5")

  static let planted = [
    Planted(testDescription: "500", status: 500) {
      FrameScanner.head("500", on: $0) + FrameScanner.body("oh", on: $0)
    },
    Planted(testDescription: "404", status: 404) { FrameScanner.head("404", isEnd: true, on: $0) },
    Planted(testDescription: "429", status: 429) { FrameScanner.head("429", isEnd: true, on: $0) },
    Planted(testDescription: "cut body", failure: .halfResponse) {
      FrameScanner.head("200", [length], on: $0) + FrameScanner.body("he", on: $0)
    },
    Planted(testDescription: "no body of the length", failure: .halfResponse) {
      FrameScanner.head("200", [length], isEnd: true, on: $0)
    },
    Planted(testDescription: "too long", failure: .malformed) {
      FrameScanner.head("200", [length], on: $0) + FrameScanner.body("hello, world", on: $0)
    },
    Planted(testDescription: "too short", failure: .timeout) {
      FrameScanner.head("200", [length], on: $0) + FrameScanner.body("he", isEnd: false, on: $0)
    },
    Planted(testDescription: "no answer", failure: .timeout) { _ in [] },
    Planted(testDescription: "reset stream", failure: .reset) {
      FrameScanner.frame(.reset, on: $0, FrameScanner.word(2))
    },
    Planted(testDescription: "reset after a head", failure: .reset) {
      FrameScanner.head(on: $0) + FrameScanner.frame(.reset, on: $0, FrameScanner.word(8))
    },
    Planted(testDescription: "refused stream", failure: .refused) {
      FrameScanner.frame(.reset, on: $0, FrameScanner.word(7))
    },
    Planted(testDescription: "no status", failure: .malformed) {
      FrameScanner.frame(
        .headers, flags: 5, on: $0, FrameScanner.literals([("content-length", "0")]))
    },
    Planted(testDescription: "a field of HTTP/1.1", failure: .malformed) {
      FrameScanner.head("200", [("connection", "close")], isEnd: true, on: $0)
    },
    Planted(testDescription: "endless interim answers", failure: .malformed) { stream in
      (0..<200).flatMap { _ in FrameScanner.head("103", [("link", "x")], on: stream) }
    },
    Planted(testDescription: "interim answers, then a whole one") { stream in
      (0..<20).flatMap { _ in FrameScanner.head("103", on: stream) } + whole(stream)
    },
    Planted(testDescription: "in small frames, with trailers") { stream in
      FrameScanner.head("200", [length], on: stream)
        + "hello".flatMap { FrameScanner.body("\($0)", isEnd: false, on: stream) }
        + FrameScanner.frame(
          .headers, flags: 5, on: stream, FrameScanner.literals([("sum", "1")]))
    },
    // Then a connection ends, and each request of its own is lost with it.
    Planted(testDescription: "closed", failure: .earlyClose, ending: .close) { _ in [] },
    Planted(testDescription: "closed within", failure: .halfResponse, ending: .close) {
      FrameScanner.head(on: $0)
    },
    Planted(testDescription: "reset connection", failure: .reset, ending: .reset) { _ in [] },
    Planted(testDescription: "garbage", failure: .malformed) { _ in Array("hello\r\n\r\n...".utf8)
    },
    Planted(testDescription: "a giant frame", failure: .malformed) {
      FrameScanner.frame(.data, on: $0, [0], length: 0xFF_FFFF)
    },
    Planted(testDescription: "a pushed answer in place of one", failure: .timeout) {
      FrameScanner.frame(.push, flags: 4, on: $0, FrameScanner.word(2) + [0x88])
    },
    Planted(testDescription: "a window that overflows", failure: .malformed) { _ in
      FrameScanner.frame(.window, on: 0, FrameScanner.word(0x7FFF_FFFF))
    },
    Planted(testDescription: "a head that never ends", failure: .malformed) { stream in
      FrameScanner.frame(.headers, on: stream, [0x88])
        + (0..<1_000).flatMap { _ in
          FrameScanner.frame(.continuation, on: stream, FrameScanner.literals([("x", "y")]))
        }
    },
  ]

  @Test(arguments: planted)
  func `one in ten is counted exactly, under its own name`(_ planted: Planted) throws {
    // What ends a connection ends what is under way on it: there each request has its own.
    let isOfConnection =
      planted.ending != .hold
      || ["garbage", "a giant frame", "a window that overflows", "a pushed answer in place of one"]
        .contains(planted.testDescription)
      || planted.testDescription.hasPrefix("a head that")
    let record = try run(.get("/", connection: isOfConnection ? .new : .kept), rate: 300) {
      $0.loop = .open(.constant(300, for: .milliseconds(1_000), spacing: .even))
      $0.limits.timeout = .milliseconds(500)
      $0.limits.connections = isOfConnection ? 300 : 2
    } _: { number, stream in
      number % 10 == 0
        ? .init(bytes: planted.bytes(stream), ending: planted.ending)
        : .init(bytes: Self.whole(stream))
    }
    let counts = record.counts
    #expect(counts.notSent == 0)
    if let failure = planted.failure {
      // Where the server has not read our answer to its settings, the kernel's close is a reset.
      let isClosed = planted.testDescription.hasPrefix("closed")
      let found = counts[failure] + (isClosed ? counts[.reset] : 0)
      #expect(found == 30 && counts.errors == 30, "\(counts)")
    } else if let status = planted.status {
      #expect(counts.unwantedStatuses.named == ["\(status)": 30] && counts.errors == 30)
    } else {
      #expect(counts.errors == 0 && counts.answered == 300, "\(counts)")
    }
    #expect(record.latencies.response.totalCount == UInt64(counts.answered))
    // A broken answer of one stream leaves the others alone.
    if !isOfConnection { #expect(record.multiplexing?.connections == 2) }
  }

  /// What floods a connection: all of it is malformed, or late, and the run ends.
  static let floods: [(String, [UInt8])] = [
    ("settings", FrameScanner.frame(.settings, on: 0)),
    ("pings", FrameScanner.frame(.ping, on: 0, [0, 1, 2, 3, 4, 5, 6, 7])),
    ("empty frames", FrameScanner.frame(.data, on: 1)),
    ("frames of no known type", [0, 0, 1, 0xEE, 0, 0, 0, 0, 0, 0]),
    ("windows", FrameScanner.frame(.window, on: 1, FrameScanner.word(1))),
  ]

  @Test(arguments: floods.map(\.0), [1, 20_000])
  func `in a flood each request is answered, or malformed`(name: String, times: Int) throws {
    let frame = try #require(Self.floods.first { $0.0 == name }?.1)
    let flood = [[UInt8]](repeating: frame, count: times).flatMap(\.self)
    let record = try run(.get("/"), rate: 100) {
      $0.limits.connections = 1
      $0.limits.timeout = .seconds(5)
    } _: { _, stream in
      .init(bytes: flood + Self.whole(stream))
    }
    // The library gives up a connection that only wants acknowledgements, or answers are whole.
    let counts = record.counts
    #expect(counts.answered + counts[.malformed] == 10, "\(counts)")
    if times == 1, name != "empty frames" { #expect(counts.answered == 10) }
  }

  @Test func `a head that is larger than any server needs is malformed`() throws {
    // Each field is a table entry of 4 kB that one byte repeats: 256 kB within three hundred bytes.
    let value = [UInt8](repeating: UInt8(ascii: "v"), count: 3_000)
    let entry: [UInt8] = [0x40, 1, UInt8(ascii: "x"), 0x7F, 0xB9, 0x16] + value
    let record = try run(rate: 100) {
      $0.limits.timeout = .seconds(5)
    } _: { _, stream in
      .init(
        bytes: FrameScanner.frame(
          .headers, flags: 5, on: stream,
          [0x88] + entry + [UInt8](repeating: 0xBE, count: 10_000)))
    }
    #expect(record.counts[.malformed] == 10, "\(record.counts)")
  }

  @Test func `what a server that ends a connection did not take is sent again`() throws {
    // It takes three requests a connection, and says so with the third.
    let taken = Mutex<[UInt32: Int]>([:])
    let record = try run(rate: 300) {
      $0.loop = .open(.constant(3_000, for: .milliseconds(10), spacing: .even))
      $0.limits.connections = 1
    } _: { _, stream in
      taken.withLock { $0[stream, default: 0] += 1 }
      guard stream <= 5 else { return .init() }
      let leave = FrameScanner.frame(.goAway, on: 0, FrameScanner.word(5) + FrameScanner.word(0))
      return .init(bytes: (stream == 5 ? leave : []) + Self.whole(stream))
    }
    #expect(record.counts.answered == 30 && record.counts.errors == 0, "\(record.counts)")
    #expect(taken.withLock { $0[1] } == 10 && record.multiplexing?.connections == 10)
  }

  @Test func `a server that takes nothing has refused it`() throws {
    let record = try run(rate: 100) { _ in
    } _: { _, _ in
      .init(
        bytes: FrameScanner.frame(.goAway, on: 0, FrameScanner.word(0) + FrameScanner.word(0)))
    }
    #expect(record.counts[.refused] == 10, "\(record.counts)")
    #expect(record.multiplexing?.resent == 100)
  }

  @Test func `a request that takes too long gives up its stream, and no other`() throws {
    let record = try run(rate: 500) {
      $0.limits.timeout = .milliseconds(100)
      ($0.limits.connections, $0.limits.streams) = (1, 10)
    } _: { number, stream in
      // The streams of late answers are free again, or the others would never have one.
      number % 2 == 0 ? .init() : .init(bytes: Self.whole(stream))
    }
    #expect(record.counts[.timeout] == 25 && record.counts.answered == 25, "\(record.counts)")
    #expect(record.multiplexing?.connections == 1)
  }

  @Test(arguments: [1, 7, 100_000])
  func `an answer is looked into, whatever frames it comes in`(size: Int) throws {
    var kind = RequestKind("look", method: "POST", path: "/x", body: #"{"a": 1}"#)
    kind.checks = [
      .header("X-Shop", .text("open")), .contains("tea"),
      .json(try #require(JSONPointer("/price")), .number(3)), .size(below: 10_000),
    ]
    let text = #"{"what": "tea", "price": 3.0, "note": "\#(String(repeating: "z", count: 5_000))"}"#
    let record = try run(kind, rate: 200) { _ in
    } _: { number, stream in
      let pieces = stride(from: 0, to: text.utf8.count, by: size).flatMap { start in
        FrameScanner.body(
          String(text.dropFirst(start).prefix(size)), isEnd: false, on: stream)
      }
      let shop = number % 4 == 0 ? "closed" : "open"
      return .init(
        bytes: FrameScanner.head("200", [("x-shop", shop)], on: stream) + pieces
          + FrameScanner.body("", on: stream))
    }
    #expect(record.counts.unmet.named == ["header X-Shop": 5], "\(record.counts)")
    let shown = try #require(record.kinds[0].unexpected.first)
    #expect(shown.status == 200 && shown.beginning.hasPrefix(#"{"what": "tea""#))
  }

  @Test func `a journey keeps values, cookies and redirects`() throws {
    var login = RequestKind("login", method: "POST", path: "/login", body: "a")
    login.extracts = [Extraction("token", .header("X-Token"))]
    (login.keepsCookies, login.follows) = (true, true)
    var use = RequestKind("use", path: "/use/{token}")
    use.keepsCookies = true
    use.checks = [.contains("welcome")]
    let record = try run(rate: 20) {
      $0.mix = TrafficMix([.init(login, steps: [use])])
    } _: { number, stream in
      switch number % 3 {
      case 1:
        .init(
          bytes: FrameScanner.head(
            "303", [("location", "/home"), ("set-cookie", "a=b")], isEnd: true, on: stream))
      case 2: .init(bytes: FrameScanner.head("200", [("x-token", "t")], isEnd: true, on: stream))
      default:
        .init(bytes: FrameScanner.head(on: stream) + FrameScanner.body("welcome", on: stream))
      }
    }
    #expect(record.kinds.map(\.counts.answered) == [2, 2], "\(record.counts)")
    #expect(record.counts.errors == 0)
  }

  @Test func `a server of HTTP/1.1 is refused before the first request`() throws {
    let plain = try ScriptedServer()
    defer { plain.stop() }
    let port = plain.address.port
    do throws(LoadRefusal) {
      _ = try LoadRun(plan(port))
      Issue.record("it does not speak HTTP/2")
    } catch {
      #expect(
        error.description == "http://127.0.0.1:\(port) answers in HTTP/1.1; leave out 'protocol: "
          + "http2' or --http2, or ask a server that has it on (without TLS: by prior knowledge)")
    }
    guard TLSServer.isThere else { return }
    let encrypted = try TLSServer()
    defer { encrypted.stop() }
    var plan = plan(encrypted.port)
    plan.target = LoadTarget(.https, host: "localhost", port: encrypted.port)
    (plan.target.version, plan.target.tls.verifies) = (.http2, false)
    do throws(LoadRefusal) {
      _ = try LoadRun(plan)
      Issue.record("it does not speak HTTP/2")
    } catch {
      #expect(
        error.description
          == "https://localhost:\(encrypted.port) agrees by ALPN on nothing, not on "
          + "h2; leave out 'protocol: http2' or --http2, or ask a server that has it on")
    }
  }

  private static let nghttpd = "/usr/sbin/nghttpd"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: nghttpd), "needs nghttpd"),
    arguments: [false, true])
  func `another server of HTTP/2 answers in full, with and without TLS`(isEncrypted: Bool) throws {
    let keys = try TLSServer()
    defer { keys.stop() }
    let port = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0)).address.port
    try Data("hello".utf8).write(to: keys.folder.appending(path: "index.html"))
    let server = Process()
    server.executableURL = URL(filePath: Self.nghttpd)
    server.arguments =
      ["-d", keys.folder.path, "--echo-upload", "-a", "127.0.0.1"]
      + (isEncrypted ? [] : ["--no-tls"]) + ["\(port)"]
      + (isEncrypted ? ["key.pem", "cert.pem"].map { keys.folder.appending(path: $0).path } : [])
    (server.standardOutput, server.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice
    )
    try server.run(minutesAtMost: 10)
    defer {
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }
    for _ in 0..<1_000 {
      if (try? OwnedDescriptor.connected(to: SocketAddress(.loopbackV4, port: port))) != nil {
        break
      }
      var poller = try Poller()
      _ = try poller.wait(nanoseconds: 10_000_000)
    }
    let body = String(repeating: "x", count: 100_000)
    var upload = RequestKind("upload", method: "POST", path: "/", body: body)
    upload.checks = [.contains(body)]
    var page = RequestKind.get("/index.html")
    page.checks = [.contains("hello"), .header("Content-Length", .text("5"))]
    var plan = plan(port, rate: 2_000) { $0.mix = TrafficMix([.init(page), .init(upload)]) }
    plan.target = LoadTarget(isEncrypted ? .https : .http, host: "127.0.0.1", port: port)
    (plan.target.version, plan.target.tls.verifies) = (.http2, false)
    let record = try LoadRun(plan).run()
    #expect(record.counts.answered == 200 && record.counts.errors == 0, "\(record.counts)")
    #expect(record.multiplexing?.connections == 2)
    #expect(record.encryption?.applicationProtocol == (isEncrypted ? "h2" : nil))
  }
}
