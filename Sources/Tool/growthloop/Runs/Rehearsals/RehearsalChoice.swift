import Attribution
import Foundation
package import GrowthloopFindings
import GrowthloopLoadGenerator
import GrowthloopModel
package import GrowthloopPlans
package import GrowthloopReports
import GrowthloopTransport
package import Profiles
import Statistics
import Synchronization
import Vocabulary

/// The rehearsal of a command, with the scenario that it names.
package struct RehearsalChoice {
  let plan: RehearsalPlan
  private(set) var scenario: GrowthScenario
  /// The scenario as its file says it, and the place of that file.
  private let source: (outcome: ScenarioOutcome<GrowthScenario>, path: String)
  package let warnings: [DiagnosticList]

  /// Reads the plan of a file with these changes, and its scenario.
  ///
  /// - Throws: `DiagnosticList` with all mistakes in one of them.
  package init(_ file: String, with changes: [ScenarioOverride]) throws(DiagnosticList) {
    let outcome = try PlanChoice.read(file, as: RehearsalPlan.self, with: changes)
    plan = outcome.value
    let folder = URL(filePath: file).deletingLastPathComponent().relativePath
    let path = plan.scenario.hasPrefix("/") ? plan.scenario : "\(folder)/\(plan.scenario)"
    let found = try ScenarioSource.read(path, with: try Self.overrides(plan.changes))
    scenario = found.value
    source = (found, path)
    warnings = [outcome.warnings, found.warnings].filter { !$0.isEmpty }
  }

  /// Moves inputs of the scenario until what was observed of it comes out.
  mutating func fit(on console: any Console) throws {
    guard !scenario.observed.isEmpty else { return }
    let fitted = try FittedScenario(
      source.outcome, of: source.path, changed: try Self.overrides(plan.changes), on: console)
    scenario = try ScenarioSource.read(source.path, with: fitted.changes).value
  }

  private static func overrides(
    _ changes: [String]
  ) throws(DiagnosticList) -> [ScenarioOverride] {
    var overrides: [ScenarioOverride] = []
    for change in changes {
      do throws(Diagnostic) {
        overrides.append(try ScenarioOverride(change, option: "changes"))
      } catch {
        throw DiagnosticList([error])
      }
    }
    return overrides
  }

  /// The reason why the scenario cannot be replayed; `nil` if it can.
  package var obstacle: String? {
    if scenario.study != .loop { return "'\(plan.scenario)' is a study of matching, not of a loop" }
    if scenario.profile.deferred.falseMatchRate > 0 {
      return "'\(plan.scenario)' has false matches, which no phone can cause: set "
        + "deferred.falseMatchRate to 0"
    }
    return nil
  }

  /// Returns the service's profile: the scenario's, changed by these settings.
  package func profileOfService(changed changes: [String]) throws(UsageError) -> Profile {
    var profile = scenario.profile
    let overrides = changes.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // An empty value makes `apply` throw an error that names the setting.
      // `isDeliberate` permits values that the profile excludes, which a rehearsal may test.
      return Profile.Override(
        String(parts[0]), parts.count == 2 ? String(parts[1]) : "", isDeliberate: true)
    }
    do {
      try profile.apply(overrides)
    } catch {
      throw UsageError(description: "'--service-set': \(error.mistakes[0].messageWithSuggestion)")
    }
    if let contradiction = profile.contradictions().first {
      throw UsageError(description: "'--service-set': \(contradiction.described(in: profile))")
    }
    return profile
  }
}

extension RehearsalFindings {
  package init(_ result: RehearsalWork.Result, _ repetition: Repetition) {
    let (plan, script) = (result.choice.plan, result.script)
    let (record, reconciliation) = (result.outcome.record, result.outcome.reconciliation)
    let times = record.latencies.sorted { $0.key < $1.key }.map { (name: $0.key, times: $0.value) }
    self.init(latencies: Self.latencies(times + [(name: "all", times: record.all)]))
    command = repetition.alone.text()
    title = plan.title
    question = plan.question
    profile = script.profile.id.rawValue
    settingsOfService = Setting.all.filter {
      $0.value(in: result.profileOfService) != $0.value(in: script.profile)
    }.map { "\($0.name)=\($0.value(in: result.profileOfService))" }
    seed = plan.seed
    rate = plan.rate
    machine = Machine.description
    build = Machine.build
    partial = reconciliation == nil
    people = script.expected.referrals.count
    links = script.links
    requests = record.planned
    repeated = record.repeated
    disturbed = record.disturbed.totalCount
    errors = record.errors
    seconds = record.elapsed / .seconds(1)
    outageSeconds = record.outages.map { $0 / .seconds(1) }
    mostInFlight = record.mostInFlight
    comparisons = RehearsedSubject.allCases.map { subject in
      Comparison(
        subject.rawValue, compared: reconciliation?.count(of: subject) ?? 0,
        different: reconciliation?.differences(in: subject) ?? 0)
    }
    gates = plan.gates.map { gate in
      var judged = record.judged(gate)
      judged.next = next(after: judged, repetition)
      return judged
    }
    outcome = JudgedGate(matching: reconciliation.map { $0.differences.count })
    if outcome.verdict != .kept { outcome.next = repetition.alone.text("--out", "rehearsal") }
    differences = RehearsedSubject.allCases.flatMap { subject in
      (reconciliation?.differences ?? []).filter { $0.subject == subject }
        .prefix(Self.mostDifferences).map(DifferenceFound.init)
    }
    histograms =
      times.map { .init($0.name, $0.times) }
      + (record.disturbed.isEmpty ? [] : [.init("disturbed", record.disturbed)])
  }

