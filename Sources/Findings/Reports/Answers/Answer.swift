public import GrowthloopFindings
import Statistics

/// The answer with which a report opens, before any table.
public struct ReportAnswer: Hashable, Sendable {
  /// The answer to the question, with its interval, a paragraph a line.
  public let lead: String
  /// The inputs on which the answer rests most, a paragraph a line; `nil` where they are not known.
  public let basis: String?
  /// The change that would move the answer most; `nil` where none is known.
  public let change: String?

  public init(_ lead: String, basis: String? = nil, change: String? = nil) {
    self.lead = lead
    self.basis = basis.flatMap { $0.isEmpty ? nil : $0 }
    self.change = change
  }

  /// The paragraphs of the lead.
  var leads: [String] { lead.split(separator: "\n").map(String.init) }

  /// What it rests on and what would change it.
  var grounds: [String] {
    [basis, change].compactMap(\.self).joined(separator: " ").split(separator: "\n").map(
      String.init)
  }

  /// All paragraphs, the most important first.
  var paragraphs: [String] { leads + grounds }
}

/// A parameter beside a metric of the same quantity, where both differ, or where a scenario says it.
struct EchoedInput {
  let parameter: String
  let given: Double
  let figure: Figure
  /// The reason why they differ; `nil` where they agree.
  let reason: String?

  /// A parameter, the metric that counts the same, and the reason for a difference.
  private struct Pair {
    let parameter: String
    let metric: String
    let reason: @Sendable (Figures) -> String
  }

  private static func pair(_ parameter: String, _ metric: String, _ reason: String) -> Pair {
    Pair(parameter: parameter, metric: metric) { _ in reason }
  }

  /// Returns the reason of both answers to a card, with the share of visits that had this answer.
  private static func visits(_ answer: String) -> @Sendable (Figures) -> String {
    { figures in
      let standing =
        "A card stays until it is answered, and each session that sees it draws anew: the parameter is per "
        + "session, the metric per card"
      let shares = [
        "prompts.tapShare", "prompts.dismissShare", "prompts.ignoredPerShown",
      ].map { figures[$0]?.measured.value ?? .nan }
      let all = shares.reduce(0, +)
      guard all > 0, let own = figures[answer]?.measured.value else { return "\(standing)." }
      return "\(standing). Per session it is \(NumberStyle.share.text(own / all))."
    }
  }

  private static let loop = [
    Pair(
      parameter: "sharing.promptTap", metric: "prompts.tapShare",
      reason: visits("prompts.tapShare")),
    Pair(
      parameter: "sharing.promptDismiss", metric: "prompts.dismissShare",
      reason: visits("prompts.dismissShare")),
    pair(
      "recipients.tap", "conversion.tapped",
      "People take their time: an invite near the end of the run is opened after it, and not counted."
    ),
    pair(
      "recipients.install", "conversion.installed",
      "The parameter is of people who could install: the metric also counts taps of members, and on phones "
        + "that the app does not run on."),
  ]

  private static let afterwards = [
    pair(
      "use.returnOnPush", "after.returnShare",
      "An inviter who left the app, or a run that ends first, leaves a notification without a return."
    ),
    pair(
      "use.uninstall", "uninstall.organic",
      "The parameter is of those who stop using the app; the metric is of all first launches, and counts a "
        + "week."),
  ]

  private static let retention = "use.retention."

  /// Returns the activity of a day, as a scenario says it and as newcomers of the run had it who came
  /// that long before the end.
  private static func retention(_ parameter: Parameter) -> Pair? {
    guard parameter.name.hasPrefix(retention) else { return nil }
    return pair(
      parameter.name, "retention.active.day\(parameter.name.dropFirst(retention.count))",
      "Friends, pushes, weekends and dismissed prompts lengthen or shorten a stay. Under "
        + "'use.retentionMeans: stay' the parameter is of those who have not left, with a session that day "
        + "or without.")
  }

  /// The parameters and metrics that are laid side by side, besides the shares of retention.
  static var names: [(parameter: String, metric: String)] {
    (loop + afterwards).map { ($0.parameter, $0.metric) }
  }

