import Foundation
import Glibc
import GrowthloopLinkService
import GrowthloopLinkStore
import Invites
import Profiles
import RandomStreams
import Statistics
import Vocabulary

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

extension ServiceBenchmark {
  /// Measures the maximal rate of one core, ours and nginx in turns.
  func measureThroughput(
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
}

/// A service with codes in its store, and its loads; `deinit` removes everything.
final class BenchGround {
  let service: BenchedService
  let loads: ServiceLoads
  let folder: String

  static let serverCore = 0
  static let loadCore = 1

  /// Fills the store, or copies one from `store`, and starts the service.
  ///
  /// A measurement of the maximal rate takes `seconds`.
  init(
    codes: Int, in store: String? = nil, seconds: Int, _ options: [String] = [],
    report: (String) -> Void
  ) throws {
    let folder = NSTemporaryDirectory() + "growthloop-bench-\(UUID())"
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // All threads of this process, wrk included, stay off the core of the servers.
    try SystemTool.taskset.run(["-a", "-c", "-p", "\(Self.loadCore)", "\(getpid())"])
    report("writing \(codes) codes")
    let filled =
      try store.map { try FilledStore(copying: $0, codes: codes, to: folder) }
      ?? FilledStore(in: folder, codes: codes)
    loads = try ServiceLoads(folder: folder, codes: filled.sample, seconds: seconds)
    // Unwritten pages would delay the syncs of the service.
    sync()
    report("starting the service")
    service = try BenchedService(in: filled.data, onCore: Self.serverCore, options)
  }

