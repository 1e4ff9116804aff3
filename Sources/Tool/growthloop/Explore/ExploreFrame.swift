import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import RandomStreams
import Statistics
import Vocabulary

/// An answer as far as it is known, for the page.
struct ExploreFrame: Encodable {
  enum Stage: String, Encodable {
    /// From a small market: only for the eye, and never pooled with the rest.
    case sketch
    case running
    /// All replications, or as many as the precision asks for.
    case settled
    case failed
  }

  /// The number of the question that it answers.
  let run: Int
  let stage: Stage
  var replications = 0
  var wanted = 0
  /// How long the work for the question before went on after this one was asked, in milliseconds.
  var left: Double?
  /// What went wrong, in words.
  var failure: String?
  /// The compared number of the scenario, such as `234`, and what it counts.
  var headline: Headline?
  /// The answer in words, as a part of a page; empty while the run goes on.
  var answer = ""
  /// The funnel, and the members active by date, each as a part of a page.
  var (pictures, course) = ("", "")
  /// What comes of a control, by its key, such as the share of members who share in a month.
  var outputs: [String: String] = [:]
  /// The answer of the comparison in words, as a part of a page.
  var comparison = ""
  var cards: [Card] = []

  struct Headline: Encodable {
    let number, unit, interval: String
    /// What it is for the product.
    let product: String
    /// The value with its fixed-size interval.
    let mean, low, high: Double?
  }

  /// A what-if beside the scenario.
  struct Card: Encodable {
    let title: String
    /// The paired difference, such as `-15.0`, with its interval in words.
    let number, interval: String
    /// What can be said of it by now, in a sentence.
    let verdict: String
    /// Whether the sequence that is valid at every look leaves out nothing.
    let isSure: Bool
    /// Whether no run differs.
    let isAlike: Bool
    /// What it costs and whether it pays, and what becomes of credit; empty where neither is concerned.
    var money = ""
    /// What an experiment would take to see it; empty where nothing is sure.
    var test = ""
    let picture: String
    /// Single runs without the change and with it, in words; none before all have run.
    let runs: [String]
    /// The difference with its fixed-size interval, as `growthloop compare` has it.
    let difference, low, high: Double?
  }

  init(failure: String, of run: Int) {
    self.run = run
    stage = .failed
    self.failure = failure
  }

  init(
    _ run: Int, _ progress: ExploreProgress, _ outcome: ComparisonOutcome, _ stage: Stage
  ) {
    self.run = run
    self.stage = stage
    replications = outcome.replications
    let question = progress.question
    wanted = question.replications
    let key = Metric.all[question.outcome].key
    // While it runs, only what is shown: the intervals of all metrics cost a tenth of the time.
    let isPartial = stage == .running && question.posterior == nil
    let shown = [key, ExploreQuestion.usualOutcome, Self.actives]
    let outputs = ExploreControls.outputs
    let base =
      isPartial
      ? SimulationFindings(
        showing: shown + SimulationFindings.steps.map(\.key) + outputs.map(\.metric), of: outcome)
      : SimulationFindings(
        progress.base, of: question.base.scenario, question.base.setup, changes: [],
        command: question.command, keepsDays: false
      ).scaled(by: progress.factor)
    if let metric = base[key] {
      let measured = metric.measured
      // Who stops when it pleases would be wrong too often with the interval of a fixed number.
      let early =
        isPartial
        ? Card.atAnyLook(outcome.base[question.outcome].values, of: wanted).map {
          "valid at any look: \(Measure($0.spanning(measured.low, measured.high), in: measured.style).ends)"
        } : nil
      headline = Headline(
        number: measured.text,
        unit: key == ExploreQuestion.usualOutcome
          ? "people come by invites in \(PeopleByInvite.time(question.base.scenario.days))"
          : "\(metric.name.lowercasedFirst), \(metric.unit)",
        interval: stage == .sketch || measured.interval == nil
          ? "" : isPartial ? early ?? "" : "\(measured.intervalName) \(measured.ends)",
        product: Self.product(base, progress), mean: measured.value, low: measured.low,
        high: measured.high)
    }
    for (control, metric, _) in outputs { self.outputs[control] = base[metric]?.measured.text }
    let width = question.state.width
    answer = isPartial ? "" : base.answer?.fragment ?? ""
    let isSettled = stage == .settled
    pictures = base.funnel?.fragment(id: "p", width: width, isSettled: isSettled) ?? ""
    course =
      progress.activeMembers(isSettled: isSettled)?
      .fragment(id: "a", width: width, isSettled: isSettled) ?? ""
    cards = outcome.variants.indices.map {
      Card($0, outcome, question, stage, factor: progress.factor)
    }
    // In words once, since all metrics are judged for it.
    guard isSettled, !question.whatIfs.isEmpty else { return }
    let findings = ComparisonFindings(outcome, of: question)
    comparison = findings.answer?.fragment ?? ""
    for (place, variant) in findings.variants.enumerated() {
      cards[place].money = [
        variant.money.flatMap(Card.words), Card.credit(of: outcome.variants[place]),
      ].compactMap(\.self).joined(separator: " ")
      // What moves in no run is not worth a test.
      guard !cards[place].isAlike else { continue }
      cards[place].test =
        ExperimentToSee(outcome, ofVariant: place, in: question.base.scenario.days)?.words ?? ""
    }
  }

