import Statistics

/// The answer to a question about the power of an experiment.
struct PowerAnswer: Encodable {
  let unit: String
  let level: Double
  /// The effect that is found, or the smallest one that is; `nil` where none can be.
  let difference: Double?
  let lift: Double?
  /// Infinite where no size is enough.
  let unitsPerGroup: Double
  let power: Double
  let falsePositiveRate: Double
  let isTwoSided: Bool
  let varianceFactor: Double
  let days: Double?
  let text: String

  init(_ question: PowerQuestion) {
    let sizing = question.sizing
    let level = sizing.outcome.level
    let units = question.units.map(Double.init)
    let difference =
      question.difference ?? units.flatMap { sizing.detectableRise(sizePerGroup: $0) }
    let needed = question.difference.map { sizing.sizePerGroup(difference: $0).rounded(.up) }
    let size = units ?? needed ?? .infinity
    let power =
      if let asked = question.difference, let units {
        sizing.power(difference: asked, sizePerGroup: units)
      } else {
        sizing.analysis.power
      }
    unit = question.unit
    self.level = level
    self.difference = difference
    lift = level == 0 ? nil : difference.map { $0 / level }
    unitsPerGroup = size
    self.power = power
    falsePositiveRate = sizing.analysis.falsePositiveRate
    isTwoSided = sizing.analysis.isTwoSided
    varianceFactor = sizing.varianceFactor
    days = question.unitsPerDay.map { (2 * size / $0).rounded(.up) }
    text =
      PowerText(question, size: size, difference: difference, power: power, needed: needed)
      .text
  }
}

/// The answer in sentences.
private struct PowerText {
  let question: PowerQuestion
  let size: Double
  let difference: Double?
  let power: Double
  let needed: Double?

  init(
    _ question: PowerQuestion, size: Double, difference: Double?, power: Double, needed: Double?
  ) {
    self.question = question
    self.size = size
    self.difference = difference
    self.power = power
    self.needed = needed
  }

  var text: String {
    ([answer] + [time, clusters, before].compactMap { $0 }).joined(separator: " ")
  }

  private var style: NumberStyle {
    if case .rate = question.sizing.outcome { .share } else { .ratio }
  }

  private var answer: String {
    let analysis = question.sizing.analysis
    let sides = analysis.isTwoSided ? "two-sided" : "one-sided"
    let error = "\(NumberText.percent(analysis.falsePositiveRate)) false positives, \(sides)"
    let groups = "\(whole(size)) \(question.unit) in each group"
    guard let difference else {
      return "\(groups) find no rise of \(style.text(question.sizing.outcome.level)) in "
        + "\(NumberText.percent(power)) of experiments, with \(error)."
    }
    let often = "in \(NumberText.percent(power)) of experiments that have it, with \(error)"
    guard question.difference != nil else {
      return "\(groups), \(whole(2 * size)) in all, find \(effect(difference)) or more \(often)."
    }
    guard question.units != nil, let needed else {
      return "\(groups), \(whole(2 * size)) in all, find \(effect(difference)) \(often)."
    }
    let usual = NumberText.percent(analysis.power)
    return "\(groups) find \(effect(difference)) \(often). For \(usual) it takes "
      + "\(whole(needed)) in each."
  }

  /// The effect in words: its size, from where to where, and in proportion.
  private func effect(_ difference: Double) -> String {
    let level = question.sizing.outcome.level
    let kind = difference < 0 ? "a fall" : "a rise"
    let share = level == 0 ? "" : " (\(NumberStyle.share.signed(difference / level.magnitude)))"
    return "\(kind) of \(style.distance(difference.magnitude)), from \(style.text(level)) to "
      + "\(style.text(level + difference))\(share),"
  }

  private var time: String? {
    question.unitsPerDay.map { perDay in
      "At \(NumberText.significant(perDay)) \(question.unit) a day in both groups together that takes "
        + "\(whole((2 * size / perDay).rounded(.up))) days."
    }
  }

  private var clusters: String? {
    question.clusters.map {
      "The clusters take \(NumberText.significant($0.factor)) times as many as independent "
        + "\(question.unit) would."
    }
  }

  private var before: String? {
    guard question.correlationBefore != 0 else { return nil }
    let share = question.correlationBefore * question.correlationBefore
    return
      "What each did before explains \(NumberText.percent(share)) of the variance, which is taken "
      + "out of it."
  }

  private func whole(_ number: Double) -> String {
    number < 1e15 ? NumberText.decimal(number, 0) : NumberText.significant(number)
  }
}