  /// Returns the parameters whose metric has an interval that excludes them, and the shares of
  /// retention that the scenario says.
  static func all(
    _ parameters: [Parameter], _ figures: Figures, said: Set<String> = []
  ) -> [EchoedInput] {
    (loop + parameters.compactMap(retention) + afterwards).compactMap { pair in
      guard let written = parameters.first(where: { $0.name == pair.parameter }),
        let given = Double(written.value), let figure = figures[pair.metric],
        let interval = figure.measured.interval
      else { return nil }
      let agrees = interval.contains(given)
      guard !agrees || said.contains(pair.parameter) && pair.parameter.hasPrefix(retention)
      else { return nil }
      return EchoedInput(
        parameter: pair.parameter, given: given, figure: figure,
        reason: agrees ? nil : pair.reason(figures))
    }
  }
}

extension Measured<FittedInput> {
  /// What was moved, from where to where, whether that is usual, and what comes of it.
  package var sentence: String {
    let style = measured.style
    let moved = subject.moves.map(\.words).joined(separator: ", ")
    func text(_ number: Double) -> String {
      style == .count && number >= 1_000 ? NumberText.grouped(number.rounded()) : style.text(number)
    }
    return
      "\(subject.name): you observed \(text(subject.observed)), the fit gives "
      + "\(measured.value.map(text) ?? "–") \(subject.unit). "
      + (moved.isEmpty ? "Nothing had to move" : "For that it moved \(moved)")
  }
}

extension FittedInput.Move {
  private func text(_ number: Double) -> String {
    isShare ? NumberStyle.share.text(number) : NumberStyle.ratio.text(number)
  }

  private func spelled(_ value: String) -> String {
    Double(value).map { isShare ? text($0) : value } ?? value
  }

  /// The move: `sharing.visit 2.0% → 1.2%`.
  fileprivate var ends: String { "\(input) \(before.map(spelled) ?? "none") → \(spelled(after))" }

  /// Whether it leads out of what is usual or assumed.
  fileprivate var isOutside: Bool {
    usual.flatMap { usual in Double(after).map { !usual.contains($0) } } ?? false
  }

  /// The move beside what is usual: `sharing.visit 2.0% → 1.2% (within the assumed 1.0% to 3.9%)`.
  fileprivate var words: String {
    guard let usual, Double(after) != nil else { return ends }
    let range = "\(text(usual.lowerBound)) to \(text(usual.upperBound))"
    return
      "\(ends) (\(isOutside ? "outside of" : "within") the \(isAssumed ? "assumed" : "usual") \(range))"
  }
}

extension SimulationFindings {
  /// The inputs that were moved so that measured outputs come out; `nil` for none.
  var fittedSection: Section? {
    fitted.map { fitted in
      Section(
        "What was fitted to your numbers", anchor: "fitted", [.list(fitted.map(\.sentence))])
    }
  }

  /// The parameters beside what came out of them; `nil` where all agree.
  var echoSection: Section? {
    let figures = Figures(self)
    let measured = (fitted ?? []).compactMap { input in
      figures[input.metric].map { figure in
        EchoedInput(
          parameter: "observed.\(input.metric)", given: input.observed, figure: figure,
          reason: figure.measured.interval?.contains(input.observed) == false
            ? "The fit met \(input.measured.textWithInterval) with other random numbers." : nil)
      }
    }
    let echoes =
      measured + EchoedInput.all(parameters, figures, said: Set(changes.map(\.setting)))
    guard !echoes.isEmpty else { return nil }
    let otherwise = echoes.contains { $0.reason == nil } ? "" : " otherwise"
    return Section(
      "What went in, and what came out\(otherwise)", anchor: "echoes",
      [
        .table(
          Table(
            [
              "parameter", .number("went in"), "measured as", .number("came out"),
              "why they differ",
            ],
            echoes.map { echo in
              [
                echo.parameter, echo.figure.measured.style.text(echo.given),
                "\(echo.figure.label ?? echo.figure.key), \(echo.figure.unit)",
                echo.figure.measured.textWithInterval, echo.reason ?? "They agree.",
              ]
            }))
      ])
  }
}

/// The metric that answers a question, with the parameters that may move it.
public struct RankedAnswer: Sendable {
  /// The metric of a question that names none.
  public static let usual = HeadlineMetric.usual

