public import GrowthloopFindings
public import Statistics

/// The movement of a metric from a base to a variant, in words.
struct Movement {
  let metric: Measured<MetricDifferenceSubject>

  private var style: NumberStyle { metric.measured.style }

  /// Whether the movement is certain, at least a hundredth of the base, and seen in print.
  var isMaterial: Bool {
    guard metric.measured.isSure, let value = metric.measured.value,
      text(metric.base) != text(metric.variant)
    else { return false }
    return value.magnitude >= 0.01 * (metric.base ?? 0).magnitude
  }

  var rises: Bool { (metric.measured.value ?? 0) > 0 }

  /// The movement with its values: `falls from 3.9% to 0.36% of invited launches (by 3.59 points,
  /// 3.06 to 4.12)`.
  var words: String {
    let unit = style == .share ? " \(metric.unit)" : ""
    return
      "\(rises ? "rises" : "falls") from \(text(metric.base)) to \(text(metric.variant))\(unit) (\(amount))"
  }

  /// The size of the movement with its interval: `by 3.59 points, 3.06 to 4.12`.
  var amount: String {
    guard let value = metric.measured.value else { return "not measured" }
    let size = "by \(style.distance(value.magnitude))"
    guard let interval = metric.measured.interval, interval.low < interval.high else {
      return "\(size), in every replication alike"
    }
    let ends = [interval.low, interval.high].map { rises ? $0 : -$0 }.sorted()
    return "\(size), \(metric.measured.intervalName) \(end(ends[0])) to \(end(ends[1]))"
  }

  /// The movement as a share of the base; `nil` where that is nothing, or a share itself.
  var shareOfBase: String? {
    guard style != .share, let base = metric.base, base > 0, let value = metric.measured.value
    else { return nil }
    return NumberText.percent(value.magnitude / base)
  }

  /// The bound on a movement that is not certain.
  var bound: String {
    let tooFew = "no difference can be judged: there are too few replications"
    guard let interval = metric.measured.interval else { return tooFew }
    if interval.isPrediction {
      return
        "it is not known which way it moves: 95% of draws lie between \(style.signed(interval.low)) and "
        + style.signed(interval.high)
    }
    let most = max(interval.low.magnitude, interval.high.magnitude)
    guard most > 0 else { return "no difference at all, in any replication" }
    // As a share of the base alone: a difference has few digits beside it.
    if let base = metric.base?.magnitude, base > 0 {
      guard most < base else { return tooFew }
      return most / base < 0.001
        ? "no difference: it is less than 0.1%"
        : "no difference is shown: it is less than \(NumberText.percent(most / base))"
    }
    return "no difference is shown: it is less than \(style.distance(most))"
  }

  private func text(_ value: Double?) -> String { value.map(style.text) ?? "–" }

  /// An end of the interval, without a word for the unit.
  private func end(_ value: Double) -> String {
    style == .share ? NumberText.significant(value * 100) : style.text(value)
  }
}

extension ComparisonFindings {
  /// The greatest number of variants that have a sentence each.
  private static let mostVariants = 4

  /// The metric that answers the question; that of a month where no run has a whole cycle.
  var headlineKey: String {
    if let answeringMetric { return answeringMetric }
    let isShort = variants.allSatisfy { variant in
      variant.metrics.contains { $0.metric == HeadlineMetric.usual && $0.base == nil }
    }
    return isShort ? HeadlineMetric.usualOfShortRuns : HeadlineMetric.usual
  }

