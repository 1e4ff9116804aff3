import Foundation
import Invites
import LinuxIO
import Vocabulary

/// The link service on one core, loaded from another, in turns with nginx.
public struct ServiceBenchmark: Sendable {
  public var rounds = 5
  /// How long each of them loads each server.
  public var seconds = 3
  public var codes = 1_000_000
  public var clicks = 1_000_000
  /// How long a load at a fixed rate lasts.
  public var pacedSeconds = 10.0

  static let serverCore = 0
  static let loadCore = 1
  /// How many links are tapped in turn.
  static let tapped = 10_000

  public init() {}

  /// Measures all of it; `report` hears of what comes next.
  public func measure(report: (String) -> Void) throws -> ServiceFigures {
    let folder = NSTemporaryDirectory() + "growthloop-bench-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Whatever this process does, wrk included, stays off the core of the servers.
    try SystemTool.taskset.run(["-a", "-c", "-p", "\(Self.loadCore)", "\(getpid())"])

    report("writing \(codes) codes")
    let data = "\(folder)/data"
    let sample = try FilledStore.fill(data, codes: codes, keeping: Self.tapped)
    let codeFile = "\(folder)/codes"
    try sample.map { "\($0)\n" }.joined().write(toFile: codeFile, atomically: true, encoding: .utf8)
    report("starting the service")
    let service = try BenchedService(in: data, onCore: Self.serverCore)
    var figures = ServiceFigures()
    figures.memory = ServiceFigures.Memory(
      codes: codes, bytesPerCode: try service.metric("link_code_bytes") / Double(codes),
      secondsToStart: service.secondsToStart,
      residentMegabytes: Double(service.server.residentBytes) / 1e6)

    let loads = try ServiceLoads(folder: folder, codesIn: codeFile, seconds: seconds)
    try measureThroughput(of: service, loads, in: folder, &figures, report)
    try measureLatency(of: service, loads, sample, &figures, report)
    figures.promises = figures.kept()
    return figures
  }

  private func measureThroughput(
    of service: BenchedService, _ loads: ServiceLoads, in folder: String,
    _ figures: inout ServiceFigures, _ report: (String) -> Void
  ) throws {
    let nginx = try NginxPeer.start(in: folder, onCore: Self.serverCore)
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
        let outcome = try load.run(against: address, onCore: Self.loadCore)
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
              of: service.server, at: address, under: load, onCore: Self.loadCore) : nil))
    }
  }

  private func measureLatency(
    of service: BenchedService, _ loads: ServiceLoads, _ sample: [InviteCode],
    _ figures: inout ServiceFigures, _ report: (String) -> Void
  ) throws {
    let saturation = figures.throughputs.last?.perSecond ?? 0
    report("taps at 70% of saturation")
    let taps = sample.map { loads.tapRequest($0) }
    let tapping = PacedLoad(perSecond: saturation * 0.7, seconds: pacedSeconds, connections: 256)
    figures.latencies.append(
      ServiceFigures.Latency(
        "tap, at 70% of saturation", tapping,
        try tapping.run(against: service.address) { taps[$0 % taps.count] }))

    report("creations")
    let creating = PacedLoad(
      perSecond: 1_000, seconds: pacedSeconds, connections: 64, expectedStatus: 201)
    figures.latencies.append(
      ServiceFigures.Latency(
        "creation", creating,
        try creating.run(against: service.address) { number in
          // Users who have no code yet.
          let user = OpaqueID(PrincipalID(rawValue: UInt64(codes + 1 + number)))
          return service.call(
            "POST", "/invites", "Idempotency-Key: \(number)\r\n", body: #"{"user":"\#(user)"}"#)
        }))

    report("making \(clicks) clicks")
    var made = 0
    while made < clicks {
      made += try loads.observations(after: made)
        .run(against: service.address, onCore: Self.loadCore).requests
    }
    figures.liveClicks = made
    report("first launches among them")
    let resolving = PacedLoad(perSecond: 1_000, seconds: pacedSeconds, connections: 64)
    figures.latencies.append(
      ServiceFigures.Latency(
        "first launch, among the clicks", resolving,
        try resolving.run(against: service.address) { number in
          launch(number, from: number * (clicks / 20_000) % clicks, of: service)
        }))
  }

  /// The first launch on a phone that tapped from an address.
  private func launch(_ number: Int, from place: Int, of service: BenchedService) -> [UInt8] {
    let user = OpaqueID(PrincipalID(rawValue: 1 << 40 | UInt64(number)))
    return service.call(
      "POST", "/invites/deferred",
      "X-Forwarded-For: 11.\(place >> 16 & 255).\(place >> 8 & 255).\(place & 255)\r\n",
      body: #"{"user":"\#(user)","device":\#(PhoneWords.device)}"#)
  }
}

extension [Double] {
  /// The value in the middle.
  var median: Double {
    let sorted = sorted()
    let upper = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2
  }
}
