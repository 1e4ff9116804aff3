public import GrowthloopFindings
import RandomStreams
import Statistics

extension ExperimentFindings {
  /// The opening of the report: what to do for each variant; then what it does, which design finds it,
  /// how long it takes and how many people, and what that rests on.
  var opening: ReportAnswer {
    // Of several variants each has the rest in its own section.
    let leads =
      variants.compactMap { $0.toDo(in: self) }
      + variants.flatMap {
        variants.count > 1 ? Array($0.answer(in: self).prefix(1)) : $0.answer(in: self)
      }
      + interactions.map { $0.answer(in: style) } + [fitted?.caution].compactMap(\.self)
    // Whatever the metric, how many there are to compare comes of the whole loop.
    let loop = HeadlineMetric(HeadlineMetric.usual, label: nil, unit: "", style: style)
      .foundation(in: parameters, nil)
    let assumed = "What a variant changes is an assumption of its file, and no measurement."
    return ReportAnswer(
      leads.joined(separator: "\n"),
      basis: [assumed, loop].compactMap(\.self).joined(separator: " "))
  }
}

extension [Parameter] {
  /// The people of the market; `nil` where the scenario does not say.
  var market: Double? {
    first { $0.name == "market.people" }
      .flatMap { Double($0.value.replacing("_", with: "").replacing(",", with: "")) }
  }
}

/// What is known of a design.
enum DesignStanding: Hashable {
  /// Its alarms or its intervals are not what it claims.
  case notValid
  /// It estimates something else than the truth.
  case beside
  /// It takes each row for itself, which it only seems to be able to.
  case naive
  /// Too few runs or redraws to know.
  case unknown
  /// It estimates nearly the truth, surely not the truth itself.
  case near
  case sound
}

extension ExperimentDesign {
  var standing: DesignStanding {
    if isValid == false { return .notValid }
    if isTrue == false { return .beside }
    if isNaive { return .naive }
    if isValid == nil || isTrue == nil { return .unknown }
    return bias.isSure ? .near : .sound
  }

  /// Whether it may be believed, and estimates the truth or nearly so.
  var isSound: Bool { standing == .sound || standing == .near }

  /// Whether it has less bias, more power, and finds a smaller effect, at once.
  func beats(_ other: ExperimentDesign) -> Bool {
    (bias.value?.magnitude ?? .infinity) < (other.bias.value?.magnitude ?? .infinity)
      && (power.value ?? 0) > (other.power.value ?? 0) && finds < other.finds
  }

  /// The smallest effect that four of five experiments find; infinite where none is.
  var finds: Double { detectable.value ?? .infinity }

  /// Whether four of five experiments find the true effect; `nil` where the runs are too few to say.
  fileprivate var isFinding: Bool? {
    guard let low = power.low, let high = power.high else { return nil }
    return low >= 0.8 ? true : high < 0.8 ? false : nil
  }
}

extension ExperimentVariant {
  /// The designs that may be believed and estimate the truth or nearly so, the sharpest first.
  var sound: [ExperimentDesign] {
    designs.filter(\.isSound).sorted { $0.finds < $1.finds }
  }

  /// The design to take: of the sound ones, or else of those that may be, the first that no other one
  /// beats and that finds nearly as small an effect as any, without a sure bias if there is one.
  var advised: ExperimentDesign? {
    let candidates = sound.isEmpty ? designs.filter { $0.standing == .unknown } : sound
    let least = candidates.map(\.finds).min() ?? .infinity
    let best = designs.filter { one in
      candidates.contains { $0.unit == one.unit && $0.analysis == one.analysis }
        && !candidates.contains { $0.beats(one) } && one.finds <= 1.1 * least
    }
    return best.first { !$0.bias.isSure } ?? best.first
  }

