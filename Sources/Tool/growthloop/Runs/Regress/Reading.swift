import Foundation
import GrowthloopContacts
import GrowthloopFindings
import GrowthloopLoadGenerator
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import GrowthloopTransport
import Statistics
import Vocabulary

/// The figures of one run of one build.
struct Reading {
  struct Figure {
    let name: String
    let unit: String
    let value: Double
  }

  var figures: [Figure]
  /// The reasons why the run may not describe the build.
  var doubts: [String] = []
}

extension Reading {
  static let percentiles: [Double] = [50, 90, 99, 99.9]
  /// The least number of requests beyond a reported percentile.
  static let fewestBeyond = 10.0

  /// Reads the response times of a run of the generator: of all requests, and of every kind.
  ///
  /// A request without a response counts with its time limit: a build that answers less must not
  /// look faster.
  init(_ record: LoadRecord) {
    func times(_ counts: RequestCounts, _ answered: HDRHistogram) -> HDRHistogram {
      var times = answered
      times.record(
        UInt64(record.plan.limits.timeout / .nanoseconds(1)), count: counts.failed + counts.notSent)
      return times
    }
    figures = Self.figures(of: times(record.counts, record.latencies.response), "")
    if record.kinds.count > 1 {
      figures += record.kinds.flatMap {
        Self.figures(of: times($0.counts, $0.latencies.response), "\($0.name) ")
      }
    }
    if case .generatorLimited = record.validity { doubts = record.validity.reasons }
  }

  private static func figures(of times: HDRHistogram, _ prefix: String) -> [Figure] {
    percentiles.compactMap { percentile in
      guard Double(times.totalCount) * (100 - percentile) / 100 >= fewestBeyond,
        let value = times.value(atPercentile: percentile)
      else { return nil }
      return Figure(
        name: prefix + RequestFigures.name(of: percentile), unit: "ms", value: Double(value) / 1e6)
    }
  }

  /// Reads the times of `growthloop contacts`: of every operation on every book.
  init(contacts folder: MeasuredFolder) throws {
    figures = try folder.rows("times.csv").flatMap { row -> [Figure] in
      guard let operation = row["operation"], let book = row["contacts"] else { return [] }
      return ["p50", "p99"].compactMap { percentile in
        row[percentile].flatMap { Double($0) }.map {
          Figure(name: "\(operation) at \(book) \(percentile)", unit: "ms", value: $0)
        }
      }
    }
  }
}

/// The loads on the services of several builds, in turn, by the one generator of this build.
///
/// Each run starts a new service over a copy of the same links. Otherwise the data that an older
/// service has gathered, or its memory layout, would affect the result.
final class BuildLoads {
  private let scenario: LoadScenario
  private let seeded: SeededLinks
  private let console: any Console
  private let interrupt: Interrupt
  /// The generator's own processor; `nil` if there is only one.
  private let last: Int?
  private let others: [Int]

  init(
    _ scenario: LoadScenario, in parent: String?, on console: any Console,
    until interrupt: Interrupt
  ) throws {
    try scenario.loadLimits.reserveDescriptors()
    let processors = try ThisThread.processors()
    let last = processors.count > 1 ? processors.last : nil
    self.last = last
    others = processors.filter { $0 != last }
    self.scenario = scenario
    self.console = console
    self.interrupt = interrupt
    console.show(progress: "seeding \(scenario.links.count) links")
    seeded = try SeededLinks(
      of: scenario, below: parent ?? NSTemporaryDirectory(), until: interrupt)
  }

  deinit { seeded.remove() }

  /// Loads a service of that tool once; `nil` for an aborted run.
  func run(_ tool: GrowthloopTool, _ progress: String) throws -> Reading? {
    let service = try OwnService(
      over: try seeded.copy(), under: scenario.profile, on: others, by: tool.path)
    defer { service.stop() }
    let work = LoadWork(
      console: console, interrupt: interrupt, processor: last, title: "\(progress): ")
    let record = try work.run(scenario.plan(against: service.target, service.links))
    return record.wasCancelled ? nil : Reading(record)
  }
}

