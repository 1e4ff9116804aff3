import Statistics

/// The answer to a question about the power of an experiment.
struct PowerAnswer: Encodable {
  let unit: String
  let level: Double
  /// The effect that is found, or the smallest one that is; `nil` where none can be.
  let difference: Double?
  let lift: Double?
  /// The change that is left out; `nil` where an effect is found.
  let margin: Double?
  /// The units of each group, where they are equal; infinite where no size is enough.
  let unitsPerGroup: Double?
  let control, treatment: Double
  let power: Double
  let falsePositiveRate: Double
  let isTwoSided: Bool
  let varianceFactor: Double
  let degreesOfFreedom: Double
  let days: Double?
  private(set) var text = ""

  init(_ question: PowerQuestion) {
    let sizing = question.sizing
    let level = sizing.outcome.level
    let null = question.margin ?? 0
    let needed = question.difference.map { sizing.total(difference: $0, from: null) }
    let asked = question.total ?? needed ?? .infinity
    let size = PowerSize(asked, sizing.allocation)
    let difference = question.difference ?? sizing.detectableRise(total: asked)
    unit = question.unit
    self.level = level
    self.difference = difference
    lift = level == 0 ? nil : difference.map { $0 / level }
    margin = question.margin
    control = size.control
    treatment = size.treatment
    unitsPerGroup = sizing.allocation == 0.5 ? size.control : nil
    power =
      if let sought = question.difference, let total = question.total {
        sizing.power(difference: sought, from: null, total: total)
      } else {
        sizing.analysis.power
      }
    let isOneSided = question.margin != nil && sizing.analysis.isTwoSided
    falsePositiveRate = sizing.analysis.falsePositiveRate / (isOneSided ? 2 : 1)
    isTwoSided = sizing.analysis.isTwoSided && !isOneSided
    varianceFactor = sizing.varianceFactor
    degreesOfFreedom = sizing.degreesOfFreedom(movedBy: difference ?? 0, total: size.total)
    days = question.unitsPerDay.map { (size.total / $0).rounded(.up) }
    text =
      PowerText(
        question: question, size: size, answer: self,
        needed: question.total == nil ? nil : needed.map { PowerSize($0, sizing.allocation) }
      ).text
  }
}

/// The units of both groups, whole.
private struct PowerSize {
  let control, treatment: Double
  var total: Double { control + treatment }
  private let areEqual: Bool

  init(_ total: Double, _ allocation: Double) {
    // What rounding added is not a further unit.
    control = (total * (1 - allocation) * (1 - 1e-12)).rounded(.up)
    treatment = (total * allocation * (1 - 1e-12)).rounded(.up)
    areEqual = allocation == 0.5
  }

  func text(_ unit: String) -> String {
    areEqual
      ? "\(Self.whole(control)) \(unit) in each group"
      : "\(Self.whole(control)) \(unit) in the control and \(Self.whole(treatment)) in the variant"
  }

  static func whole(_ number: Double) -> String {
    number < 1e15 ? NumberText.decimal(number, 0) : NumberText.significant(number)
  }
}

/// The answer in sentences.
private struct PowerText {
  let question: PowerQuestion
  let size: PowerSize
  let answer: PowerAnswer
  /// The units that the required power takes, where others are given.
  let needed: PowerSize?

  var text: String {
    ([finding] + [time, needs, errors, looks, clusters, before, caution].compactMap { $0 })
      .joined(separator: " ")
  }

  private var level: Double { question.sizing.outcome.level }

  private var style: NumberStyle {
    if case .rate = question.sizing.outcome { .share } else { .ratio }
  }

