import Foundation
import GrowthloopTransport
import GrowthloopLinkStore
import Statistics
import Profiles
import TestSockets
import Testing

@testable import GrowthloopLinkService

@Suite("Events · delivered to a collector, at least once", .timeLimit(.minutes(60)))
struct EventDeliveryTests {
  private let folder = NSTemporaryDirectory() + "growthloop-delivery-" + UUID().uuidString
  private var file: String { folder + ".jsonl" }

  private func removeFiles() {
    for path in [folder, file, file + ".delivered"] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private func open() throws -> (log: ExportLog, store: SQLiteLinkStore) {
    let log = try ExportLog(file)
    let store = try SQLiteLinkStore(
      in: folder, LinkEngine.terms(of: .rin), root: .test, reportingTo: log)
    return (log, store)
  }

  private func endpoint(_ server: RunningServer) throws -> HTTPEndpoint {
    try #require(HTTPEndpoint(url: "http://127.0.0.1:\(server.addresses[0].port)/events"))
  }

  private func metrics(_ delivery: EventDelivery) -> String {
    var text = OpenMetricsText()
    delivery.write(to: &text)
    return text.text
  }

  private func numbers(_ lines: [String]) -> [Substring] {
    lines.map { $0.dropFirst(7).prefix { $0 != "\"" } }
  }

  @Test func `D-DEP-07 · lines of durable turns arrive in order, with the token`() throws {
    defer { removeFiles() }
    let collector = RecordingCollector()
    let server = try collector.start()
    defer { _ = try? server.stop() }
    let (log, store) = try open()
    let delivery = try EventDelivery(
      of: log, to: EventCollector(endpoint(server), token: "secret"))
    for name in ["a", "b"] { store.report("{\"event\":\"\(name)\"}") }
    try store.commit()
    try delivery.during { () throws(SystemCallError) in
      wait(collector, for: 2)
      store.report("{\"event\":\"c\"}")
      #expect(throws: Never.self) { try store.commit() }
      delivery.grew(by: 1, since: MonotonicTime.now().nanoseconds)
      wait(collector, for: 3)
    }
    #expect(numbers(collector.lines) == ["1.0", "1.1", "2.0"])
    #expect(Set(collector.authorizations) == ["Bearer secret"])
    #expect(delivery.waiting == 0)
    #expect(metrics(delivery).contains("event_deliveries_total 1\n"))
    #expect(metrics(delivery).contains("event_delivery_lag_seconds_count 1\n"))
  }

  private func wait(_ collector: RecordingCollector, for count: Int) {
    #expect(throws: Never.self) { try collector.wait(for: count) }
  }

  @Test func `what is not taken is sent again, and both are reported once`() throws {
    defer { removeFiles() }
    let collector = RecordingCollector(refusing: [1: 503, 2: 429, 3: 500])
    let server = try collector.start()
    defer { _ = try? server.stop() }
    let (log, store) = try open()
    let endpoint = try endpoint(server)
    let delivery = try EventDelivery(
      of: log, to: EventCollector(endpoint, token: nil), firstPause: .milliseconds(1))
    store.report("{\"event\":\"a\"}")
    try store.commit()
    try delivery.during { () throws(SystemCallError) in wait(collector, for: 1) }
    #expect(collector.requests == 4 && collector.lines.count == 1)
    #expect(
      delivery.takeNews() == [
        "\(endpoint) takes no events (it answers 503): they wait in the file, and are sent again",
        "events are delivered to \(endpoint) again",
      ])
    #expect(delivery.takeNews() == [])
    #expect(metrics(delivery).contains("event_delivery_failures_total 3\n"))
  }

  @Test func `a body that is too long is cut between lines`() throws {
    defer { removeFiles() }
    let collector = RecordingCollector()
    var limits = WebLimits()
    limits.bodyBytes = 200
    let server = try collector.start(limits: limits)
    defer { _ = try? server.stop() }
    let (log, store) = try open()
    for _ in 0..<20 { store.report("{\"event\":\"a\"}") }
    try store.commit()
    let delivery = try EventDelivery(of: log, to: EventCollector(endpoint(server), token: nil))
    try delivery.during { () throws(SystemCallError) in wait(collector, for: 20) }
    #expect(numbers(collector.lines) == (0..<20).map { "1.\($0)" })
    #expect(delivery.takeNews() == [])
  }

  @Test func `without a collector they wait, and the next start delivers them`() throws {
    defer { removeFiles() }
    let collector = RecordingCollector()
    let server = try collector.start()
    let place = try endpoint(server)
    try server.stop()
    do {
      let (log, store) = try open()
      store.report("{\"event\":\"a\"}")
      try store.commit()
      let delivery = try EventDelivery(of: log, to: EventCollector(place, token: nil))
      try delivery.during { () throws(SystemCallError) in }
      #expect(delivery.waiting == 25)
      #expect(delivery.takeNews().first?.contains("it cannot be reached") == true)
    }
    let later = try collector.start()
    defer { _ = try? later.stop() }
    let (log, _) = try open()
    let delivery = try EventDelivery(of: log, to: EventCollector(endpoint(later), token: nil))
    try delivery.during { () throws(SystemCallError) in }
    #expect(numbers(collector.lines) == ["1.0"], "a stop delivers what is left")
  }

  @Test func `a token crosses the network encrypted, or not at all`() throws {
    for url in ["http://example.com/events", "http://10.0.0.1"] {
      let endpoint = try #require(HTTPEndpoint(url: url))
      #expect(throws: EventCollector.Problem.tokenInTheClear(endpoint)) {
        _ = try EventCollector(endpoint, token: "secret")
      }
      #expect(throws: Never.self) { _ = try EventCollector(endpoint, token: nil) }
    }
    let endpoint = try #require(HTTPEndpoint(url: "https://example.com/events"))
    #expect(throws: Never.self) { _ = try EventCollector(endpoint, token: "secret") }
    #expect(throws: EventCollector.Problem.unfitToken) {
      _ = try EventCollector(endpoint, token: "a\r\nb: c")
    }
  }

  @Test func `killed again and again, the service delivers each event that it answered, in order`()
    throws
  {
    defer { removeFiles() }
    let collector = RecordingCollector()
    let server = try collector.start()
    defer { _ = try? server.stop() }
    let options = [
      "--profile", "product", "--rate-per-address", "none", "--events", file, "--events-to",
      try endpoint(server).description,
    ]
    var link = ""
    for _ in 0..<2 {
      let process = try ServiceProcess(in: folder, options)
      if link.isEmpty { link = try Service.create(on: process.address) }
      _ = try process.killUnderTaps(on: link, after: 500)
    }
    #expect(try ServiceProcess(in: folder, options).stop().code == 0)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    #expect(lines.count >= 1_000 && Set(collector.lines) == Set(lines))
    var seen: Set<String> = []
    #expect(collector.lines.filter { seen.insert($0).inserted } == lines)
  }
}
