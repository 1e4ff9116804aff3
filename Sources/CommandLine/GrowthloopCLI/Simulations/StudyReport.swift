import Experiments
import Gates
import GrowthModel
import Invites
import Profiles
import Scenarios
import Statistics
import Vocabulary

/// What `simulate` tells: the same facts as a table and as `run.json`.
struct StudyReport: Encodable {
  let kind = "simulate"
  /// What gives these results again, to the byte.
  let command: String
  let title: String
  let question: String?
  let profile: String
  /// The settings in which the scenario leaves its profile, and the parameters in which it leaves
  /// their defaults.
  let changes: [Change]
  let seed: UInt64
  let replicationsWanted: Int
  let replications: Int
  let ending: String
  let isPartial: Bool
  /// In the order of all metrics.
  private(set) var metrics: [Row]
  /// The keys of the metrics that a summary shows.
  let headline = Metric.headline
  /// The metrics that stand side by side.
  private(set) var breakdowns = Breakdown.all
  /// The document whose targets are chosen by metrics.profile, and what it asks.
  let targets: String
  let scorecard: [Score]
  /// Left out where the scenario has none.
  let gates: [Gate]?
  let rules: [Spoken]
  /// Who was credited, against the truth: by all rules of credit together, and by each.
  let credit: [CreditReport]
  /// Whether the profile lets inviters see what became of their invites.
  let hasDashboard: Bool
  /// What the busiest inviters would see of it in the first replication, and those asked for.
  let dashboards: [InviterReport]
  /// Whether anybody's was asked for.
  let showsDashboards: Bool
  /// The digest of all events of each replication.
  let digests: [String]
  let targetsThatConflict = SeedTargets.sentences
  let unanswered = Metric.unanswered.map { Gap(id: $0.id, reason: $0.reason) }
  let parameters: [RunParameter]

  struct Change: Encodable {
    let setting: String
    /// What the profile has, or the default.
    let profile: String?
    let value: String?
  }

  struct Row: Encodable {
    let metric: String
    let name: String
    let unit: String
    let style: String
    let definition: String
    let answers: [String]
    let target: String?
    let meetsTarget: Bool?
    let replications: Int
    let mean: Double?
    let low: Double?
    let high: Double?
    let confidence: Double?
    let evidence: EvidenceReport?
  }

  struct Gate: Encodable {
    let gate: String
    let metric: String
    let verdict: GateVerdict
    let replications: Int
    let mean: Double?
    let low: Double?
    let high: Double?
    let confidence: Double?
    let evidence: EvidenceReport?
  }

  struct Score: Encodable {
    let id: String
    let role: String
    /// The keys of the metrics that answer; empty where nothing here does.
    let metrics: [String]
  }

  struct Spoken: Encodable {
    let rule: String
    let meaning: String?
    let mean: Double
  }

  struct Gap: Encodable {
    let id: String
    let reason: String
  }

  init(_ outcome: StudyOutcome, of choice: ChosenScenario, command: String) {
    self.command = command
    title = choice.scenario.title
    question = choice.scenario.question
    let plan = outcome.study.plan
    profile = plan.profile.id.rawValue
    changes = choice.changes.map {
      Change(setting: $0.name, profile: $0.base, value: $0.variant)
    }
    seed = outcome.study.seed
    replicationsWanted = outcome.study.most
    replications = outcome.replicates.count
    ending = outcome.ending.rawValue
    isPartial = outcome.isPartial
    metrics = outcome.summaries.map(Row.init)
    targets = plan.profile.metrics.targets.rawValue
    scorecard = Scorecard.entries(of: plan.profile.metrics.targets).map {
      Score(id: $0.id, role: $0.role.rawValue, metrics: $0.metrics)
    }
    gates = outcome.study.watch.map { _ in outcome.judgements.map(Gate.init) }
    rules = outcome.rules.map {
      Spoken(
        rule: $0.rule.description, meaning: RuleBook.rule($0.rule.description)?.meaning,
        mean: $0.mean)
    }
    let credits = outcome.credit.map(CreditReport.init)
    credit = credits.isEmpty ? [] : [CreditReport(all: outcome)] + credits
    hasDashboard = plan.profile.visibility.dashboardEnabled
    dashboards = outcome.screens.map { InviterReport($0, app: plan.profile.app) }
    showsDashboards = !outcome.study.persons.isEmpty
    digests = outcome.replicates.map(\.digest)
    parameters = RunParameter.all(of: choice.setup)
  }
}

extension StudyReport {
  /// The report with the metrics alone that somebody chose; with all where nobody did.
  func with(_ choice: MetricChoice) -> StudyReport {
    var report = self
    if !choice.isUsual {
      report.metrics = choice.places.map { metrics[$0] }
      report.breakdowns = []
    }
    return report
  }
}

extension StudyReport.Gate {
  init(_ judgement: MetricJudgement) {
    self.init(
      gate: judgement.gate.description, metric: judgement.metric.key, verdict: judgement.verdict,
      replications: judgement.count, mean: judgement.mean, low: judgement.estimate?.low,
      high: judgement.estimate?.high, confidence: judgement.estimate?.confidence,
      evidence: EvidenceReport(judgement.estimate))
  }
}

extension StudyReport.Row {
  init(_ summary: MetricSummary) {
    let estimate = summary.estimate
    self.init(
      metric: summary.metric.key, name: summary.metric.name, unit: summary.metric.unit,
      style: summary.metric.style.rawValue,
      definition: summary.metric.definition, answers: summary.metric.answers,
      target: summary.metric.target.map { "\($0.side.rawValue) \($0.value)" },
      meetsTarget: summary.meetsTarget,
      replications: summary.count, mean: summary.mean, low: estimate?.low, high: estimate?.high,
      confidence: estimate?.confidence, evidence: EvidenceReport(estimate))
  }
}