  /// The opening of the report: what each variant moves, who gains and who loses.
  public var answer: ReportAnswer? {
    let leads = variants.prefix(Self.mostVariants).compactMap { variant -> String? in
      guard let metric = variant.metrics.first(where: { $0.metric == headlineKey }) else {
        return nil
      }
      let credit = credit(of: variant, metric)
      // Where credit alone moves, whom it connects is moved with it.
      let byInvite = variant.people(in: days)
      let said = [headlineKey] + (byInvite == nil ? [] : [PeopleByInvite.metric])
      let people = Stake.sentences(
        of: variant, besides: said + (credit.isEmpty ? [] : ["after.connected"]))
      guard variant.movesAnything else {
        return
          "\(variant.inWords): nothing changes, for every decision came out the same in every run."
      }
      // The people by invite are said: what follows is the viral coefficient.
      let coefficient =
        headlineKey == PeopleByInvite.metric && byInvite != nil
        ? variant.metrics.first { $0.metric == HeadlineMetric.usual && $0.base != nil } : metric
      // Beside the people a coefficient that is not shown to move says nothing further.
      let own = coefficient.flatMap {
        byInvite == nil || $0.measured.isSure
          ? [self.lead(of: variant, $0, isFirst: byInvite == nil)] : nil
      }
      let lead =
        ((own ?? []) + (byInvite == nil ? [] : parting(of: variant, coefficient)) + credit
        + saturation(of: variant) + coefficients(of: variant, metric)
        + variant.otherLimits).joined(separator: " ")
      // A load run's page has one sentence for all variants.
      let range = landing == nil ? variant.landing.map { " \($0.sentence)" } : nil
      let opening = byInvite.map { $0 + (range ?? "") }
      return [opening, lead, variant.money?.sentences, people.joined(separator: " ")]
        .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
    }
    guard !leads.isEmpty else { return nil }
    let rest = variants.count - Self.mostVariants
    let more = rest > 0 ? ["\(rest.counting("further variant")) below."] : []
    return ReportAnswer(
      (landingSentences + [order].compactMap(\.self) + leads + more
        + [fitted?.caution].compactMap(\.self)).joined(separator: "\n"),
      basis: basis, change: change)
  }

  /// Which of several variants brings the most people by invites; `nil` beside one alone.
  private var order: String? {
    let counted = variants.compactMap { variant in
      variant.metrics.first { $0.metric == PeopleByInvite.metric }.flatMap { people in
        people.variant.map { (name: variant.shortWords, people: $0, base: people.base) }
      }
    }
    guard counted.count > 1, landing == nil, let base = counted[0].base else { return nil }
    let all = (counted.map { ($0.name, $0.people) } + [("the base", base)])
      .sorted { $0.1 > $1.1 }
      .enumerated().map { place, variant in
        let time = days.map { " in \(PeopleByInvite.time($0))" } ?? ""
        let people =
          place == 0
          ? "\(PeopleByInvite.come(variant.1).capitalizedFirst) by invites\(time)"
          : PeopleByInvite.inWords(variant.1)
        return "\(people) with \(variant.0)"
      }
    return all.joined(separator: ", ") + "."
  }

  /// The first variant's difference of the headline, where it is sure.
  public var sureDifference: Estimate? {
    let metric = variants.first?.metrics.first { $0.metric == headlineKey }
    return metric.flatMap { $0.measured.isSure ? $0.measured.interval : nil }
  }

  /// What becomes of the difference at the end of an input that comes nearest to turning it.
  private var change: String? {
    guard let sure = sureDifference,
      let move = ranking?.first(where: { $0.atTurn?.value != nil }), let there = move.atTurn,
      let end = move.turningEnd, let value = there.value
    else { return nil }
    let subject = variants.count > 1 ? "the first variant's difference" : "the difference"
    let place = "at \(move.parameter)=\(end)"
    let size =
      "\(there.style.signedDistance(value))"
      + (there.interval == nil ? "" : ", 95% interval \(there.ends)")
    let tried = ranking?.count { $0.atLow != nil } ?? 0
    let basis =
      " Both ends of \(tried.counting("input")) were tried, in four runs each. At this one the difference is "
      + "the smallest share of the value. It then ran \(replications) times more, with other random numbers."
    if !there.isSure {
      return
        "What may change it: \(place) no difference is shown (\(size)).\(basis)"
    }
    return
      (value * sure.value < 0
      ? "What would change it: \(place) \(subject) turns (\(size))."
      : "No end that was tried turns \(subject): \(place) it is still \(size).") + basis
  }

