package import GrowthloopFindings
import GrowthloopStudies
import Profiles
import Statistics
package import GrowthloopReports
import Vocabulary

extension RegressFindings {
  /// Creates the findings of a comparison of times.
  package init(
    _ outcome: RegressionOutcome, _ times: Times, of plan: String, title: String,
    _ baseline: String, _ candidate: String, command: String
  ) {
    self.init()
    self.command = command
    self.title = title
    planKind = plan
    self.baseline = baseline
    self.candidate = candidate
    tolerance = outcome.tolerance.share
    var times = times
    // A visible difference holds in spite of the generator; a missing one may be hidden.
    if times.reason == .generatorLimited, outcome.call != .noDifference { times.reason = nil }
    verdict = times.reason == nil ? outcome.call : .undecided
    times.machine = Machine.description
    times.build = Machine.build
    times.confidence = outcome.confidence
    times.partial = times.rounds < times.roundsWanted
    times.figures = outcome.comparisons.map { Measured($0) }
    self.times = times
  }

  /// Creates the findings of two results of the same scenario and seed.
  package init(
    _ baseline: MeasuredFolder, _ candidate: MeasuredFolder, command: String,
    judging metric: String, tolerance: Tolerance
  ) throws {
    self.init()
    func refuseOthers(_ key: String, _ path: KeyPath<MeasuredFolder.Head, String?>) throws {
      let (old, new) = (baseline.run[keyPath: path], candidate.run[keyPath: path])
      guard old != new else { return }
      throw UnfitInput(
        description: "'\(baseline.name)' has another \(key) than '\(candidate.name)': "
          + "\(old ?? "none"), not \(new ?? "none")")
    }
    try refuseOthers("seed", \.shownSeed)
    try refuseOthers("title", \.title)
    let comparison = GrowthComparison(
      baseline: try ReplicationTable(of: baseline), candidate: try ReplicationTable(of: candidate))
    self.command = command
    title = candidate.run.title ?? "A growth scenario"
    planKind = Self.growthPlan
    self.baseline = baseline.name
    self.candidate = candidate.name
    self.tolerance = tolerance.share
    // For a metric without a target below a limit, greater is better.
    let side = Metric.named(metric)?.target?.limit.side
    verdict = comparison.call(metric, isBetterGreater: side != .below, tolerance: tolerance)
    growth = Growth(comparison, judging: metric, Self.rules(baseline, candidate))
    growth?.isBetterLess = side == .below
  }

  private static func rules(
    _ baseline: MeasuredFolder, _ candidate: MeasuredFolder
  ) -> [Spoken] {
    func means(_ folder: MeasuredFolder) -> [String: Double] {
      Dictionary((folder.run.rules ?? []).map { ($0.rule, $0.mean ?? 0) }) { first, _ in first }
    }
    let (before, after) = (means(baseline), means(candidate))
    return Set(before.keys).union(after.keys).map { rule in
      Spoken(
        rule, meaning: RuleBook.rule(rule)?.meaning, baseline: before[rule] ?? 0,
        candidate: after[rule] ?? 0)
    }.filter { $0.difference != 0 }.sorted {
      ($1.difference.magnitude, $0.rule) < ($0.difference.magnitude, $1.rule)
    }
  }

  /// The exit code of the comparison.
  package var exitCode: ExitCode {
    if isPartial { return .interrupted }
    return switch verdict {
    case .worse: .gateMissed
    case .undecided: .gateUndecided
    case .better, .noDifference: .success
    }
  }
}

extension MeasuredFolder.Head {
  fileprivate var shownSeed: String? { seed.map { "\($0)" } }
}

extension ReplicationTable {
  fileprivate init(of folder: MeasuredFolder) throws {
    guard folder.has("replications.csv") else {
      throw UnfitInput(
        description:
          "'\(folder.name)' has no replications.csv: 'growthloop simulate --out' writes it")
    }
    do {
      try self.init(try folder.text("replications.csv"))
    } catch let mistake as ReplicationTable.Mistake {
      throw UnfitInput(description: "'\(folder.name)/replications.csv', \(mistake)")
    }
  }
}

extension Measured<RegressFindings.Figure> {
  fileprivate init(_ comparison: FigureComparison) {
    let figure = comparison.figure
    self.init(
      RegressFindings.Figure(
        figure.name, unit: figure.unit, baseline: figure.medians.baseline,
        candidate: figure.medians.candidate, baselineRuns: figure.baseline,
        candidateRuns: figure.candidate, secondOpinion: comparison.estimate?.secondOpinion,
        smallestVisible: comparison.smallestVisible, call: comparison.call),
      Measure(comparison.estimate?.ratio, in: .ratio))
  }
}

extension RegressFindings.Growth {
  fileprivate init(
    _ comparison: GrowthComparison, judging metric: String, _ rules: [RegressFindings.Spoken]
  ) {
    self.init()
    replications = comparison.replications
    identical = comparison.identical
    isIdentical = comparison.isIdentical
    judged = metric
    isUndefined = comparison.movements.allSatisfy { $0.metric != metric || $0.paired.count == 0 }
    metrics = comparison.movements.map { Measured($0, of: comparison.replications) }
    self.rules = rules
    lostMetrics = comparison.lost
    newMetrics = comparison.gained
  }
}

extension Measured<RegressFindings.Movement> {
  fileprivate init(_ movement: GrowthComparison.Movement, of replications: Int) {
    let known = Metric.named(movement.metric)
    let difference = movement.paired.difference
    self.init(
      RegressFindings.Movement(
        movement.metric, unit: known?.unit ?? "", moved: movement.isMoved,
        baseline: movement.paired.before.mean, candidate: movement.paired.after.mean,
        standardErrors: difference.mean.flatMap { mean in
          difference.standardError.flatMap { $0 == 0 ? nil : mean.magnitude / $0 }
        }),
      Measure(
        difference.mean, movement.estimate, in: known?.style ?? .ratio,
        count: movement.paired.count,
        of: replications))
  }
}
