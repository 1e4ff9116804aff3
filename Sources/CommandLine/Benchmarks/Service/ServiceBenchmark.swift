/// The link service on one core, loaded from another, in turns with nginx.
public struct ServiceBenchmark: Sendable {
  /// What can be measured of it; what its codes cost is measured with any.
  public enum Part: String, CaseIterable, Sendable {
    case codes, throughput, taps, creations, launches
  }

  public var parts = Set(Part.allCases)
  public var rounds = 5
  /// How long each of them loads each server.
  public var seconds = 3
  public var codes = 1_000_000
  public var clicks = 1_000_000
  /// The rates of taps whose times are measured, beside 70% of what is kept up.
  public var rates = [25_000, 30_000, 35_000, 41_000]
  /// How long a load at a fixed rate lasts.
  public var pacedSeconds = 10.0
  /// How long each rate of taps lasts, each time.
  public var rungSeconds = 5.0
  /// Where the codes stand, and stay for the next time; `nil` makes them anew.
  public var store: String?

  public init() {}

  /// Measures all of it; `report` hears of what comes next.
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