  /// Returns the movement of the headline by a variant, which is named where nothing stands before.
  private func lead(
    of variant: Variant, _ metric: Measured<MetricDifferenceSubject>, isFirst: Bool
  ) -> String {
    let style = metric.measured.style
    let words = HeadlineMetric(
      metric.metric, label: metric.name, unit: metric.unit, style: style)
    let movement = Movement(metric: metric)
    let (base, changed) = (
      metric.base.map(style.text) ?? "–", metric.variant.map(style.text) ?? "–"
    )
    func begun(_ sentence: String) -> String {
      isFirst ? "\(variant.inWords): \(sentence.lowercasedAtStart)" : sentence
    }
    guard metric.measured.isSure else {
      return "\(begun(words.sentence(base))) at the base; \(movement.bound)."
    }
    let direction = movement.rises ? "more" : "less"
    let size = movement.shareOfBase.map { "\($0) \(direction), " } ?? "\(direction) "
    return "\(begun(words.sentence("\(changed) instead of \(base)"))) (\(size)\(movement.amount))."
  }

  /// The viral coefficients that count credited newcomers alone.
  private static let credited: Set = ["k.cohort", "k.month", "k.sender"]

  /// Returns the remark on a coefficient that moves because credit does; empty where people do too.
  private func credit(
    of variant: Variant, _ metric: Measured<MetricDifferenceSubject>
  ) -> [String] {
    guard Self.credited.contains(metric.metric), metric.measured.isSure,
      let all = variant.metrics.first(where: { $0.metric == "k.effective" }), !all.measured.isSure
    else { return [] }
    let right = variant.metrics.first { $0.metric == "credit.precision" && $0.measured.isSure }
    return [
      "Credit moves, and people do not: of newcomers whom invites bring, credited or not, "
        + "\(Movement(metric: all).bound)."
    ]
      + (right.map {
        let words = Movement(metric: $0).words
        return ["The share of credits that are right \(words)\(wrong(of: variant, $0))."]
      } ?? [])
  }

  /// Returns why a coefficient rises where fewer people come by invites, or falls where more do; empty
  /// where it does neither.
  private func parting(
    of variant: Variant, _ coefficient: Measured<MetricDifferenceSubject>?
  ) -> [String] {
    guard let coefficient, let per = HeadlineMetric.denominators[coefficient.metric],
      let people = variant.metrics.first(where: { $0.metric == PeopleByInvite.metric }),
      coefficient.measured.isSure, people.measured.isSure,
      Movement(metric: coefficient).rises != Movement(metric: people).rises
    else { return [] }
    let key = coefficient.metric
    let counted = Self.credited.contains(key) ? "credited newcomers" : "newcomers"
    return [
      "Both can be true: \(key) counts \(counted) \(per). The people are a total, which also depends on how "
        + "many members there are"
        + (key == HeadlineMetric.usual
          ? ". And \(key) leaves out the members of the start, who invite too." : ".")
    ]
  }

  /// How many of the further credits are wrong, in a replication; empty where there are fewer.
  private func wrong(
    of variant: Variant, _ right: Measured<MetricDifferenceSubject>
  ) -> String {
    guard let credits = variant.metrics.first(where: { $0.metric == "credit.credited" }),
      let (before, after) = credits.base.flatMap({ base in credits.variant.map { (base, $0) } }),
      let (rightBefore, rightAfter) = right.base.flatMap({ base in
        right.variant.map { (base, $0) }
      }), after - before >= 1
    else { return "" }
    let wrong = after * (1 - rightAfter) - before * (1 - rightBefore)
    guard wrong > 0 else { return "" }
    return "; of \(NumberText.decimal(after - before, 0)) further credits a replication about "
      + "\(NumberText.decimal(min(wrong, after - before), 0)) are wrong"
  }