extension RegressWork {
  func load() throws -> RegressFindings? {
    var changes = request.changes
    // The plan's own warm-up may be longer than a run here.
    if !request.changes("warmUp") {
      changes.append(ScenarioOverride("warmUp", to: "0s", option: "warmUp"))
    }
    var scenario = try PlanChoice.read(
      request.file, as: LoadScenario.self, with: changes, on: console)
    if !request.changes("length") { scenario.length = .seconds(4) }
    if !request.changes("warmUp") {
      scenario.warmUp = min(.seconds(1), .milliseconds(scenario.length.milliseconds / 4))
    }
    try request.figures.requirePercentiles()
    if let other = LoadTarget(url: request.baseline) { return try load(scenario, beside: other) }
    guard scenario.target == nil else {
      throw UsageError(
        description: "'\(request.file)' names a target: give the address of the other service by "
          + "'--baseline http://…'; services of two builds are started here, without a target")
    }
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    guard case .tool(let tool) = baseline else {
      return try compareAnew(with: baseline, of: "load", ["load", request.file])
    }
    let loads = try BuildLoads(
      scenario, in: request.dataFolder, on: console, until: interrupt)
    let work = work(seed: scenario.seed)
    let rounds = try work.run { build, progress in
      try loads.run(build == .baseline ? tool : own, progress)
    }
    return try report(
      rounds, scenario.title, "load", seed: scenario.seed, Self.names(tool), asks: scenario.asks,
      "Both builds in turn (A B B A), \(request.rounds) rounds. Each run is a fresh service of its "
        + "build over the same\nlinks, for \(ValueText.spelt(scenario.length)) under the "
        + "generator of this build; a round counts once.")
  }

  /// Loads two services that others run, in turn, with the same plan.
  private func load(
    _ scenario: LoadScenario, beside other: LoadTarget
  ) throws -> RegressFindings? {
    guard let target = scenario.target else {
      throw UsageError(
        description: "'\(request.baseline)' is compared with another address: write 'target' into "
          + "'\(request.file)', or give '--target URL'")
    }
    var rival = scenario
    rival.target = other
    let options = LoadPlace.Options(allowsRemote: request.allowsRemote)
    var run = 0
    let rounds = try LoadPlace.with(rival, options, on: console, until: interrupt) { before in
      try LoadPlace.with(scenario, options, on: console, until: interrupt) { after in
        try work(seed: scenario.seed).run { side, progress in
          let place = side == .baseline ? before : after
          defer { run += 1 }
          let record = try LoadWork(
            console: console, interrupt: interrupt, processor: nil, title: "\(progress): "
          ).run(scenario.plan(against: place.target, place.links, run: run))
          return record.wasCancelled ? nil : Reading(record)
        }
      }
    }
    return try report(
      rounds, scenario.title, "load", seed: scenario.seed, ("\(other)", "\(target)"),
      asks: scenario.asks,
      "Both addresses in turn (A B B A), \(request.rounds) rounds. Each run lasts "
        + "\(ValueText.spelt(scenario.length)) under the same plan,\nwith requests of its own; a "
        + "round counts once.")
  }

  private static func names(_ tool: GrowthloopTool) -> (baseline: String, candidate: String) {
    ("\(tool.name), version \(tool.version)", "this build, version \(ToolVersion.current)")
  }

  func work(seed: UInt64) -> RoundsWork {
    RoundsWork(
      console: console, rounds: request.rounds, order: Interleaving(seed: seed),
      interrupt: interrupt, judged: request.figures)
  }

  func report(
    _ rounds: RoundsOutcome, _ title: String, _ plan: String, seed: UInt64,
    _ names: (baseline: String, candidate: String), asks: String? = nil, _ method: String
  ) throws -> RegressFindings? {
    guard rounds.finished > 0 else { return nil }
    let choice = request.figures
    let outcome = RegressionOutcome(
      rounds.figures, tolerance: request.timeTolerance, seed: seed
    ) { choice.includes($0, among: rounds.figures) }
    var times = RegressFindings.Times()
    times.seed = seed
    times.method = method
    times.asks = asks
    (times.rounds, times.roundsWanted) = (rounds.finished, rounds.wanted)
    times.notes = notes(on: rounds, judging: outcome.comparisons.count { $0.call != nil })
    times.reason = rounds.isLimited ? .generatorLimited : nil
    return RegressFindings(
      outcome, times, of: plan, title: title, names.baseline, names.candidate,
      command: request.command)
  }