  public let metric: String
  /// The names of the parameters that it is computed through; empty where they are not known.
  public let parameters: [String]
  /// Those of them that a scenario switches on, and that speak to what it is about.
  public let added = HeadlineMetric.added

  public init(_ metric: String) {
    self.metric = metric
    parameters = HeadlineMetric.chain(of: metric) ?? []
  }
}

extension RankedAnswer {
  /// What a dismissed prompt costs, and the most that is supposed where it costs nothing.
  public static let dismissalCost = (key: "sharing.dismissalCost", most: 0.3)

  /// Returns the inputs that a change of these settings and parameters turns on beside the loop, and
  /// that therefore run whatever they move.
  public func companions(of changed: Set<String>) -> Set<String> {
    let isPlaced = changed.contains { $0.hasPrefix("market.") || $0.hasPrefix("arrivals.") }
    let crowd: Set = ["market.communitySize", "market.communityShare", "arrivals.seeds"]
    return isPlaced ? added.union(crowd) : added
  }
}

/// Findings whose answer says which inputs it rests on most.
public protocol RankedFindings: ReplicatedFindings {
  var isPartial: Bool { get set }
  /// The inputs by their movement of the answer; `nil` where they were not ranked.
  var ranking: [Measured<InputMove>]? { get set }
  /// What to rank the inputs by, and which.
  var rankedAnswer: RankedAnswer { get }
}

extension SimulationFindings: RankedFindings {
  public var rankedAnswer: RankedAnswer { RankedAnswer(headlineKey) }
}

extension ComparisonFindings: RankedFindings {
  public var rankedAnswer: RankedAnswer { RankedAnswer(headlineKey) }
}

extension SimulationFindings {
  /// The key of the metric that answers the question.
  ///
  /// A run that is too short for the usual one is answered by that of a month.
  var headlineKey: String {
    if let answeringMetric { return answeringMetric }
    let isShort = self[HeadlineMetric.usual].map { $0.measured.value == nil } ?? false
    return isShort ? HeadlineMetric.usualOfShortRuns : HeadlineMetric.usual
  }

  /// The metrics of the first table: the headline first, and of the viral coefficients one alone.
  var openingKeys: [String] {
    let coefficient = headlineKey.hasPrefix("k.") ? headlineKey : HeadlineMetric.usual
    let others = headline.filter { !$0.hasPrefix("k.") && $0 != headlineKey }
    return (headlineKey == coefficient ? [headlineKey] : [headlineKey, coefficient]) + others
  }

  /// The opening of the report: what the run answers, and on what the answer rests.
  public var answer: ReportAnswer? {
    let figures = Figures(self)
    guard let figure = figures[headlineKey] else { return nil }
    guard figure.measured.value != nil else {
      return ReportAnswer(
        "Not answered: \(figure.label ?? figure.key) (\(figure.key)) has no value in this run.")
    }
    let metric = HeadlineMetric(
      figure.key, label: figure.label, unit: figure.unit, style: figure.measured.style)
    let interval =
      figure.measured.interval == nil
      ? "" : " (\(figure.measured.intervalName): \(figure.measured.ends))"
    let itself = [
      "\(metric.sentence(figure.measured.text))\(interval)\(goalClause(figure)).",
      metric.formula.map { "That is \(figure.key): \($0)." },
    ].compactMap(\.self)
    // The sentence on people has said it.
    let isSaid = figure.key == PeopleByInvite.metric && course?.sentence != nil
    let lead =
      (isSaid && goalClause(figure).isEmpty ? [] : itself)
      + [coefficient(in: figures), goalsSentence].compactMap(\.self)
    let change = WayToGoal(to: figure, in: figures).flatMap { way in
      figure.verdict == .kept ? nil : "What would move it most: \(way.words)."
    }
    return ReportAnswer(
      [
        course?.sentence, strained, lead.isEmpty ? nil : lead.joined(separator: " "),
        money?.sentences, rewarded,
        chain(to: figure, in: figures),
      ]
      .compactMap(\.self).joined(separator: "\n"),
      basis: metric.foundation(in: parameters, ranking), change: change)
  }

  private var strained: String? {
    fitted?.caution.map { "\($0) All of them stand under 'What was fitted to your numbers'." }
  }