  /// What more is lost, or less, because people have the app: the mechanism behind a coefficient.
  private func saturation(of variant: Variant) -> [String] {
    guard headlineKey.hasPrefix("k."),
      let lost = variant.metrics.first(where: { $0.metric == "k.saturation" }),
      Movement(metric: lost).isMaterial, (lost.measured.value ?? 0).magnitude >= 0.01
    else { return [] }
    return [
      "What is lost because people have the app already \(Movement(metric: lost).words)."
    ]
  }

  /// The other viral coefficients that move by a share of their base that is twice the headline's, or
  /// half, or that move the other way.
  private func coefficients(
    of variant: Variant, _ metric: Measured<MetricDifferenceSubject>
  ) -> [String] {
    func relative(_ metric: Measured<MetricDifferenceSubject>) -> Double? {
      guard metric.measured.isSure, let base = metric.base, base > 0 else { return nil }
      return metric.measured.value.map { $0 / base }
    }
    guard let own = relative(metric), HeadlineMetric.denominators[metric.metric] != nil else {
      return []
    }
    let others = ["k.cohort", "k.month", "k.effective"].filter { $0 != metric.metric }
      .compactMap { key -> String? in
        guard let other = variant.metrics.first(where: { $0.metric == key }),
          let moved = relative(other), !(0.5...2).contains(moved / own),
          let share = Movement(metric: other).shareOfBase
        else { return nil }
        let unit = HeadlineMetric.denominators[key] ?? ""
        return "\(key), \(unit), \(moved > 0 ? "rises" : "falls") by \(share)"
      }
    guard !others.isEmpty else { return [] }
    return [
      "Counted otherwise it differs: \(others.joined(separator: "; ")). k.cohort says what a newcomer is "
        + "worth: it counts what newcomers bring within a cycle of their own. The others say what the product "
        + "gains in this time: they count all members, also those who came before the change."
    ]
  }

  private var basis: String? {
    let style = NumberStyle.ratio
    let metric = variants.first?.metrics.first { $0.metric == headlineKey }
    return HeadlineMetric(
      headlineKey, label: metric?.name, unit: metric?.unit ?? "",
      style: metric?.measured.style ?? style
    )
    .foundation(in: parameters, ranking).map {
      [
        realTest, costOfPrompts,
        $0.replacing(/^It rests/, with: "The base's value rests")
          + "\(stayAlike)\(notDefault) A wrong input moves base and variant alike: trust the difference more "
          + "than either value.",
      ].compactMap(\.self).joined(separator: "\n")
    }
  }

  /// What a test on real users would take to see the same; `nil` where the difference is not sure.
  private var realTest: String? {
    let metric = variants.first?.metrics.first { $0.metric == headlineKey }
    guard let metric, metric.measured.isSure, let members = metric.testMembers else { return nil }
    let subject = variants.count > 1 ? "the first difference" : "this difference"
    if let market = parameters.market, 2 * members > market {
      let found = smallest(of: metric, by: members).map { " \($0)" } ?? ""
      return "No A/B test in this market can decide \(subject): it takes about "
        + "\(NumberText.grouped(members.atTwoDigits)) members in each group. The market has "
        + "\(NumberText.grouped(market)) people.\(found)"
    }
    let length = days.map { ", over \($0.counting("day"))" } ?? ""
    return "An A/B test that sees \(subject) four times in five takes about "
      + "\(NumberText.grouped(members.atTwoDigits)) members in each group\(length)."
  }

  /// Returns the smallest difference that the base's own members find in the time, in a sentence, where
  /// so many members in each group find the metric's: fewer find less by the root of their number.
  private func smallest(
    of metric: Measured<MetricDifferenceSubject>, by members: Double
  ) -> String? {
    let atHome = variants.first?.metrics.first { $0.metric == "members.atHome" }?.base
    guard let atHome, atHome > 0, let difference = metric.measured.value?.magnitude else {
      return nil
    }
    let time = days.map { " after \($0.counting("day"))" } ?? ""
    let least = difference * (2 * members / atHome).squareRoot()
    return
      "What its \(NumberText.grouped(atHome.rounded())) members at home\(time) can find is a difference of "
      + "\(metric.measured.style.distance(least)) or more."
  }
}