  private func notes(on rounds: RoundsOutcome, judging judged: Int) -> [String] {
    var notes: [String] = []
    let fewest = RegressionOutcome.fewestRounds(judging: judged)
    if rounds.finished < fewest {
      let what = judged == 1 ? "a figure" : "\(judged) figures together"
      notes.append("Any call of \(what) needs \(fewest) rounds.")
    }
    if Machine.build == "debug" {
      notes.append("This is a debug build: compare release builds ('make run').")
    }
    if rounds.limitedRuns > 0 {
      notes.append(
        "In \(rounds.limitedRuns) of \(2 * rounds.finished) runs the generator was the bottleneck: "
          + "its own lateness is in the times of both builds,\nand brings a ratio nearer to one. Of "
          + "the last: \(rounds.lastDoubts.joined(separator: ";\n  ")).")
    }
    return notes
  }

  func contacts() throws -> RegressFindings? {
    let plan = try PlanChoice.read(request.file, as: ContactPlan.self, with: request.changes).value
    try request.figures.requirePercentiles()
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    let words = ["contacts", request.file]
    guard case .tool(let tool) = baseline else {
      return try compareAnew(with: baseline, of: "contacts", words)
    }
    let rounds = try work(seed: plan.seed).run { build, _ in
      try (build == .baseline ? tool : own).results(
        of: words + request.changeWords, until: interrupt, Reading.init(contacts:))
    }
    return try report(
      rounds, plan.title, "contacts", seed: plan.seed, Self.names(tool),
      "Both builds in turn (A B B A), \(request.rounds) rounds. Each run is a process of its build "
        + "that works through\nthe same books; a round counts once.")
  }
}

/// Runs of two builds in turn, round after round, with progress.
struct RoundsWork {
  let console: any Console
  let rounds: Int
  let order: Interleaving
  let interrupt: Interrupt
  /// The judged figures; an unknown name is an error after the first round.
  let judged: FigureChoice

  /// Measures both builds in every round, until an interrupt.
  ///
  /// `measure` receives a build and the progress, and returns `nil` for an aborted run.
  func run(_ measure: (Build, String) throws -> Reading?) throws -> RoundsOutcome {
    var outcome = RoundsOutcome(wanted: rounds)
    let start = ContinuousClock.now
    for round in 0..<rounds {
      var readings: [Build: Reading] = [:]
      for build in order.order(inRound: round) {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let progress = line(round, build, after: elapsed)
        console.show(progress: progress)
        guard !interrupt.isSet, let reading = try measure(build, progress) else { return outcome }
        readings[build] = reading
      }
      if let baseline = readings[.baseline], let candidate = readings[.candidate] {
        outcome.record(baseline, candidate)
        try judged.require(in: outcome.figures)
      }
    }
    return outcome
  }

  private func line(_ round: Int, _ build: Build, after seconds: Double) -> String {
    let left = round > 0 ? seconds / Double(round) * Double(rounds - round) : nil
    return "round \(round + 1) of \(rounds), \(build.rawValue)"
      + (left.map { ", \(NumberText.time($0)) left" } ?? "")
  }
}

/// The results of the rounds that both builds finished.
struct RoundsOutcome {
  let wanted: Int
  private(set) var finished = 0
  private(set) var figures: [FigureRounds] = []
  /// The number of runs in which the generator was the bottleneck, and the reasons in the last of
  /// them.
  private(set) var limitedRuns = 0
  private(set) var lastDoubts: [String] = []

  init(wanted: Int) {
    self.wanted = wanted
  }

  var isPartial: Bool { finished < wanted }
  /// Whether the generator was the bottleneck in most runs.
  var isLimited: Bool { limitedRuns > finished }

  /// Adds a round; a figure that is missing in any run is dropped.
  mutating func record(_ baseline: Reading, _ candidate: Reading) {
    let before = Dictionary(baseline.figures.map { ($0.name, $0.value) }) { first, _ in first }
    let after = Dictionary(candidate.figures.map { ($0.name, $0.value) }) { first, _ in first }
    if finished == 0 {
      figures = baseline.figures.map { FigureRounds($0.name, unit: $0.unit) }
    }
    figures = figures.compactMap { figure in
      guard let base = before[figure.name], let other = after[figure.name] else { return nil }
      var figure = figure
      figure.baseline.append(base)
      figure.candidate.append(other)
      return figure
    }
    for reading in [baseline, candidate] where !reading.doubts.isEmpty {
      limitedRuns += 1
      lastDoubts = reading.doubts
    }
    finished += 1
  }
}