  /// What was measured is taken to have a reward in it that a scenario gives.
  private var rewarded: String? {
    guard fitted != nil, let reward = money?.reward, reward.inviter + reward.friend > 0 else {
      return nil
    }
    return
      "What you observed is taken to be with this reward. If the reward is new, compare the scenario "
      + "without it to this one: 'growthloop compare BASE THIS'."
  }

  /// The viral coefficient, beside an answer that is none; `nil` where it has no value.
  private func coefficient(in figures: Figures) -> String? {
    guard !headlineKey.hasPrefix("k."), let figure = figures[HeadlineMetric.usual],
      figure.measured.interval != nil
    else { return nil }
    let metric = HeadlineMetric(
      figure.key, label: figure.label, unit: figure.unit, style: figure.measured.style)
    return "The viral coefficient K: \(metric.sentence(figure.measured.text).lowercasedAtStart) "
      + "(\(figure.measured.intervalName): \(figure.measured.ends))."
  }

  /// The steps that multiply to `k.cohort`, and what is missing at their end; `nil` for other metrics, and
  /// where a step was never taken.
  private func chain(to figure: Figure, in figures: Figures) -> String? {
    func value(_ key: String) -> Double? { figures[key]?.measured.value }
    guard figure.key == HeadlineMetric.usual, let reached = figure.measured.value,
      let sessions = value("cohort.sessions"), let invites = value("cohort.invites"), invites > 0,
      let tapped = value("conversion.tapped"), let members = value("taps.byMembers"),
      let others = value("taps.notOnIOS"), members + others < 1,
      let installed = value("conversion.installed"),
      let home = value("onboarding.invitedCompletion")
    else { return nil }
    // Members' phones run the app, so that the taps on those of others are the rest of all.
    let open = 1 - others
    let installs = installed / (1 - members - others)
    let product = invites * tapped * open * installs * home
    let (ratio, share) = (NumberStyle.ratio, NumberStyle.share)
    return "Behind it, in a newcomer's cycle: "
      + (sessions > 0 ? "\(ratio.text(sessions)) sessions → " : "")
      + "\(ratio.text(invites)) invites × \(share.text(tapped)) tapped × \(share.text(open)) on a phone "
      + "that runs the app × \(share.text(installs)) installed × \(share.text(home)) home = "
      + ratio.text(product)
      + (product > reached
        ? "; less those who have the app already, come too late or lose their credit: "
          + "\(ratio.text(reached))." : ".")
  }

  private func goalClause(_ figure: Figure) -> String {
    guard let target = figure.target, let verdict = figure.verdict else { return "" }
    let limit = "\(target.comparison.words) \(figure.measured.style.text(target.value))"
    return switch verdict {
    case .kept: ", which meets the target of \(limit)"
    case .missed: ", which misses the target of \(limit)"
    case .undecided: "; whether that meets the target of \(limit) is undecided"
    }
  }
}

extension GateLimit.Comparison {
  /// The comparison in the words of a sentence.
  var words: String {
    switch self {
    case .above: "more than"
    case .atLeast: "at least"
    case .below: "less than"
    case .atMost: "at most"
    }
  }
}

// MARK: One viral coefficient is the headline; the others are folded

extension SimulationFindings {
  /// The viral coefficients beside that of the first table, with the reason why they differ.
  var otherCoefficients: (title: String, blocks: [Block])? {
    let figures = Figures(self)
    let all = HeadlineMetric.denominators.keys.sorted().compactMap { figures[$0] }
    let others = headline.filter { $0.hasPrefix("k.") && !openingKeys.contains($0) }
      .compactMap { figures[$0] }
    guard !others.isEmpty else { return nil }
    let values = all.compactMap(\.measured.value).filter { $0 > 0 }
    let factor = (values.max() ?? 0) / (values.min() ?? .infinity)
    let differ = factor >= 2 ? "They differ \(NumberText.decimal(factor, 0))-fold" : "They differ"
    let units = all.compactMap { figure in
      HeadlineMetric.denominators[figure.key].map { "\(figure.key) \($0)" }
    }
    return (
      "The other viral coefficients",
      [
        .paragraph(
          "\(differ) because they count for different units: \(units.joined(separator: ", "))."),
        .metrics(others),
      ]
    )
  }
}