  private static let actives = "use.activeMonthly"

  /// How much that is for so many members, and what becomes of them.
  private static func product(_ base: SimulationFindings, _ progress: ExploreProgress) -> String {
    guard let invited = base[ExploreQuestion.usualOutcome]?.measured else { return "" }
    let course = LoopCourse(
      progress.days[0], from: progress.question.base.scenario.start, inviting: invited
    ).scaled(by: progress.factor)
    let months = Double(course.days) * 12 / 365.25
    let share = invited.value.flatMap { people in
      base[actives]?.measured.value.map { 1_000 * people / months / max($0, 1) }
    }
    let monthly = share.map {
      "Invites bring \(NumberText.significant($0, digits: 2)) a month for every 1,000 members active in it."
    }
    return [monthly, course.product].compactMap(\.self).joined(separator: " ")
  }
}

extension LoopCourse {
  /// Returns the course with the members of a larger market.
  fileprivate func scaled(by factor: Double) -> LoopCourse {
    LoopCourse(
      days: days, from: from, to: to, invited: invited.scaled(by: factor),
      activeAtFirst: activeAtFirst.map { $0 * factor },
      activeAtLast: activeAtLast.map { $0 * factor })
  }
}

extension Chart {
  /// Returns the picture as a part of a page, with its numbers once they are settled.
  func fragment(id: String, width: Double, isSettled: Bool) -> String {
    let numbers = isSettled ? [Block.disclosure("The numbers", [.table(table)])] : []
    return ([.chart(self)] + numbers).fragment(id: id, width: width, withNumbers: false)
  }
}

extension ComparisonFindings {
  /// Creates what `growthloop compare` finds of a question.
  init(_ outcome: ComparisonOutcome, of question: ExploreQuestion) {
    self.init(
      outcome, with: question.base.scenario, variants: question.whatIfs.map(\.scenario),
      changes: question.base.changes, command: question.command)
  }
}

/// The experiment that would see a what-if, by the arithmetic of `growthloop experiment --rate`.
struct ExperimentToSee {
  let metric: Metric
  /// The rate as it is, and what the what-if adds.
  let rate, difference: Double
  /// The units of both groups.
  let units: Double
  /// The days until so many invites are sent; `nil` of members, who are there.
  let days: Double?
  /// The members who are active in a month.
  let pool: Double

  /// What is measured of each invite, and of each member.
  private static let rates: [(key: String, words: String)] = [
    ("conversion.tapped", "the invited who tap"),
    ("conversion.home", "the invited who reach home"),
    ("sends.senderShare", "the members who send"),
  ]

  /// Chooses the rate that takes the fewest units; `nil` where none moves surely.
  init?(_ outcome: ComparisonOutcome, ofVariant place: Int, in length: Int) {
    func mean(_ key: String) -> Double? {
      Metric.place(of: key).flatMap { outcome.base[$0].mean }
    }
    let variant = outcome.variants[place]
    let sized = Self.rates.compactMap { key, _ in
      Metric.place(of: key).map { variant.metrics[$0] }
    }.filter(\.isCertain).compactMap { moved -> (Metric, rate: Double, Double, units: Double)? in
      guard let rate = moved.paired.before.mean, let difference = moved.paired.difference.mean,
        rate > 0, rate < 1, rate + difference > 0, rate + difference < 1
      else { return nil }
      // Invites of one sender, and members of one circle, are alike.
      let units =
        ExperimentSizing(.rate(rate)).total(difference: difference)
        * (moved.metric.designEffect ?? 1)
      return (moved.metric, rate, difference, units.rounded(.up))
    }
    guard let least = sized.min(by: { $0.units < $1.units }), length > 0,
      let invites = mean("sends.recipients"), invites > 0
    else { return nil }
    (metric, rate, difference, units) = least
    let isOfInvites = metric.key.hasPrefix("conversion.")
    days = isOfInvites ? (units / (invites / Double(length))).rounded(.up) : nil
    pool = mean("use.activeMonthly") ?? 0
  }