  /// The answer and the recommendation, a paragraph a question.
  func answer(in findings: ExperimentFindings) -> [String] {
    let style = findings.style
    guard let effect = truth.value else {
      return [
        findings.isPartial
          ? "'\(name)': no answer yet, since it was interrupted before the first runs had ended. "
            + "Fewer end sooner: --replications 20 --redraws 200."
          : "'\(name)': no answer, since no \(findings.rows) came within the experiment."
      ]
    }
    let ends = [truth.low ?? 0, truth.high ?? 0].map { style.signedDistance($0) }
    let everybody = "If everybody gets '\(name)'\(self.change.map { ", \($0)" } ?? "")"
    guard effect != 0 || ends[0] != ends[1] else {
      return [
        "\(everybody), nothing changes: \(findings.metric) is \(style.text(control)) with it and without."
      ]
    }
    let movement =
      truth.isSure
      ? "\(effect > 0 ? "rises" : "falls") from \(style.text(control)) to \(style.text(control + effect))"
      : "is \(style.text(control)), and no change is shown"
    let change =
      "\(everybody), \(findings.metric) \(movement): \(style.signedDistance(effect)) "
      + "(95% interval: \(ends[0]) to \(ends[1])). \(truth.isSure ? ofControl(effect) : "")"
    guard let advised else {
      return [
        "\(change)None of these designs shows that: each is beside the truth, or claims too narrow an "
          + "interval."
      ]
    }
    let verdict = verdict(findings)
    return [
      verdict.isEmpty && change.last == " " ? String(change.dropLast()) : change + verdict,
      design(advised, findings), time(advised, findings),
      people(advised, findings),
    ]
  }

  /// Whether an experiment finds the effect, by every sound design.
  private func verdict(_ findings: ExperimentFindings) -> String {
    let days = NumberText.decimal(findings.days, 0)
    if !truth.isSure { return "So there is no effect to find." }
    // Which design it is, and what is not known of it, stands in the paragraph that follows.
    if sound.isEmpty { return "" }
    if sound.contains(where: { $0.isFinding == true }) {
      return "An experiment of \(days) days finds it."
    }
    return designs.contains {
      $0.standing == .unknown
        ? $0.isFinding != false : $0.isSound && $0.isFinding == nil
    }
      ? "It is not yet known whether an experiment of \(days) days finds it."
      : "No sound design finds it in \(days) days with so many people."
  }

  /// A sentence with an effect as a share of the control's value, and a blank behind it.
  private func ofControl(_ effect: Double) -> String {
    control > 0
      ? "That is \(NumberText.percent(effect.magnitude / control)) of the control's. " : ""
  }

  /// Which design to take, and what it finds.
  private func design(_ row: ExperimentDesign, _ findings: ExperimentFindings) -> String {
    let style = findings.style
    let experiments = "four of five experiments of \(NumberText.decimal(findings.days, 0)) days"
    let finds =
      row.detectable.value.map { "It finds \(style.distance($0)) or more in \(experiments)" }
      ?? "It finds no effect in \(experiments)"
    let own =
      truth.value.map {
        " It finds the effect of \(style.distance($0.magnitude)) in \(row.power.textWithInterval) of them."
      }.flatMap { truth.isSure ? $0 : nil } ?? ""
    let assign = "assign \(row.design), analyse \(row.estimator)"
    guard row.standing != .unknown else {
      return "Which design: \(assign), the best after \(row.runs) runs. "
        + "Whether it is free of bias is not yet known. \(finds).\(own) \(row.missing(in: findings))"
    }
    let others =
      sound.count > 1 && row.finds == sound[0].finds
      ? " No other design that may be believed finds a smaller one." : ""
    let better = designs.filter {
      $0.standing == .unknown
        && ($0.beats(row) || row.isFinding == false && $0.isFinding != false)
    }.map {
      " '\($0.design), \($0.estimator)' would be better, but it is not yet known to be sound."
    }
    return
      "Which design: \(assign). \(finds).\(own)\(beside(row, style))\(others)\(better.first ?? "")"
  }

