public import GrowthloopFindings
import GrowthloopModel
public import GrowthloopPlans
import Invites
import Profiles
package import Statistics
package import Vocabulary

extension SimulationFindings {
  /// Creates the findings of a study of `scenario`; `changes` are its differences from profile and
  /// defaults.
  public init(
    _ outcome: StudyOutcome, of scenario: GrowthScenario, _ setup: Setup,
    changes: [SettingDifference], command: String, keepsDays: Bool = true
  ) {
    self.init()
    self.command = command
    title = scenario.title
    question = scenario.question
    answeringMetric = scenario.answer
    let profile = outcome.study.plan.profile
    self.profile = profile.id.rawValue
    self.changes = changes.map { ScenarioChange($0.name, profile: $0.base, value: $0.variant) }
    seed = outcome.study.seed
    replicationsWanted = outcome.study.most
    replications = outcome.replicates.count
    ending = outcome.ending
    isPartial = outcome.isPartial
    let shown = Metric.places(in: outcome.study.plan)
      .map { (place: $0, summary: outcome.summary(at: $0)) }.filter { $0.summary.isCounted }
    let limits = Scorecard.limits(scenario.targets, in: profile)
    metrics = shown.map {
      Measured(
        $0.summary, of: outcome.replicates.count, target: limits[$0.summary.metric.key])
    }
    course = metrics.first { $0.metric == LoopCourse.metric }.map {
      LoopCourse(outcome.series, from: scenario.start, inviting: $0.measured)
    }
    headline = Metric.headline + Metric.money.map(\.key).filter { self[$0] != nil }
    uncertainty = UncertainInputs(outcome, of: Metric.headline)
    breakdowns = MetricBreakdown.all(outcome.study.plan.behaviour.recipients)
    scorecard = Scorecard.rows(scenario.targets, in: profile)
    if scenario.targets == .document {
      breakdowns.append(.judgement)
      targets = profile.metrics.targets.shortName
      targetsThatConflict = SeedTargets.sentences
      unanswered = Metric.unansweredGoals.map { Gap(id: $0.id, reason: $0.reason) }
    }
    gates = outcome.study.watch.map { _ in outcome.gates }
    rules = outcome.rules.map {
      RuleCount(
        rule: $0.rule.description, meaning: RuleBook.rule($0.rule.description)?.meaning,
        mean: $0.mean)
    }
    let credits = outcome.credit.map(RuleCredit.init)
    credit = credits.isEmpty ? [] : [RuleCredit(all: outcome)] + credits
    hasDashboard = profile.visibility.dashboardEnabled
    dashboards = outcome.screens
    if !dashboards.isEmpty {
      dashboardLabels = [
        DashboardText.sentLabel, DashboardText.installedLabel, DashboardText.completedLabel,
      ]
    }
    showsDashboards = !outcome.study.persons.isEmpty
    digests = outcome.replicates.map(\.digest)
    parameters = setup.parameters
    replicates = outcome.replicates.map { replicate in
      let values = replicate.values
      return ReplicateFound(
        number: Int(replicate.number), events: replicate.events,
        values: shown.map { values[$0.place] })
    }
    if keepsDays { days = outcome.series.found }
  }

  /// Returns the same findings with the metrics of these keys alone, in the order of all metrics.
  public func with(_ keys: [String]) -> SimulationFindings {
    var narrowed = self
    narrowed.metrics = metrics.filter { keys.contains($0.metric) }
    narrowed.breakdowns = []
    narrowed.replicates = nil
    narrowed.days = nil
    return narrowed
  }
}

extension LoopCourse {
  /// Creates the course of days of which the first is that of `start`.
  package init(_ series: DaySeries, from start: Instant, inviting invited: Measure) {
    let days = series.days.count
    let place = DaySeries.columns.firstIndex { $0.name == "active" }
    func mean(_ week: Range<Int>) -> Double? {
      guard days >= 14, let place else { return nil }
      return week.reduce(0) { $0 + (series.days[$1][place].mean ?? 0) } / 7
    }
    let first = CivilDate(of: start, in: .utc)
    let last = CivilDate(of: start + .days(Int64(days - 1)), in: .utc)
    self.init(
      days: days, from: first.inWords, to: last.inWords, invited: invited,
      activeAtFirst: mean(0..<7), activeAtLast: mean(days - 7..<days))
  }
}

extension Measured<MetricSubject> {
  init(_ summary: MetricSummary, of replications: Int, target: GateLimit?) {
    let metric = summary.metric
    self.init(
      MetricSubject(
        metric: metric.key, name: metric.name, unit: metric.unit, definition: metric.definition,
        answers: metric.answers, target: target, meetsTarget: target.flatMap(summary.meets)),
      Measure(
        summary.mean, summary.estimate, in: metric.style, count: summary.count, of: replications))
  }
}

extension RuleCredit {
  init(_ credit: StudyOutcome.RuleCredit) {
    self.init(
      rule: credit.rule.description, meaning: RuleBook.rule(credit.rule.description)?.meaning,
      verdicts: Self.counts(credit.verdicts))
  }

  /// Creates the decisions of all rules together.
  init(all outcome: StudyOutcome) {
    let moments = CreditVerdict.allCases.map { verdict in
      EventMoments(
        outcome.replicates.map { replicate in
          EventCounts(replicate.credit.values.reduce(0) { $0 + $1[verdict] }, per: 1)
        })
    }
    self.init(rule: nil, meaning: nil, verdicts: Self.counts(moments))
  }

  private static func counts(_ moments: [EventMoments]) -> [Measured<CreditVerdictName>] {
    zip(CreditVerdict.allCases, moments).map { verdict, moments in
      Measured(
        CreditVerdictName("\(verdict)"),
        Measure(moments.mean, moments.estimate(of: .creditByRule), in: .count))
    }
  }
}

extension InviterDashboard {
  init(_ screen: InviterScreen, app: AppIdentity) {
    self.init(person: screen.person)
    let dashboard: Dashboard?
    switch screen.state {
    case .default(let shown): (state, dashboard) = ("default", shown)
    case .partial(let shown): (state, dashboard) = ("partial", shown)
    case .empty: (state, dashboard) = ("empty", nil)
    case .loading, .error, .offline, nil: (state, dashboard) = (nil, nil)
    }
    sent = dashboard?.figures.sent
    installed = dashboard?.figures.installed
    completed = dashboard?.figures.completed
    bar = dashboard?.bar
    summary = dashboard?.summaryLine(app: app)
    joined = dashboard?.rows.map(\.joined.inWords) ?? []
  }
}

extension DaySeries {
  /// The means of each day with their intervals.
  fileprivate var found: FigureSeries {
    FigureSeries(
      over: "day",
      Self.columns.enumerated().map { place, column in
        FigureSeries.Column(
          column.name, .count,
          measured: days.map { Measure($0[place].mean, $0[place].dayEstimate(), in: .count) })
      })
  }
}