  var words: String {
    let count = NumberText.grouped(units)
    let style = metric.style
    let who = Self.rates.first(where: { $0.key == metric.key })?.words ?? metric.name
    let seen =
      "Then four in five tests see \(who) go from \(style.text(rate)) to "
      + "\(style.text(rate + difference))."
    if let days {
      guard days <= 3_650 else { return "No test of invites would see it within ten years." }
      return
        "To test it: \(NumberText.grouped(days)) days, \(count) invites. \(seen)"
    }
    return units <= pool
      ? "To test it: one month, \(count) members. \(seen)"
      : "A test would take \(count) members in a month: there are \(NumberText.grouped(pool))."
  }
}

extension ExploreFrame.Card {
  /// What a further newcomer costs, and whether the change pays; `nil` where no money moves.
  fileprivate static func words(_ money: MoneyFound) -> String? {
    guard let gain = money["gain"], let value = gain.value, value != 0 else { return nil }
    func amount(_ number: Double) -> String {
      "\(NumberText.significant(number.magnitude, digits: 2)) \(money.currency)"
    }
    var sentences: [String] = []
    if let newcomers = money["newcomers"], newcomers.isSure, (newcomers.value ?? 0) > 0,
      let each = money["perNewcomer"]?.value, each > 0
    {
      sentences.append(
        "A further newcomer costs about \(amount(each)), and is worth \(amount(money.worth)).")
    }
    sentences.append(
      !gain.isSure
        ? "Whether it pays is not sure."
        : value > 0
          ? "It pays: it brings about \(amount(value)) more than it costs."
          : "It does not pay: it costs about \(amount(value)) more than it brings.")
    if let most = money["breakEven"]?.value, most > 0 {
      sentences.append("It would pay up to \(amount(most)) a friend, both sides together.")
    }
    return sentences.joined(separator: " ")
  }

  /// Whether the rules of credit are changed.
  static func isAboutCredit(_ variant: VariantOutcome) -> Bool {
    variant.differences.contains {
      $0.name.hasPrefix("attribution.") || $0.name == "privacy.clickRetentionDays"
    }
  }

  /// What becomes of credit under other rules for it; `nil` where these are the same.
  fileprivate static func credit(of variant: VariantOutcome) -> String? {
    func moved(_ key: String) -> MetricDifference? {
      Metric.place(of: key).map { variant.metrics[$0] }
    }
    guard isAboutCredit(variant), let credited = moved("credit.credited"),
      let right = moved("credit.precision"),
      let before = credited.paired.before.mean, let after = credited.paired.after.mean,
      let rightBefore = right.paired.before.mean, let rightAfter = right.paired.after.mean
    else { return nil }
    let counts =
      credited.isCertain
      ? "Credit is given \(credited.metric.style.text(after)) times, instead of "
        + "\(credited.metric.style.text(before))."
      : "Credit is given about as often."
    let shares =
      right.isCertain
      ? "It is right \(right.metric.style.text(rightAfter)) of the time, instead of "
        + "\(right.metric.style.text(rightBefore))."
      : "It is right about as often."
    return counts + " " + shares
  }
}

extension ExploreFrame.Card {
  /// Returns the mean difference with an interval that is valid at every look, tightest at the end.
  static func atAnyLook(_ moments: RunningMoments, of replications: Int) -> Estimate? {
    SampleSummary(moments).flatMap {
      ConfidenceSequence(tunedFor: Double(replications)).estimate(ofFew: $0)
    }
  }