extension ComparisonFindings {
  /// What is missing on the other side, where the variants change prompts whose dismissal costs
  /// nothing; else `nil`.
  private var costOfPrompts: String? {
    let settings = variants.flatMap(\.changes).map(\.setting)
    let costs = [RankedAnswer.dismissalCost.key, "sharing.complaintCost"]
    let changesPrompts = settings.contains { $0.hasPrefix("prompts.") }
    guard changesPrompts, !settings.contains(where: costs.contains),
      let cost = parameters.first(where: { $0.name == costs[0] }), Double(cost.value) == 0
    else { return nil }
    return
      "This takes it that a dismissed prompt annoys no one (\(cost.name), assumed). Try it with a cost: "
      + "'--set \(cost.name)=10%'."
  }
}

extension ComparisonFindings {
  /// What is missing where the variants change the first run; with a blank before it.
  private var stayAlike: String {
    let isFirstRun = variants.flatMap(\.changes).contains { $0.setting.hasPrefix("firstRun.") }
    return isFirstRun
      ? " The model does not know whether the first run changes how long people stay."
      : ""
  }

  /// What the base changes of the defaults, so that none takes it for them; with a blank before it.
  private var notDefault: String {
    guard let baseChanges, !baseChanges.isEmpty else { return "" }
    // First what a scenario adds to the loop: the answer may hang on it.
    let added = baseChanges.filter { HeadlineMetric.added.contains($0.setting) }
    let others = baseChanges.filter { !HeadlineMetric.added.contains($0.setting) }
    let named = (added + others).prefix(6).map { "\($0.setting)=\($0.value ?? "none")" }
    let rest = baseChanges.count - named.count
    return " The base is not the default: \(named.joined(separator: ", "))"
      + (rest > 0 ? ", and \(rest) more." : ".")
  }
}

extension Variant {
  /// Whether any metric differs in any replication.
  fileprivate var movesAnything: Bool {
    metrics.contains { metric in
      (metric.measured.value ?? 0) != 0 || metric.base == nil && metric.variant != nil
    } || metrics.allSatisfy { $0.base == nil }
  }

  private static let heldBack = "prompts.suppressed."

  /// What else holds the same prompts back, where a limit of them was lifted and no more are shown.
  fileprivate var otherLimits: [String] {
    let limits = metrics.filter { $0.metric.hasPrefix(Self.heldBack) }
    guard metrics.first(where: { $0.metric == "prompts.shown" })?.measured.value == 0,
      let lifted = limits.first(where: { $0.measured.isSure && ($0.measured.value ?? 0) < 0 }),
      let fall = lifted.measured.value?.magnitude
    else { return [] }
    let others = limits.filter { $0.metric != lifted.metric && ($0.variant ?? 0) >= 0.9 * fall }
      .map {
        "\($0.metric.dropFirst(Self.heldBack.count)) (\(NumberStyle.count.text($0.variant ?? 0)))"
      }
    guard !others.isEmpty else { return [] }
    return [
      "\(lifted.metric.dropFirst(Self.heldBack.count)) holds back \(NumberStyle.count.text(fall)) moments fewer, and "
        + "no more prompts are shown: other limits hold the same ones back, such as "
        + "\(others.joined(separator: ", "))."
    ]
  }
}

extension Double {
  /// The number rounded up to two digits, as far as a size is known beforehand.
  fileprivate var atTwoDigits: Double {
    var unit = 1.0
    while self / unit >= 100, isFinite { unit *= 10 }
    return (self / unit).rounded(.up) * unit
  }
}

extension String {
  /// The text with a small letter at its beginning, for a place within a sentence.
  var lowercasedAtStart: String { prefix(1).lowercased() + dropFirst() }
}