  /// How long to run it: by the curve of what is found at each length, the shortest first.
  private func time(_ row: ExperimentDesign, _ findings: ExperimentFindings) -> String {
    let style = findings.style
    let days = NumberText.decimal(findings.days, 0)
    let list = curve(of: row, in: findings).map { length in
      let found = length.found
      return
        "\(NumberText.decimal(length.days, 0)) days find \(style.distance(found.value)) or more "
        + "(\(style.distance(found.low)) to \(style.distance(found.high)))"
    }.joined(separator: ", ")
    let size = findings.perArm.flatMap { perArm in
      row.daysToSize.map {
        " The planned \(NumberText.grouped(Double(perArm))) \(findings.rows) an arm take "
          + ($0 > Self.longestWait
            ? "more than ten years at this pace."
            : "\(NumberText.grouped($0.rounded())) days at this pace.")
      }
    }
    let lead: String
    if !truth.isSure {
      lead = "unknown, since these runs show no effect"
    } else if let needed = daysNeeded(row, findings)?.mapped(increasing: { max(1, $0) }) {
      let longest = max(findings.days, lengths?.map(\.days).max() ?? 0)
      let beyond =
        needed.value > longest
        ? ". \(NumberText.decimal(longest, 0)) days were simulated; a curve gives what is beyond"
        : ""
      lead =
        "\(about(needed.value)) \(about(needed.value) == "1" ? "day finds" : "days find") this effect in four of five "
        + "(95% interval: \(about(needed.low)) to \(about(needed.high))). "
        + (recommended.map { reason(for: $0, needed.high, in: findings) } ?? "")
        + "Your plan has \(days)\(beyond)"
    } else if row.isFinding == true {
      lead = "\(days) days are enough"
    } else if row.isFinding == nil, let power = row.power.value {
      lead = "\(days) days \(power >= 0.8 ? "are probably enough" : "are probably a little short")"
    } else {
      lead = "longer than \(days) days. These runs do not show how much longer"
    }
    return "How long: \(lead).\(list.isEmpty ? "" : " By length: \(list).")\(size ?? "")"
  }

  /// Why so many days are advised and not fewer; with a blank behind it.
  private func reason(
    for recommended: ExperimentRecommended, _ upper: Double, in findings: ExperimentFindings
  ) -> String {
    let days = NumberText.decimal(recommended.days, 0)
    // A test by periods keeps its length, and any other has all weekdays, whatever the curve asks for.
    let least = recommended.unit == "time" ? findings.days : 7
    if recommended.days > max(least, upper.rounded(.up)) {
      return "Advised are \(days): new runs of \(about(upper)) found it too seldom. "
    }
    return recommended.days >= upper
      ? "Advised is the upper end, so that chance in the curve costs nothing. " : ""
  }

  /// The smallest effect that a design finds by length, the shortest first: a power of the length
  /// that never rises with it, so that chance cannot move it up and down.
  func curve(
    of row: ExperimentDesign, in findings: ExperimentFindings
  ) -> [(days: Double, found: Estimate)] {
    guard let lengths, !lengths.isEmpty, let finds = row.detectable.interval,
      let exponent = lengthening?.interval
    else { return [] }
    let all = lengths.map(\.days) + [findings.days] + (recommended.map { [$0.days] } ?? [])
    return Set(all).sorted().map { days in
      let distance = Double.log(days / findings.days)
      let (own, further) = (finds.relativeHalfWidth, distance * exponent.halfWidth)
      let width = (own * own + further * further).squareRoot()
      let value = finds.value * Double.exp(-exponent.value * distance)
      return (
        days,
        Estimate(
          value, from: value * Double.exp(-width), to: value * Double.exp(width), confidence: 0.95)
      )
    }
  }

  /// The days after which the true effect is found in four of five experiments, by the curve.
  private func daysNeeded(_ row: ExperimentDesign, _ findings: ExperimentFindings) -> Estimate? {
    guard truth.isSure, let finds = row.detectable.interval, let effect = truth.interval,
      let exponent = lengthening?.interval, exponent.low > 0
    else { return nil }
    let distance = Double.log(finds.value / effect.value.magnitude)
    let errors = [
      finds.relativeHalfWidth, effect.relativeHalfWidth,
      distance / exponent.value * exponent.halfWidth,
    ]
    let width = errors.reduce(0) { $0 + $1 * $1 }.squareRoot() / exponent.value
    return Estimate(distance / exponent.value, plusOrMinus: width, confidence: 0.95)
      .mapped { findings.days * Double.exp($0) }
  }

  /// Returns the shortest experiment that finds the effect in four of five, before it is confirmed;
  /// `nil` where none is known, and for one of more than 400 days.
  public func recommendation(in findings: ExperimentFindings) -> ExperimentRecommended? {
    guard truth.isSure, let row = advised else { return nil }
    var found = ExperimentRecommended()
    (found.design, found.estimator) = (row.design, row.estimator)
    (found.unit, found.analysis) = (row.unit, row.analysis)
    if let needed = daysNeeded(row, findings) {
      // Fewer days have not all weekdays; fewer periods than planned have another test.
      let least = row.unit == "time" ? findings.days : min(7, findings.days)
      // The upper end of what the curve asks for, so that chance in it leaves the power.
      let safe = min(needed.high, max(needed.value, Self.longest))
      found.days = max(safe, least).rounded(.up)
      found.needed = Measure(needed, in: .count)
    } else if row.isFinding == true {
      found.days = findings.days
    } else {
      return nil
    }
    return found.days <= Self.longest ? found : nil
  }

