import Foundation
import GrowthloopFindings
import GrowthloopTransport
import TestSockets
import Testing

@Suite("Request log · a line for each request, without personal data", .timeLimit(.minutes(60)))
struct RequestLogTests {
  private let path = NSTemporaryDirectory() + "growthloop-log-\(UUID()).jsonl"

  private func server(_ controls: ApplicationControls = .init()) throws -> RunningServer {
    let path = path
    return try RunningServer(
      changing: { server in
        do { server.requestLog = try RequestLog(path) } catch { Issue.record(error) }
      }
    ) { SampleApplication($0, controls) }
  }

  /// The lines as objects, once the server has stopped.
  private func lines() throws -> [[String: JSONValue]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      guard case .object(let members) = try JSONParser.parse(Array(line.utf8)) else { return [:] }
      return members
    }
  }

  @Test func `a line has time, id, method, route, status, bytes and milliseconds`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = try server()
    let before = Date()
    let answer = try server.answer(
      to: "GET /agent?code=SECRET HTTP/1.1\r\nHost: x\r\nUser-Agent: Personal/1\r\n\r\n")
    try server.stop()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("SECRET") && !text.contains("Personal") && !text.contains("127."))
    let line = try #require(try lines().first)
    #expect(
      Set(line.keys) == ["time", "id", "method", "route", "status", "bytes", "ms"], "\(line)")
    #expect(line["method"] == .text("GET") && line["route"] == .text("sample"))
    #expect(line["status"] == .integer(200))
    #expect(line["bytes"] == .integer(Int64(answer.body.count)))
    #expect(line["id"] == answer.field("x-request-id").map { .text($0) })
    guard case .text(let time) = line["time"] else { throw Unreadable() }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let moment = try style.parse(time)
    #expect(moment > before - 1 && moment < Date() + 1)
  }

  private struct Unreadable: Error {}

  @Test(arguments: ["7f3a-b.c_d=", String(repeating: "a", count: 64)])
  func `the id of a request is taken, and answered`(_ id: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = try server()
    let answer = try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: \(id)\r\n\r\n")
    #expect(answer.field("x-request-id") == id)
    try server.stop()
    #expect(try lines().map { $0["id"] } == [.text(id)])
  }

  @Test(arguments: ["a b", "ann@example.com", "\"}", String(repeating: "a", count: 65)])
  func `an id that is no plain word is replaced`(_ id: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = try server()
    let request = "GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: \(id)\r\n\r\n"
    let ids = try (0..<2).map { _ in try server.answer(to: request).field("x-request-id") }
    try server.stop()
    #expect(ids.allSatisfy { $0?.utf8.count == 15 } && ids[0] != ids[1])
    #expect(try lines().map { $0["id"] } == ids.map { $0.map { .text($0) } })
  }

  @Test func `requests without waiting have a line each, in their order`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = try server()
    var client = try server.connect()
    func request(_ number: Int) -> String {
      "POST /keep HTTP/1.1\r\nHost: x\r\nX-Request-Id: n\(number)\r\nContent-Length: 0\r\n\r\n"
    }
    try client.send((0..<20).map(request).joined())
    for number in 0..<20 {
      #expect(try client.receive().field("x-request-id") == "n\(number)")
    }
    try server.stop()
    #expect(try lines().map { $0["id"] } == (0..<20).map { .text("n\($0)") })
  }

  @Test func `what the server refuses has a line with its reason`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = try server()
    let long = String(repeating: "a", count: 3_000)
    #expect(try server.answer(to: "GET /\(long) HTTP/1.1\r\nHost: x\r\n\r\n").status == 414)
    try server.stop()
    let line = try #require(try lines().first)
    #expect(line["refused"] == .text("targetTooLong") && line["status"] == .integer(414))
    #expect(line.count == 3)
  }

  @Test func `nobody waits for a file that takes nothing, and lost lines are counted`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(unsafe mkfifo(path, 0o600) == 0)
    // A reader that never reads.
    let reader = OwnedDescriptor(owning: unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    let controls = ApplicationControls()
    let server = try server(controls)
    var client = try server.connect()
    let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    // Beyond what the pipe and the memory for lines hold.
    let count = 15_000
    let sent = client.sendAside(request, times: count)
    var answered = 0
    while answered < count {
      answered += try client.receive().status == 200 ? 1 : 0
    }
    _ = try sent.value()
    let lost = try controls.nextMetrics().split(separator: "\n")
      .first { $0.hasPrefix("http_lost_log_lines_total ") }?.split(separator: " ").last
    #expect(lost.flatMap { Int($0) } ?? 0 > 0)
    server.stopSwitch.stop()
    #expect(try server.report.value().requests == count)
    withExtendedLifetime(reader) {}
  }
}