extension SimulationFindings {
  /// The targets of the scenario, each with the way there if it is not met.
  ///
  /// An entry with several readings has one goal: that of the headline, or else the first; and those
  /// with another verdict, so that none is hidden.
  public var goals: [Measured<GoalFound>] {
    let figures = Figures(self)
    let headline = headlineKey
    return scorecard.filter { $0.role == "goal" }.flatMap { score -> [Measured<GoalFound>] in
      let own = score.metrics.compactMap { figures[$0] }.filter { $0.target != nil }
      guard let first = own.first(where: { $0.key == headline }) ?? own.first else { return [] }
      let others = own.filter { $0.verdict != first.verdict }
      return ([first] + others).compactMap { goal(score.id, $0, figures) }
    }
  }

  /// The sentence on the targets; `nil` without any.
  var goalsSentence: String? { goals.sentence(of: "The product") }

  private func goal(
    _ entry: String, _ figure: Figure, _ figures: Figures
  ) -> Measured<GoalFound>? {
    guard let target = figure.target, let verdict = figure.verdict else { return nil }
    return Measured(
      GoalFound(
        entry: entry, metric: figure.key, name: figure.label ?? figure.key, unit: figure.unit,
        target: target, verdict: verdict,
        way: verdict == .kept ? nil : WayToGoal(to: figure, in: figures)?.words),
      figure.measured)
  }
}

extension [Measured<GoalFound>] {
  /// The goals that are not met.
  var unsupported: [Measured<GoalFound>] { filter { $0.verdict != .kept } }

  /// How many of them are met, and which are not, in sentences; `nil` without targets.
  ///
  /// An entry with several readings is one target, by the first of them.
  func sentence(of subject: String = "The simulation") -> String? {
    let targets = indices.filter { place in
      !self[..<place].contains { $0.entry == self[place].entry }
    }.map { self[$0] }
    guard !targets.isEmpty else { return nil }
    let kept = targets.count { $0.verdict == .kept }
    let unmet = [GateVerdict.missed, .undecided].compactMap { verdict -> String? in
      let words = targets.filter { $0.verdict == verdict }.map { goal in
        "\(goal.name) (\(goal.measured.text), target \(goal.target.comparison.words) "
          + "\(goal.measured.style.text(goal.target.value)))"
      }
      return words.isEmpty
        ? nil
        : " \(verdict == .missed ? "Missed" : "Not decided"): \(words.joined(separator: ", "))."
    }
    let count = kept == 0 ? "none" : "\(kept)"
    return "\(subject) meets \(count) of \(targets.count.counting("target"))."
      + unmet.joined()
  }

  /// The goals that are not met, as a table with the way to each.
  var table: Table {
    Table(
      [
        "target", "of", .number("measured"), .number("± 95%"), .number("target"), "",
        "most promising way",
      ],
      unsupported.map { goal in
        [
          goal.name, goal.entry, goal.measured.text, goal.measured.spread,
          "\(goal.target.comparison.sign) \(goal.measured.style.text(goal.target.value))",
          goal.verdict.rawValue, goal.way ?? "no stage of the funnel was measured",
        ]
      })
  }

  /// The section of a verdict's first screen; `nil` where every target is met.
  var section: Section? {
    guard !unsupported.isEmpty else { return nil }
    return Section(
      "Targets that the product misses in the simulation", anchor: "goals",
      [
        .table(table),
        .paragraph(
          "These targets do not fail the run. A way is an upper bound, and no forecast: one stage of this "
            + "run's own funnel at 100%, all others as they were measured."
        ),
      ])
  }
}

extension [Measured<FittedInput>] {
  /// The warning that measured numbers took inputs that no source has; `nil` where none did.
  ///
  /// That a guess was of another product is no reason to warn.
  var caution: String? {
    let moves = flatMap(\.moves).filter { $0.isOutside && !$0.isAssumed }
    guard let first = moves.first else { return nil }
    let rest = moves.count - 1
    let others = rest > 0 ? ", and \(rest.counting("other input")) likewise" : ""
    return
      "Caution: to meet your numbers an input left its usual range: \(first.ends)\(others). Check 'observed:'."
  }
}