  fileprivate init(
    _ place: Int, _ outcome: ComparisonOutcome, _ question: ExploreQuestion,
    _ stage: ExploreFrame.Stage, factor: Double
  ) {
    let variant = outcome.variants[place]
    title = Self.title(
      variant.differences, question.base.setup.parameters,
      else: question.state.whatIfs.indices.contains(place)
        ? ExploredScenario.word(of: question.state.whatIfs[place]) : "")
    let metric = variant.metrics[question.outcome]
    let (style, moments) = (metric.metric.style, metric.paired.difference)
    let measured = Measure(
      moments.mean, metric.estimate, in: style, count: moments.count, of: outcome.replications)
    let scaled = style == .count ? measured.scaled(by: factor) : measured
    let (isSettled, isSketch) = (stage == .settled, stage == .sketch)
    difference = measured.value
    low = measured.low
    high = measured.high
    number =
      scaled.value.map { style == .share ? style.signedDistance($0) : style.signed($0) } ?? "–"
    let sequence = Self.atAnyLook(moments, of: outcome.comparison.replications).map {
      // Of few events it could be the narrower, since it has no design effect.
      question.posterior == nil ? $0.spanning(measured.low, measured.high) : $0
    }
    isAlike = moments.minimum == 0 && moments.maximum == 0
    // Draws of uncertain inputs have an interval of their own beside that of the mean.
    let isOpen = question.posterior != nil && !measured.isSure
    isSure = !isSketch && !isOpen && sequence.map { !$0.contains(0) } ?? false
    let atAnyLook = Measure(sequence, in: style)
    interval =
      isSketch || isAlike
      ? ""
      : isSettled
        ? "\(measured.intervalName) \(measured.ends)"
          + (sequence == nil ? "" : "; valid at any look: \(atAnyLook.ends)")
        : sequence == nil ? "too few runs for an interval" : "valid at any look: \(atAnyLook.ends)"
    let rises = (measured.value ?? 0) > 0
    verdict =
      isSketch
      ? "A sketch."
      : isAlike
        ? "No run differs\(isSettled ? "" : " so far")."
        : isSure
          ? "Surely \(rises ? "more" : "less")."
          : isSettled ? "No sure difference." : "Not sure yet."
    let pairs = zip(outcome.stored[0], outcome.stored[place + 1]).compactMap { base, whatIf in
      base.flatMap { base in whatIf.map { $0 - base } }
    }
    let isDrawn = !isSketch && pairs.count >= 5 && !isAlike
    func twentieths(_ isCounted: (Double) -> Bool) -> String {
      NumberText.decimal(
        20 * Double(pairs.count(where: isCounted)) / Double(max(1, pairs.count)), 0)
    }
    let chart = Chart(
      "One run, twenty chances",
      caption: "Less in \(twentieths { $0 < 0 }) of 20, more in \(twentieths { $0 > 0 }) of 20.",
      .dots(DotChart(Axis("difference in one run", style), of: pairs)))
    picture =
      isDrawn
      ? [Block.chart(chart)].fragment(id: "w\(place)-", width: 260, withNumbers: false) : ""
    // The count of one run is whole.
    func single(_ value: Double) -> String {
      style == .count ? NumberText.decimal(value, 0) : style.text(value)
    }
    let both = zip(outcome.stored[0], outcome.stored[place + 1]).prefix(Self.mostRuns)
    runs =
      isSettled && isDrawn
      ? both.enumerated().compactMap { number, pair in
        guard let base = pair.0, let whatIf = pair.1 else { return nil }
        let (without, with) = (single(base), single(whatIf))
        return "Run \(number + 1): \(without) without it, \(with) with it."
      } : []
  }

  /// Who looks at the runs one by one has seen enough after so many.
  private static let mostRuns = 40
  /// The changes that a title has.
  private static let mostChanges = 3

  /// What is changed, in the spelling of the controls.
  ///
  /// Where much follows from what was asked, only that.
  private static func title(
    _ changes: [SettingDifference], _ parameters: [Parameter], else asked: String
  ) -> String {
    func text(_ value: String?, of name: String) -> String {
      let isChance =
        parameters.first { $0.name == name }?.range?.axis?.kind == .chance
        || name.hasPrefix("use.retention.")
      return (isChance ? value.flatMap(Double.init).map(ExploreControls.percent) : nil) ?? value
        ?? "none"
    }
    let words = changes.map { change in
      "\(ExploreControls.label(of: change.name) ?? change.name) "
        + "\(text(change.base, of: change.name)) → \(text(change.variant, of: change.name))"
    }
    return words.isEmpty
      ? "Nothing changes" : words.count <= mostChanges ? words.joined(separator: ", ") : asked
  }
}