  /// No experiment of more days is recommended, and no longer wait is given in days.
  private static let longest = 400.0
  private static let longestWait = 3_650.0

  /// What to do, the decision first; `nil` where there is no effect to find, or no design for it.
  fileprivate func toDo(in findings: ExperimentFindings) -> String? {
    guard truth.isSure, let effect = truth.value, let advised else { return nil }
    let isOneOfMany = findings.variants.count > 1
    guard let recommended else {
      guard let needed = daysNeeded(advised, findings), needed.value > Self.longest else {
        return nil
      }
      return "Do not run this test\(isOneOfMany ? " of '\(name)'" : ""): it would take about "
        + "\(needed.value > Self.longestWait ? "ten years or more" : "\(about(needed.value)) days"). "
        + "Test a larger change, or a metric that it moves more."
    }
    let size = recommended.rows.value.map { ", about \(about($0)) \(findings.rows)" } ?? ""
    let change = findings.style.distance(effect.magnitude)
    let design =
      "\(isOneOfMany ? "For '\(name)': assign" : "Assign") \(recommended.design), "
      + "\(NumberText.decimal(recommended.days, 0)) days\(size)"
    let caution =
      advised.standing == .unknown
      ? " This is provisional: after \(advised.runs.counting("run")) it is not yet known whether the design is "
        + (advised.isTrue == nil ? "free of bias." : "sound.") : ""
    guard let seed = recommended.seed, let power = recommended.power.value else {
      return "\(design). By the curve it finds \(change) in four of five experiments. That is not "
        + "confirmed, since the run was interrupted.\(caution)"
    }
    let runs =
      "\(recommended.runs.counting("fresh run")) (seed \(seed)), which took no part in the choice"
    let verdict =
      recommended.isConfirmed
      ? "Confirmed by \(runs)."
      : "Not confirmed: \(runs), find it less often than four times in five."
    return "\(design): it finds \(change) in \(NumberText.percent(power)) of experiments "
      + "(\(recommended.power.ends)). \(verdict)\(caution)\(numbers(recommended, findings))"
  }

  /// How many rows and members come in the recommended time, in a sentence.
  private func numbers(
    _ recommended: ExperimentRecommended, _ findings: ExperimentFindings
  ) -> String {
    func range(_ measure: Measure) -> String? {
      guard let value = measure.value, let low = measure.low, let high = measure.high else {
        return nil
      }
      let ends = (about(max(0, low)), about(high))
      return about(value) + (ends.0 == ends.1 ? "" : " (\(ends.0) to \(ends.1))")
    }
    guard let rows = range(recommended.rows) else { return "" }
    let members =
      findings.rows == "members"
      ? nil : recommended.members.flatMap(range).map { ", of \($0) members assigned" }
    return
      " Expect \(rows) \(findings.rows) in all arms together\(members ?? "")."
  }

  /// How many it takes: those of this plan, and where they do not suffice how many times as many, with
  /// the interval by which the spread of so few runs and the effect are known.
  private func people(_ row: ExperimentDesign, _ findings: ExperimentFindings) -> String {
    let time = "in the \(NumberText.decimal(findings.days, 0)) days of your plan"
    guard truth.isSure, row.isFinding == false, let finds = row.detectable.interval,
      let effect = truth.interval, finds.value > effect.value.magnitude
    else { return "How many: \(time) \(size(of: row, times: 1, findings)) in the smaller arm." }
    let ratio = finds.value / effect.value.magnitude
    let factor = ratio * ratio
    let errors = (finds.relativeHalfWidth, effect.relativeHalfWidth)
    let error = 2 * (errors.0 * errors.0 + errors.1 * errors.1).squareRoot()
    let ends = [-error, error].map { NumberText.significant(factor * Double.exp($0), digits: 2) }
    let takes =
      "It takes \(NumberText.significant(factor, digits: 2)) times the people (95% interval: \(ends[0]) to "
      + "\(ends[1]))"
    if let market = findings.parameters.market, 2 * factor * (row.membersPerArm ?? 0) > market {
      return
        "How many: more than there are. A market of \(NumberText.grouped(market)) people cannot decide it \(time). "
        + "\(takes). What can be found in that time is a difference of \(findings.style.distance(finds.value)) or more."
    }
    return
      "How many: \(time) \(size(of: row, times: factor, findings)) in the smaller arm, which has "
      + "\(size(of: row, times: 1, findings)). \(takes)."
  }

