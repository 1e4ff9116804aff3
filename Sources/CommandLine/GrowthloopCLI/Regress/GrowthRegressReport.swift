import Experiments
import JSON
import Profiles
import Regressions
import Statistics
import Vocabulary

/// What two builds make of a growth scenario under the same luck, for people and for programs.
struct GrowthRegressReport {
  let command: String
  let title: String
  let baseline: String
  let candidate: String
  let comparison: GrowthComparison
  let tolerance: Tolerance
  /// What is judged.
  let metric: String
  let rules: [Spoken]

  /// A rule that spoke more or less often, on average over the replications.
  struct Spoken: Encodable {
    let rule: String
    let meaning: String?
    let baseline, candidate, difference: Double
  }

  /// Compares two results of the same scenario and seed.
  init(
    _ baseline: ResultFiles, _ candidate: ResultFiles, command: String, judging metric: String,
    tolerance: Tolerance
  ) throws {
    self.command = command
    title = candidate.run["title"]?.word ?? "A growth scenario"
    self.baseline = baseline.name
    self.candidate = candidate.name
    for key in ["seed", "title"] where baseline.run[key] != candidate.run[key] {
      throw UnfitInput(
        description: "'\(baseline.name)' has another \(key) than '\(candidate.name)': "
          + "\(baseline.run[key]?.brief ?? "none"), not \(candidate.run[key]?.brief ?? "none")")
    }
    comparison = GrowthComparison(
      baseline: try Self.table(of: baseline), candidate: try Self.table(of: candidate))
    self.metric = metric
    self.tolerance = tolerance
    rules = Self.rules(baseline, candidate)
  }

  private static func table(of files: ResultFiles) throws -> ReplicationTable {
    guard files.has("replications.csv") else {
      throw UnfitInput(
        description:
          "'\(files.name)' has no replications.csv: 'growthloop simulate --out' writes it")
    }
    do {
      return try ReplicationTable(try files.text("replications.csv"))
    } catch let mistake as ReplicationTable.Mistake {
      throw UnfitInput(description: "'\(files.name)/replications.csv', \(mistake)")
    }
  }

  private static func rules(_ baseline: ResultFiles, _ candidate: ResultFiles) -> [Spoken] {
    func means(_ files: ResultFiles) -> [String: Double] {
      let spoken = (files.run["rules"]?.elements ?? []).compactMap { rule in
        rule["rule"]?.word.flatMap { name in rule["mean"]?.amount.map { (name, $0) } }
      }
      return Dictionary(spoken) { first, _ in first }
    }
    let (before, after) = (means(baseline), means(candidate))
    return Set(before.keys).union(after.keys).map { rule in
      let (base, other) = (before[rule] ?? 0, after[rule] ?? 0)
      return Spoken(
        rule: rule, meaning: RuleBook.rule(rule)?.meaning, baseline: base, candidate: other,
        difference: other - base)
    }.filter { $0.difference != 0 }.sorted {
      ($1.difference.magnitude, $0.rule) < ($0.difference.magnitude, $1.rule)
    }
  }

  var call: RegressionCall {
    // What no document asks to be low had better be high.
    let side = Metric.named(metric)?.target?.side
    return comparison.call(
      metric, isBetterGreater: side != .below && side != .atMost, tolerance: tolerance)
  }

  var exitCode: ExitCode { ExitCode(of: call) }

  func files() throws -> [(name: String, text: String)] {
    [("run.json", try json()), ("summary.md", text(isMarkdown: true))]
  }
}

extension GrowthRegressReport: Encodable {
  private enum Key: String, CodingKey {
    case kind, planKind, command, title, baseline, candidate, replications, identical, tolerance
    case judged, verdict, metrics, rules, lostMetrics, newMetrics
  }

  private struct Movement: Encodable {
    let metric, unit: String
    let style: String
    let replications: Int
    let moved: Bool
    let baseline, candidate, difference, low, high: Double?

    init(_ movement: GrowthComparison.Movement) {
      metric = movement.metric
      let known = Metric.named(metric)
      unit = known?.unit ?? ""
      style = (known?.style ?? .ratio).rawValue
      replications = movement.paired.count
      moved = movement.isMoved
      baseline = movement.paired.before.mean
      candidate = movement.paired.after.mean
      difference = movement.paired.difference.mean
      low = movement.estimate?.low
      high = movement.estimate?.high
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode("regress", forKey: .kind)
    try fields.encode(PlanKind.growth, forKey: .planKind)
    try fields.encode(command, forKey: .command)
    try fields.encode(title, forKey: .title)
    try fields.encode(baseline, forKey: .baseline)
    try fields.encode(candidate, forKey: .candidate)
    try fields.encode(comparison.replications, forKey: .replications)
    try fields.encode(comparison.identical, forKey: .identical)
    try fields.encode(tolerance.share, forKey: .tolerance)
    try fields.encode(metric, forKey: .judged)
    try fields.encode(call, forKey: .verdict)
    try fields.encode(comparison.movements.map { Movement($0) }, forKey: .metrics)
    try fields.encode(rules, forKey: .rules)
    try fields.encode(comparison.lost, forKey: .lostMetrics)
    try fields.encode(comparison.gained, forKey: .newMetrics)
  }
}