// MARK: Pictures

extension SimulationFindings {
  fileprivate static let steps: [(key: String, label: String)] = [
    ("flow.opened", "opened the way to invite"), ("sends.completions", "shared"),
    ("sends.recipients", "people were invited"), ("taps.all", "tapped the link"),
    ("members.invited", "started the app"), ("members.invitedHome", "came home"),
  ]

  /// Creates the metrics of these keys, of a comparison's base as far as it has run.
  fileprivate init(showing keys: [String], of outcome: ComparisonOutcome) {
    self.init()
    metrics = keys.compactMap(Metric.place).map { place in
      let moments = outcome.base[place]
      let metric = moments.metric
      return Measured(
        MetricSubject(
          metric: metric.key, name: metric.name, unit: metric.unit, definition: metric.definition,
          answers: metric.answers, target: nil, meetsTarget: nil),
        Measure(
          moments.mean, moments.estimate(), in: metric.style, count: moments.count,
          of: outcome.replications))
    }
  }

  /// The steps from the invite to the newcomer, with what is left at each.
  var funnel: Chart? {
    let found = Self.steps.compactMap { key, label in
      self[key].map { (label: label, measured: $0.measured) }
    }
    guard let most = found.compactMap(\.measured.value).max(), most > 0 else { return nil }
    let chart = BarChart(
      Axis("times", .count), labels: "step", series: ["as it is"],
      found.map { BarChart.Group($0.label, [$0.measured]) })
    let lost = zip(found, found.dropFirst()).compactMap { before, after -> (String, Double)? in
      guard let all = before.measured.value, let left = after.measured.value, all > 0, left <= all
      else { return nil }
      return (after.label, 1 - left / all)
    }.max { $0.1 < $1.1 }
    let caption =
      lost.map { "Most are lost before '\($0.0)': \(NumberText.percent($0.1))." } ?? ""
    return Chart("From an invite to a newcomer", caption: caption, .bars(chart))
  }
}

extension ExploreProgress {
  /// The greatest number of what-ifs that have a line.
  private static let mostLines = 3

  /// The members who are active on each date, of the scenario and of the first what-ifs; with those
  /// that there would be without invites, where a smaller market has shown it.
  func activeMembers(isSettled: Bool, withoutInvites fewer: [Double]? = nil) -> Chart? {
    guard let column = DaySeries.columns.firstIndex(where: { $0.name == "active" }) else {
      return nil
    }
    let names =
      ["as it is"]
      + question.state.whatIfs.prefix(Self.mostLines).map(ExploredScenario.word)
    var lines = zip(names, days).enumerated().map { place, line in
      LineChart.Series(
        line.0,
        line.1.days.enumerated().map { day, columns in
          let band = place == 0 && isSettled ? columns[column].ratios.meanEstimate() : nil
          return LineChart.Point(
            Double(day + 1), columns[column].mean.map { $0 * factor }, low: band?.low,
            high: band?.high)
        })
    }
    if let fewer {
      let points = zip(lines[0].points, fewer).map { point, fewer in
        LineChart.Point(point.x, point.y.map { max(0, $0 - fewer) })
      }
      lines.insert(LineChart.Series("without invites", points), at: 1)
    }
    let first = CivilDate(of: question.base.scenario.start, in: .utc)
    let dates = days[0].days.indices.compactMap { first.adding(days: Int64($0)).dayInWords }
    let band = isSettled ? "The band is the 95% interval of the mean." : ""
    let sketch = fewer == nil ? "" : " Without invites is a sketch from fewer people."
    return Chart(
      "Members active a day", caption: band + sketch,
      .lines(LineChart(x: Axis("day", .whole), y: Axis("members", .count), lines, names: dates)))
  }

  /// The members active on each day by whom a what-if, from 1, is below the scenario.
  func fewerActive(in place: Int) -> [Double]? {
    DaySeries.columns.firstIndex { $0.name == "active" }.map { column in
      zip(days[0].days, days[place].days).map { base, without in
        ((base[column].mean ?? 0) - (without[column].mean ?? 0)) * factor
      }
    }
  }
}

/// A delay as a scenario spells it, to be drawn beside its control.
struct DelayLaw {
  private static let points = 33
  private let law: any CumulativeDistribution<Double>