  /// The size of the smaller arm, of so many times the people, in words.
  private func size(
    of row: ExperimentDesign, times factor: Double, _ findings: ExperimentFindings
  ) -> String {
    let rows = about(row.rowsPerArm * factor)
    guard let members = row.membersPerArm.map({ about($0 * factor) }) else {
      return "some \(rows) \(findings.rows)"
    }
    // Not all members are in the experiment for as long as their outcome takes.
    return findings.rows == "members"
      ? "some \(members) members" + (members == rows ? "" : ", \(rows) of them to the end,")
      : "some \(members) members with \(rows) \(findings.rows)"
  }

  /// A number to two or three digits.
  private func about(_ number: Double) -> String {
    let step = number >= 10_000 ? 1_000.0 : number >= 1_000 ? 100 : number >= 100 ? 10 : 1
    return NumberText.grouped((number / step).rounded() * step)
  }

  /// A sentence on how far the design's effect lies beside the truth, where that is sure; with a blank
  /// before it.
  private func beside(_ row: ExperimentDesign, _ style: NumberStyle) -> String {
    guard row.bias.isSure, let bias = row.bias.value, let effect = truth.value else { return "" }
    let word = (bias > 0) == (effect > 0) ? "overstates" : "understates"
    return " It \(word) the effect by \(style.distance(bias.magnitude))."
  }
}

extension ExperimentDesign {
  /// The further runs that would probably show whether it estimates the truth, in words; `nil` where
  /// they are more than anybody waits for.
  var moreRuns: String? {
    runsToKnow.flatMap {
      let more = Double($0 - runs)
      guard more <= 20_000 else { return nil }
      let step = more >= 1_000 ? 100.0 : 10
      return "\(NumberText.grouped((more / step).rounded(.up) * step)) more runs"
    }
  }

  /// What it takes to know whether it is sound, in a sentence.
  fileprivate func missing(in findings: ExperimentFindings) -> String {
    let runs = moreRuns.map { "some \($0)" }
    let redraws = "redraws of experiments without an effect"
    switch (isTrue, isValid) {
    case (nil, nil): return "To know it takes \(runs ?? "many more runs") and \(redraws)."
    case (nil, _): return "To know it takes \(runs ?? "many more runs")."
    default: return "To know it takes more \(redraws)."
    }
  }
}

extension ExperimentInteraction {
  /// What it is, and whether the planned design finds it, in words.
  fileprivate func answer(in style: NumberStyle) -> String {
    let parts = alone.map { "'\($0)'" }.joined(separator: " and ")
    guard let truth = truth.value, let shown = shown.value else {
      return "What '\(name)' does beyond \(parts) is not known."
    }
    let interval =
      "95% interval: \(style.signedDistance(self.truth.low ?? 0)) to \(style.signedDistance(self.truth.high ?? 0))"
    return
      "Their interaction: '\(name)' does \(style.signedDistance(truth)) (\(interval)) beyond \(parts). The "
      + "planned design shows \(style.signedDistance(shown)), with a standard error of \(style.distance(deviation)). "
      + "It finds an interaction of \(style.distance(detectable)) or more in four of five experiments. It finds this "
      + "one in \(power.textWithInterval)."
  }
}

extension UncertainInputs {
  /// What draws of the inputs do to the metrics, in a sentence each.
  var blocks: [Block] {
    guard !metrics.isEmpty else { return [] }
    return [
      .table(
        Table(
          [
            Table.Column("over \(draws) draws of \(posterior)"), .number("middle"),
            "nineteen in twenty",
            "of the variance from inputs",
          ],
          metrics.map { row in
            let text = row.variant == nil ? row.style.text : row.style.signed
            return [
              row.variant.map { "\(row.metric), \($0)" } ?? row.metric, text(row.median),
              "\(text(row.low)) to \(text(row.high))", row.share.textWithInterval,
            ]
          })),
      .paragraph(
        "Each replication has a draw of its own. Every interval here is where nineteen in twenty "
          + "replications lie: it holds what is not known of the inputs and chance, and more replications "
          + "do not narrow it. The last column is the share of the inputs, from a second run of every "
          + "draw with other random numbers. Data lessen it; a larger market lessens the rest."),
    ]
  }
}
