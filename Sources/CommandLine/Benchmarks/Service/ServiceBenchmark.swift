/// The link service on one core, loaded from another, in turns with nginx.
public struct ServiceBenchmark: Sendable {
  public var rounds = 5
  /// How long each of them loads each server.
  public var seconds = 3
  public var codes = 1_000_000
  public var clicks = 1_000_000
  /// How long a load at a fixed rate lasts.
  public var pacedSeconds = 10.0

  public init() {}

  /// Measures all of it; `report` hears of what comes next.
  public func measure(report: (String) -> Void) throws -> ServiceFigures {
    let ground = try BenchGround(codes: codes, seconds: seconds, report: report)
    let service = ground.service
    var figures = ServiceFigures()
    figures.memory = ServiceFigures.Memory(
      codes: codes, bytesPerCode: try service.metric("link_code_bytes") / Double(codes),
      secondsToStart: service.secondsToStart,
      residentMegabytes: Double(service.server.residentBytes) / 1e6)
    try measureThroughput(on: ground, &figures, report)
    try measureLatency(on: ground, &figures, report)
    figures.promises = figures.kept()
    return figures
  }

  private func measureThroughput(
    on ground: BenchGround, _ figures: inout ServiceFigures, _ report: (String) -> Void
  ) throws {
    let (service, loads) = (ground.service, ground.loads)
    let nginx = try NginxPeer.start(in: ground.folder, onCore: BenchGround.serverCore)
    if nginx == nil { report("nginx is not installed: nothing to compare with") }
    let servers =
      (nginx.map { [("nginx, return 302", loads.landing, $0.address)] } ?? [])
      + [
        ("landing page, nothing recorded", loads.landing, service.address),
        ("tap, its click on the disk", loads.tap, service.address),
      ]
    var rates = [[Double]](repeating: [], count: servers.count)
    for round in 0...rounds {
      report(round == 0 ? "warming up" : "round \(round) of \(rounds)")
      for (place, (_, load, address)) in servers.enumerated() {
        let outcome = try load.run(against: address, onCore: BenchGround.loadCore)
        if round > 0 { rates[place].append(outcome.perSecond) }
      }
    }
    report("counting system calls and allocations")
    for (place, (name, load, address)) in servers.enumerated() {
      let isOurs = address == service.address
      figures.throughputs.append(
        ServiceFigures.Throughput(
          name: name, connections: load.connections, perSecond: rates[place].median,
          ofNginx: nginx == nil ? nil : zip(rates[place], rates[0]).map { $0 / $1 }.median,
          cost: isOurs
            ? try RequestCost.count(
              of: service.server, at: address, under: load, onCore: BenchGround.loadCore) : nil))
    }
  }

  private func measureLatency(
    on ground: BenchGround, _ figures: inout ServiceFigures, _ report: (String) -> Void
  ) throws {
    let (service, loads) = (ground.service, ground.loads)
    let saturation = figures.throughputs.last?.perSecond ?? 0
    report("taps at 70% of saturation")
    figures.latencies.append(
      try loads.taps(saturation * 0.7, for: pacedSeconds).run(against: service))
    report("creations")
    figures.latencies.append(
      try loads.creations(1_000, for: pacedSeconds).run(against: service))

    report("making \(clicks) clicks")
    var made = 0
    while made < clicks {
      made += try loads.observations(after: made)
        .run(against: service.address, onCore: BenchGround.loadCore).requests
    }
    figures.liveClicks = made
    report("first launches among them")
    figures.latencies.append(
      try loads.launches(1_000, for: pacedSeconds, amongFirst: clicks).run(against: service))
  }
}