  private var finding: String {
    let groups = size.text(question.unit)
    let power = NumberText.percent(answer.power)
    guard let difference = answer.difference else {
      return "\(groups) find no rise of \(style.text(level)) in \(power) of experiments."
    }
    // What was asked for stands first, and what it finds in a sentence of its own.
    let lead =
      question.total == nil ? "Take \(groups), \(PowerSize.whole(size.total)) in all. They" : groups
    if let margin = question.margin {
      return "\(lead) show in \(power) of experiments that "
        + "\(margin < 0 ? "a fall" : "a rise") of \(style.distance(margin.magnitude)) or more is left out, "
        + "if there is \(difference == 0 ? "no effect on \(style.text(level))" : String(effect(difference).dropLast()))."
    }
    let orMore = question.difference == nil ? " or more" : ""
    return
      "\(lead) find \(effect(difference))\(orMore) in \(power) of experiments that have it."
  }

  /// How often the test is wrong: an effect is found that is not there, or a harm left out that is.
  private var errors: String? {
    let share = NumberText.percent(answer.falsePositiveRate)
    let side = answer.isTwoSided ? "two-sided" : "one-sided"
    return question.margin == nil
      ? "Without an effect \(share) of experiments find one (\(side))."
      : "With a change as large as that \(share) of experiments would leave it out (\(side))."
  }

  private var needs: String? {
    needed.map {
      let usual = NumberText.percent(question.sizing.analysis.power)
      let size =
        question.sizing.allocation == 0.5
        ? "\(PowerSize.whole($0.control)) in each" : "\(PowerSize.whole($0.total)) in all"
      return "For \(usual) it takes \(size)."
    }
  }

  /// The effect in words: its size, from where to where, and in proportion.
  private func effect(_ difference: Double) -> String {
    let kind = difference < 0 ? "a fall" : "a rise"
    let share = level == 0 ? "" : " (\(NumberStyle.share.signed(difference / level.magnitude)))"
    return "\(kind) of \(style.distance(difference.magnitude)), from \(style.text(level)) to "
      + "\(style.text(level + difference))\(share),"
  }

  private var time: String? {
    question.unitsPerDay.map { perDay in
      "That takes \(PowerSize.whole((size.total / perDay).rounded(.up))) days at "
        + "\(NumberText.significant(perDay)) \(question.unit) a day.\(inAYear(perDay))"
    }
  }

  /// The smallest rise that a year finds, with a blank before it; empty where what was asked for takes
  /// less than ten.
  private func inAYear(_ perDay: Double) -> String {
    guard question.margin == nil, question.total == nil, size.total > Self.longest * perDay,
      let rise = question.sizing.detectableRise(total: 365 * perDay)
    else { return "" }
    return " No test of this size is possible: what can be found in a year is a rise of "
      + "\(style.distance(rise)) or more."
  }

  /// The days after which no test is awaited: ten years.
  private static let longest = 3_650.0

  private var looks: String? {
    question.sizing.looks.map {
      "It is looked at \($0.bounds.count) times by the rule '\(question.rule)', and ends at the first look "
        + "that finds it; these are the units of the last."
    }
  }

  private var clusters: String? {
    guard let clusters = question.clusters else { return nil }
    let fewer = min(size.control, size.treatment) / clusters.meanClusterSize
    let few =
      fewer < 30
      ? " With \(NumberText.significant(fewer)) of them in a group the test has "
        + "\(NumberText.significant(answer.degreesOfFreedom)) degrees of freedom." : ""
    return
      "The clusters take \(NumberText.significant(clusters.factor)) times as many as independent "
      + "\(question.unit) would.\(few)"
  }

  private var before: String? {
    guard question.correlationBefore != 0 else { return nil }
    let share = question.correlationBefore * question.correlationBefore
    return
      "What each did before explains \(NumberText.percent(share)) of the variance, which is taken "
      + "out of it."
  }

  /// Where a group expects too few units that do it, or that do not.
  private var caution: String? {
    guard case .rate(let rate) = question.sizing.outcome else { return nil }
    let fewest =
      [(size.control, rate), (size.treatment, rate + (answer.difference ?? 0))]
      .map { $0.0 * min($0.1, 1 - $0.1) }.min() ?? 0
    return fewest < 20
      ? "That is rough: a group expects \(NumberText.significant(fewest, digits: 2)) of the rarer outcome, "
        + "and it takes some twenty."
      : nil
  }
}