  deinit {
    service.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// A folder with many codes, from which a service can start.
struct FilledStore {
  /// The data folder of the service.
  let data: String
  /// A sample of the codes over the whole range.
  let sample: [String]

  /// The number of codes in the sample.
  private static let kept = 10_000

  /// Writes `codes` codes, each of another user, into a new folder.
  init(in folder: String, codes: Int) throws {
    data = "\(folder)/data"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try SQLiteLinkStore(
      in: data, LinkEngine.terms(of: .rin), root: try RootSecretFile.read(forStoreIn: data))
    var chance = RandomSource(seed: 11).stream(for: 1)[0]
    let now = ServiceClock.real.now()
    var sample: [String] = []
    for (number, code) in try Self.distinctCodes(codes, using: &chance).enumerated() {
      let record = InviteRecord(
        id: InviteID(spelling: code), sender: PrincipalID(rawValue: UInt64(number + 1)), code: code,
        context: .generic, createdAt: now, under: Profile.rin.link)
      store.write(.invite(StoredInvite(record)))
      if number % 10_000 == 9_999 { try store.commit() }
      if number % max(1, codes / Self.kept) == 0 { sample.append(code.description) }
    }
    try store.commit()
    try store.close()
    self.sample = sample
    // Written last, so that it exists only beside a complete store.
    try sample.joined(separator: "\n").write(
      toFile: Self.list(in: folder), atomically: true, encoding: .utf8)
  }

  /// Copies the store of `codes` codes in `folder`, after making it if it is missing.
  init(copying folder: String, codes: Int, to copy: String) throws {
    let folder = "\(folder)/\(codes)-codes"
    let list = Self.list(in: folder)
    let original =
      FileManager.default.fileExists(atPath: list)
      ? FilledStore(
        data: "\(folder)/data",
        sample: try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
          .map(String.init))
      : try FilledStore(in: folder, codes: codes)
    data = "\(copy)/data"
    sample = original.sample
    try FileManager.default.copyItem(atPath: original.data, toPath: data)
    try FileManager.default.copyItem(
      atPath: RootSecretFile.path(beside: original.data), toPath: RootSecretFile.path(beside: data))
  }

  private init(data: String, sample: [String]) {
    self.data = data
    self.sample = sample
  }

  private static func list(in folder: String) -> String { "\(folder)/sample" }

  /// Returns `count` codes in the database's order.
  ///
  /// In another order each insertion would change another page, and ten million take hours.
  private static func distinctCodes(
    _ count: Int, using chance: inout some RandomNumberGenerator
  ) throws -> [InviteCode] {
    var codes: Set<InviteCode> = []
    codes.reserveCapacity(count)
    while codes.count < count {
      codes.insert(try InviteCode.mint(using: &chance) { codes.contains($0) })
    }
    return codes.sorted()
  }
}

/// The growth of a figure: the line of least squares through its samples.
public struct MemoryTrend: Encodable, Sendable {
  /// The growth per unit of time.
  public let slope: Double
  /// Half of the 95% interval of the slope.
  public let halfWidth: Double

  /// Fits the line; `nil` for fewer than three samples.
  ///
  /// Samples that are close in time are correlated: average them over stretches first.
  init?(_ samples: [(time: Double, value: Double)]) {
    guard samples.count > 2 else { return nil }
    let count = Double(samples.count)
    let time = samples.reduce(0) { $0 + $1.time } / count
    let value = samples.reduce(0) { $0 + $1.value } / count
    let spread = samples.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    let slope = samples.reduce(0) { $0 + ($1.time - time) * ($1.value - value) } / spread
    let rest = samples.reduce(0) { sum, sample in
      let error = sample.value - value - slope * (sample.time - time)
      return sum + error * error
    }
    let t = StudentT(degreesOfFreedom: count - 2).criticalValue(confidence: 0.95)
    self.slope = slope
    halfWidth = t * (rest / (count - 2) / spread).squareRoot()
  }
}

/// A soak test of the link service under half of its maximal rate, while clicks come and expire.
public struct SoakBenchmark: Sendable {
  public var minutes = 10.0
  public var codes = 100_000
  /// The speed of the service's clock: seven days pass in a minute.
  ///
  /// So the service deletes clicks as fast as they arrive.
  static let clockSpeed = 10_080
  /// The seconds until the first clicks are deleted and all structures have their final size.
  ///
  /// The last page of their capacity is touched late.
  private var secondsToSettle: Double { max(90, minutes * 60 / 2) }

  public init() {}

  public struct Figures: Encodable, Sendable {
    public let minutes: Double
    public let latency: ServiceFigures.Latency
    /// Megabytes, each the mean over ten seconds.
    public let memory: [Double]
    /// The trend in megabytes a minute, once the memory has settled; `nil` for a short run.
    public let trend: MemoryTrend?
    public let sweeps: Int
    /// The delay of the last deletion after its due time, in milliseconds of real time.
    public let sweepLag: Double
  }

  public func measure(report: (String) -> Void) throws -> Figures {
    let ground = try BenchGround(
      codes: codes, seconds: 5, ["--clock-speed", "\(Self.clockSpeed)"], report: report)
    let (service, loads) = (ground.service, ground.loads)
    let saturation = try loads.tap.run(against: service.address, onCore: BenchGround.loadCore)
      .perSecond
    report("\(Int(saturation)) taps a second are the most; half of that for \(minutes) minutes")

    var samples = MemorySamples(of: service.server)
    let latency = try loads.taps(saturation / 2, for: minutes * 60).run(against: service) {
      samples.take()
    }
    let settled = samples.means.filter { $0.time > secondsToSettle }
    return Figures(
      minutes: minutes, latency: latency,
      memory: samples.means.map(\.value),
      trend: MemoryTrend(settled.map { ($0.time / 60, $0.value) }),
      sweeps: Int(try service.metric("link_sweeps_total")),
      sweepLag: try service.metric("link_sweep_lag_milliseconds") / Double(Self.clockSpeed))
  }
}

/// The memory of a server over time, sampled every second and averaged over stretches.
private struct MemorySamples {
  private static let stretch = 10
  private let server: PinnedServer
  private var seconds = 0
  private var sum = 0.0
  /// Seconds since the start, and megabytes.
  private(set) var means: [(time: Double, value: Double)] = []

  init(of server: PinnedServer) { self.server = server }

  mutating func take() {
    sum += Double(server.residentBytes) / 1e6
    seconds += 1
    guard seconds % Self.stretch == 0 else { return }
    means.append((Double(seconds), sum / Double(Self.stretch)))
    sum = 0
  }
}