  /// Reads `{median: 2h, sigma: 1.6}` or `{mean: 20m}`; `nil` for what has no density.
  init?(_ text: String) {
    func seconds(_ time: Substring) -> Double? {
      ValueText.interval(time).map { Double($0.milliseconds) / 1_000 }
    }
    if let parts = text.wholeMatch(of: /\{median: (.+), sigma: (.+)\}/),
      let median = seconds(parts.1), let sigma = ValueText.real(parts.2), sigma > 0,
      let law = try? LogNormal(median: median, sigma: sigma)
    {
      self.law = law
    } else if let mean = text.wholeMatch(of: /\{mean: (.+)\}/).flatMap({ seconds($0.1) }),
      let law = try? Exponential(mean: mean)
    {
      self.law = law
    } else {
      return nil
    }
  }

  private static let times = [
    "1s", "2s", "5s", "10s", "20s", "30s", "1m", "2m", "5m", "10m", "20m", "30m", "1h", "2h", "4h",
    "8h", "12h", "1d", "2d", "3d", "7d", "14d", "30d",
  ]

  /// Returns the laws of a slider, with shorter and with longer times; `nil` for what has no density.
  static func rungs(around text: String) -> [String]? {
    func milliseconds(_ time: Substring) -> Int64? { ValueText.interval(time)?.milliseconds }
    guard DelayLaw(text) != nil,
      let own = text.firstMatch(of: /(?:median|mean): ([^,}]+)/)?.1, let now = milliseconds(own)
    else { return nil }
    let others = times.compactMap { time in
      milliseconds(time[...]).map { (length: $0, text: time) }
    }.filter { $0.length != now && $0.length <= 30 * now && 30 * $0.length >= now }
    return (others + [(now, String(own))]).sorted { $0.0 < $1.0 }
      .map { text.replacing(own, with: $0.1, maxReplacements: 1) }
  }

  /// The shares of delays around rising times: between a half and the double of each, by the root.
  var shares: [(seconds: Double, share: Double)] {
    let (first, last) = (law.quantile(0.005), law.quantile(0.995))
    return (0..<Self.points).map { place in
      let time =
        first * Double.exp(Double.log(last / first) * Double(place) / Double(Self.points - 1))
      let half = 2.0.squareRoot()
      return (time, law.cumulative(time * half) - law.cumulative(time / half))
    }
  }

  func picture(id: String) -> String {
    let shares = shares
    let points = shares.enumerated().map { place, point in
      LineChart.Point(Double(place + 1), point.share, low: 0, high: point.share)
    }
    let chart = LineChart(
      x: Axis("time, longer to the right by factors", .seconds),
      y: Axis("share around a time, by its double", .share), [LineChart.Series("", points)],
      names: shares.map { NumberText.time($0.seconds) }, height: 100)
    let caption =
      "Half take up to \(NumberText.time(law.quantile(0.5))), "
      + "nine in ten up to \(NumberText.time(law.quantile(0.9)))."
    return [Block.chart(Chart("How long it takes", caption: caption, .lines(chart)))]
      .fragment(id: "\(id)-", width: 250, withNumbers: false)
  }
}

// MARK: Sketches

extension SimulationFindings {
  /// Returns the findings with every count of people or of what they do multiplied.
  fileprivate func scaled(by factor: Double) -> SimulationFindings {
    guard factor != 1 else { return self }
    var scaled = self
    scaled.course = course?.scaled(by: factor)
    scaled.metrics = metrics.map { metric in
      metric.measured.style == .count && !Self.counted.contains(metric.metric)
        ? Measured(metric.subject, metric.measured.scaled(by: factor)) : metric
    }
    return scaled
  }

  /// Counts within one invite or tree, which a larger market does not multiply.
  private static let counted: Set = [
    "depth.deepest", "cascade.largest", "flow.taps.median", "flow.taps.p90",
  ]
}

extension Measure {
  func scaled(by factor: Double) -> Measure {
    Measure(
      value.map { $0 * factor }, interval?.mapped { $0 * factor }, in: style, count: count, of: all)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Estimate {
  /// Returns the estimate with an interval that leaves out neither end.
  fileprivate func spanning(_ low: Double?, _ high: Double?) -> Estimate {
    Estimate(
      value, from: min(self.low, low ?? self.low), to: max(self.high, high ?? self.high),
      confidence: confidence)
  }
}