  /// The limit of differences per subject in `run.json`; another file contains all of them.
  private static let mostDifferences = 20

  private static func latencies(
    _ times: [(name: String, times: HDRHistogram)]
  ) -> FigureTable {
    typealias Column = FigureTable.Declaration<(name: String, times: HDRHistogram)>
    func time(_ key: String, _ title: String, _ percentile: Double) -> Column {
      .number(key, title, .milliseconds) {
        Double($0.times.value(atPercentile: percentile) ?? 0) / 1e6
      }
    }
    return FigureTable(
      of: times,
      [
        .words("request") { $0.name }, .count("count") { $0.times.totalCount },
        time("p50Ms", "p50", 50), time("p99Ms", "p99", 99), time("maxMs", "max", 100),
      ])
  }

  private func next(after gate: JudgedGate, _ repetition: Repetition) -> String? {
    switch gate.verdict {
    case .kept: nil
    case .missed: repetition.alone.changing("rate", to: "\(max(1, rate / 2))").text()
    case .undecided: repetition.here.text()
    }
  }
}

extension ReplayRecord {
  fileprivate func judged(_ gate: LoadGate) -> JudgedGate {
    switch gate.limit {
    case .response(let percentile, let nanoseconds):
      JudgedGate(
        gate, percentile: percentile, below: nanoseconds,
        among: gate.kind.map { latencies[$0] ?? HDRHistogram(layout: all.layout) } ?? all,
        effect: effect(on: gate, above: nanoseconds))
    case .errors(let share):
      JudgedGate(gate, errors: errors, of: planned, below: share, effect: 1)
    }
  }

  /// Returns the design effect of requests that are close in time.
  private func effect(on gate: LoadGate, above limit: UInt64) -> Double {
    let samples = samples.filter { gate.kind == nil || gate.kind == $0.name }
    let seconds = (samples.map(\.second).max() ?? 0) + 1
    var totals = Array(repeating: 0, count: seconds)
    var hits = totals
    for sample in samples {
      totals[sample.second] += 1
      if sample.nanoseconds >= limit { hits[sample.second] += 1 }
    }
    return BlockEffect.factor(hits: hits, of: totals) ?? 1
  }
}

extension DifferenceFound {
  init(_ difference: Difference) {
    var said: [Difference.Side: String] = [:]
    said[difference.sides.expected] = difference.expected
    said[difference.sides.found] = difference.found
    self.init(
      subject: difference.subject.rawValue, person: difference.person, promise: said[.promise],
      simulator: said[.simulator], service: said[.service], rules: difference.rules,
      story: difference.story)
  }
}

/// One rehearsal, with progress.
package struct RehearsalWork {
  private let choice: RehearsalChoice
  /// The settings of the service.
  private let profile: Profile
  private let service: RehearsalStage.Service
  private let console: any Console

  init(
    _ choice: RehearsalChoice, _ profile: Profile, of service: RehearsalStage.Service,
    _ console: any Console
  ) {
    self.choice = choice
    self.profile = profile
    self.service = service
    self.console = console
  }

  /// Whether an interrupt occurred.
  private final class InterruptFlag: Sendable {
    let isSet = Atomic(false)
  }

  /// The results of a rehearsal.
  package struct Result {
    let choice: RehearsalChoice
    let profileOfService: Profile
    let script: RehearsalScript
    let outcome: Rehearsal.Outcome
  }

  /// Writes the script and replays it; `nil` after an interrupt before the script was complete.
  func run() throws -> Result? {
    let flag = InterruptFlag()
    let watch = console.watchForInterrupts { flag.isSet.store(true, ordering: .relaxed) }
    defer { withExtendedLifetime(watch) {} }
    let goesOn = { !flag.isSet.load(ordering: .relaxed) }
    let plan = choice.plan
    let script = try RehearsalScript(of: choice.scenario.plan, seed: plan.seed) { progress in
      console.show(progress: "simulating: \(Int(progress.share * 100))%")
      return goesOn()
    }
    guard let script else { return nil }
    let processors = try ThisThread.processors()
    let running = try KillableService(
      of: service.tool ?? console.tool, following: profile, in: service.folder,
      on: processors)
    defer { running.stop() }
    let rehearsal = Rehearsal(
      of: script,
      at: Rehearsal.Pace(
        rate: Double(plan.rate), connections: plan.connections, kills: plan.kills),
      seed: plan.seed)
    let outcome = try rehearsal.run(against: running) { progress in
      console.show(progress: line(progress))
      return goesOn()
    }
    console.show(progress: "")
    return Result(
      choice: choice, profileOfService: profile, script: script, outcome: outcome)
  }

  private func line(_ progress: Rehearsal.Progress) -> String {
    switch progress {
    case .replaying(let finished, let count):
      let left = (count - finished) / choice.plan.rate
      return "replaying: \(finished) of \(count) requests answered, about \(left) s left"
    case .reconciling: return "comparing the results"
    }
  }
}
