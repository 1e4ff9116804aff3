/// A benchmark of the link service on one core, loaded from another, in turns with nginx.
public struct ServiceBenchmark: Sendable {
  /// A part of the measurement; the cost of the codes is measured with any part.
  public enum Part: String, CaseIterable, Sendable {
    case codes, throughput, taps, creations, launches
  }

  public var parts = Set(Part.allCases)
  public var rounds = 5
  /// The seconds of each load on each server.
  public var seconds = 3
  public var codes = 1_000_000
  public var clicks = 1_000_000
  /// The rates of taps to measure, besides 70% of the sustained rate.
  public var rates = [25_000, 30_000, 35_000, 41_000]
  /// The seconds of a load at a fixed rate.
  public var pacedSeconds = 10.0
  /// The seconds of each run of a rate of taps.
  public var rungSeconds = 5.0
  /// The folder in which the codes are kept for later runs; `nil` creates them anew.
  public var store: String?

  public init() {}

  /// Measures all parts; `report` receives the name of each next step.
  public func measure(report: (String) -> Void) throws -> ServiceFigures {
    let ground = try BenchGround(codes: codes, in: store, seconds: seconds, report: report)
    let service = ground.service
    var figures = ServiceFigures()
    figures.memory = ServiceFigures.Memory(
      codes: codes, bytesPerCode: try service.metric("link_code_bytes") / Double(codes),
      secondsToStart: service.secondsToStart,
      residentMegabytes: Double(service.server.residentBytes) / 1e6)
    if parts.contains(.throughput) { try measureThroughput(on: ground, &figures, report) }
    if parts.contains(.taps) { try measureTaps(on: ground, &figures, report) }
    if parts.contains(.creations) {
      report("creations")
      figures.creations = try ground.loads.creations(1_000, for: pacedSeconds).run(against: service)
    }
    if parts.contains(.launches) { try measureLaunches(on: ground, &figures, report) }
    figures.promises = figures.kept()
    return figures
  }

  private func measureTaps(
    on ground: BenchGround, _ figures: inout ServiceFigures, _ report: (String) -> Void
  ) throws {
    let ladder = TapLadder(ground: ground, seconds: rungSeconds)
    let most =
      try figures.throughputs.last?.perSecond
      ?? ground.loads.tap.run(against: ground.service.address, onCore: BenchGround.loadCore)
      .perSecond
    let sustained = try ladder.sustained(below: most, report: report)
    figures.sustained = sustained
    let share = 0.7
    figures.ladder = try ladder.rungs(
      rates.map { (Double($0), nil) } + [(sustained * share, share)], rounds: rounds,
      report: report)
  }

  private func measureLaunches(
    on ground: BenchGround, _ figures: inout ServiceFigures, _ report: (String) -> Void
  ) throws {
    report("making \(clicks) clicks")
    var made = 0
    while made < clicks {
      made += try ground.loads.observations(after: made)
        .run(against: ground.service.address, onCore: BenchGround.loadCore).requests
    }
    figures.liveClicks = made
    report("first launches among them")
    figures.launches = try ground.loads.launches(1_000, for: pacedSeconds, amongFirst: clicks)
      .run(against: ground.service)
  }
}
