import GrowthloopReports
import GrowthloopTransport
import Synchronization
import TestConsole
import Testing

@testable import GrowthloopLoadGenerator
@testable import growthloop

@Suite("The view of a running load", .timeLimit(.minutes(60)))
struct LoadViewTests {
  private static func view(connections: Int = 256) -> LoadView {
    var plan = LoadPlan(
      LoadTarget(host: "h"), .open(.constant(500, for: .seconds(30), spacing: .even)),
      TrafficMix(.get("/")))
    plan.limits.connections = connections
    return LoadView(of: plan)
  }

  private static func progress(
    _ number: Int, p99: Int64? = 4_000_000, backlog: Duration = .zero,
    _ counts: RequestCounts = RequestCounts()
  ) -> LoadProgress {
    var second = SecondRecord(second: number, isWarmUp: false)
    (second.sent, second.answered, second.inFlight, second.backlog) = (498, 497, 12, backlog)
    second.quantiles = p99.map {
      .init(
        median: .microseconds(310), p99: .nanoseconds($0), p999: .milliseconds(8),
        most: .milliseconds(12))
    }
    return LoadProgress(second: second, counts: counts, lateness: .microseconds(20))
  }

  @Test func `it shows rate, times, their course, errors by kind and the own lateness`() {
    var view = Self.view()
    #expect(view.text(columns: 80) == "")
    var counts = RequestCounts()
    for _ in 0..<3 { counts.count(.timeout) }
    counts.countAnswer(500, isWanted: false)
    for number in 0..<8 { view.add(Self.progress(number, p99: 1_000_000 << number, counts)) }
    #expect(
      view.text(columns: 80) == """
        8 s of 30 s
          rate      498/s sent, 497/s answered, 12 in flight
          response  p50 0.310 ms, p99 128 ms, p99.9 8.00 ms, max 12.0 ms
          p99       ▁▂▃▄▅▆▇█
          errors    timeout 3, unwanted answer: 500 1
          late      0.0200 ms at p99, by the generator itself
        """)
  }

  @Test func `a stall says what is full, and since when`() {
    var view = Self.view()
    view.add(Self.progress(0))
    view.add(Self.progress(1, p99: nil, backlog: .milliseconds(2_100)))
    let text = view.text(columns: 100)
    #expect(
      text.contains("256 connections are full: requests wait for one, the first for 2,100 ms")
        || text.contains("256 connections are full: requests wait for one, the first for 2100 ms"))
    #expect(text.contains("no answer in this second"))
    var single = Self.view(connections: 1)
    single.add(Self.progress(0, backlog: .milliseconds(5)))
    #expect(single.text(columns: 100).contains("1 connection is full"))
  }

  @Test(arguments: [20, 40, 80, 300])
  func `it fits any width`(columns: Int) {
    var view = Self.view()
    var counts = RequestCounts()
    for failure in Failure.allCases { counts.count(failure) }
    for number in 0..<400 { view.add(Self.progress(number, backlog: .seconds(3), counts)) }
    let lines = view.text(columns: columns).split(separator: "\n")
    let course = lines.first { $0.hasPrefix("  p99  ") }
    #expect((course?.count ?? 0) <= max(20, columns - 1))
    for name in Failure.allCases.map(\.name) {
      #expect(lines.contains { $0.contains(name) }, "\(name)")
    }
  }

  @Test func `without a terminal there is a line every ten seconds`() {
    var view = Self.view()
    var lines: [String] = []
    for number in 0..<30 {
      view.add(Self.progress(number))
      if let line = view.takeLine() { lines.append(line) }
    }
    #expect(
      lines.map { $0.prefix { $0 != ";" } } == ["10 s of 30 s", "20 s of 30 s", "30 s of 30 s"])
    #expect(lines[0].contains("498/s sent") && lines[0].contains("p99 4.00 ms"))
  }

  /// A terminal that keeps what it showed.
  private final class Terminal: MemoryConsole {
    private(set) var shown: [String] = []
    override var progressWidth: Int? { 80 }
    override func show(progress: String) { shown.append(progress) }
  }

  @Test(arguments: [true, false])
  func `it is shown while the load runs, unless it is to be quiet`(isQuiet: Bool) throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let console = Terminal()
    let code = Growthloop.run(
      [
        "load", "--url", "http://127.0.0.1:\(server.address.port)/", "--rate", "50", "--for", "2s",
        "--gate", "p50 < 9s",
      ] + (isQuiet ? ["--quiet"] : []), on: console)
    #expect(code == .success || code == .gateUndecided)
    #expect(console.shown.contains { $0.contains("in flight") } != isQuiet)
    #expect(console.shown.last == "")
  }
}
