import GrowthloopFindings
import Statistics

/// An analysis in words: the answer, the split, and what each estimator says.
struct AnalysisText {
  private let analysis: ExperimentAnalysis
  private let style: NumberStyle

  init(_ analysis: ExperimentAnalysis) {
    self.analysis = analysis
    style = analysis.isShare ? .share : .ratio
  }

  func text(in form: TextForm) -> String {
    let table = TextTable(
      header: ["estimator", "effect", "95% interval", "relative", "p"],
      rows: analysis.effects.map(row))
    let habit = habit.map { "\(form.wrapped($0))\n\n" } ?? ""
    return "\(form.wrapped(answer))\n\n\(form.wrapped(split))\n\n\(habit)"
      + "\(table.text(in: form))\(notes.map { "\n\(form.wrapped($0))\n" }.joined())"
  }

  /// The answer, or why there is none.
  private var answer: String {
    guard !analysis.split.isAlarming else {
      return
        "These rows do not say what '\(analysis.treatment)' does, because the arms do not have the "
        + "planned sizes. What made them unequal may have made the difference, too."
    }
    let parts = analysis.looks.map { [state(of: $0), effect] } ?? [effect, chance]
    return (parts + [margin].compactMap(\.self)).joined(separator: " ")
  }

  /// The effect with its interval, and the values of both arms.
  var effect: String {
    let answer = analysis.answer
    let label = analysis.falsePositiveRate < 0.05 ? "95% interval of all" : "95% interval"
    let interval = interval(answer.low, answer.high).map { " (\(label): \($0))" } ?? ""
    let regard = analysis.looks?.end.medianUnbiased == nil ? "" : ", with regard to the looks"
    return
      "'\(analysis.treatment)' moves the \(analysis.isShare ? "share" : "mean") by "
      + "\(signed(answer.difference))\(regard)\(interval), from \(style.text(answer.control)) under "
      + "'\(analysis.control)' to \(style.text(answer.treatment))."
  }

  /// Whether chance does as much, of one look.
  private var chance: String {
    let effect = analysis.chosen
    guard analysis.answer.isShown else {
      return
        "Chance alone does as much (p \(equals(effect.pValue))). So no effect is shown, and none "
        + "within the interval is excluded. That holds for one look, planned beforehand."
    }
    let looks = analysis.anyTime
    let early =
      looks.low <= 0 && looks.high >= 0
      ? "That holds if this is the one planned look. If you looked before, it is not yet enough."
      : "It holds at any number of looks, too."
    return "Chance alone seldom does that (p \(equals(effect.pValue))). \(early)"
  }

  /// What looks on the way have concluded.
  private func state(of looks: ExperimentLooks) -> String {
    let end = looks.end
    guard let plan = plan(of: looks) else {
      let rule = "the rule '\(looks.rule)', which holds at any number of looks"
      return end.isSignificant
        ? "By \(rule), an effect is shown since day \(end.day) of \(looks.days); this is what was seen then."
        : "By \(rule), no effect is shown after \(looks.days.counting("day"))."
    }
    let times = looks.looks.count == 1 ? "once" : "\(looks.looks.count) times"
    let rule = "Looked at \(times) by the rule '\(looks.rule)'"
    if end.low == nil {
      return "The rule '\(looks.rule)' decides at the end alone: day \(looks.days), \(plan), and "
        + "nothing is shown yet."
    }
    if end.isSignificant { return "\(rule), the test ends on day \(end.day), \(plan)." }
    return looks.isComplete
      ? "\(rule), the test is over, \(plan), and no look has ended it: no effect is shown."
      : "\(rule), the test goes on: day \(looks.days), \(plan), and no effect is shown yet."
  }

  /// How far the plan is, in words; `nil` without one.
  private func plan(of looks: ExperimentLooks) -> String? {
    if let days = looks.plannedDays { return "of \(days) planned" }
    return looks.plannedUnits.map {
      "with \(looks.looks.last?.units ?? 0) of \($0) planned \(analysis.assigned)"
    }
  }

  /// Whether a change as bad as the margin is left out.
  var margin: String? {
    guard let margin = analysis.margin, let leavesOut = analysis.answer.leavesOutMargin else {
      return nil
    }
    let change =
      "\(margin < 0 ? "A fall" : "A rise") of \(style.distance(margin.magnitude)) or more is"
    return leavesOut
      ? "\(change) left out, with \(NumberText.percent(analysis.falsePositiveRate / 2)) false positives."
      : "\(change) not left out by this interval."
  }

  var split: String {
    let split = analysis.split
    let sizes =
      "\(split.control) \(analysis.assigned) in '\(analysis.control)' and \(split.treatment) in "
      + "'\(analysis.treatment)'"
    let chances =
      "p \(equals(split.pValue)), at any number of looks p "
      + equals(split.pValueAtAnyTime)
    return split.isAlarming
      ? "The split is not the planned one: \(sizes) (\(chances)). Look for what counts some units and not "
        + "others: arms that invitees inherit, links lost in one arm, accounts merged, flags read late."
      : "The split is as planned: \(sizes) (\(chances))."
  }

  private func row(_ effect: ExperimentAnalysis.Effect) -> [String] {
    let relative =
      if let value = effect.relative, let low = effect.relativeLow, let high = effect.relativeHigh {
        "\(percent(value)) (\(percent(low)) to \(percent(high)))"
      } else {
        "–"
      }
    return [
      effect.estimator, signed(effect.difference), interval(effect.low, effect.high) ?? "–",
      relative, probability(effect.pValue),
    ]
  }

  /// What the reader of the numbers must know.
  var notes: [String] {
    var notes: [String] = []
    if analysis.isSkewed {
      let skewness = NumberText.significant(analysis.skewness.magnitude, digits: 2)
      let cause =
        "The units are skewed: the skewness of the difference is \(skewness), and from 0.053 on Student's "
        + "interval misses too often."
      let remedy =
        if let looks = analysis.looks {
          looks.hasEnd
            ? " Looks by a plan err likewise; '--cap' limits what one unit counts." : ""
        } else if analysis.isRedrawn {
          " So the answer rests on arms that were drawn anew, 4,000 times."
        } else {
          " An arm has too few units to draw the arms anew."
        }
      notes.append(cause + remedy)
    }
    if let cap = analysis.cap, let units = analysis.cappedUnits {
      notes.append(
        "A unit counts at most \(NumberText.significant(cap)): \(units.counting("unit")) had more, and the "
          + "effect is that on what is left.")
    }
    if let looks = analysis.looks, !looks.hasEnd {
      notes.append(
        "With '--days' or '--planned', fixed before the first look, the interval is narrower.")
    }
    if analysis.hasSummedRows {
      notes.append(
        "The rows of a unit are summed: without a column 'denominator' this is a mean per unit.")
    }
    return notes
  }

  /// What the habit of looking each day would have concluded; `nil` without days.
  private var habit: String? {
    guard let looks = analysis.looks else { return nil }
    let rate = NumberStyle.share.text(looks.habitFalsePositives)
    return if let day = looks.habitDay, let difference = looks.habitDifference {
      "The habit to look each day, and to stop at the first p below 0.05, stops on day \(day) with "
        + "\(signed(difference)). Without an effect it finds one in \(rate) of such tests."
    } else {
      "The habit to look each day for a p below 0.05 finds no effect here. Without an effect it finds one in "
        + "\(rate) of such tests."
    }
  }

  func interval(_ low: Double?, _ high: Double?) -> String? {
    guard let low, let high else { return nil }
    guard analysis.isShare else { return "\(signed(low)) to \(signed(high))" }
    // The unit once, after both.
    return "\(low > 0 ? "+" : "")\(NumberText.significant(low * 100)) to \(signed(high))"
  }

  func signed(_ difference: Double) -> String {
    (difference > 0 ? "+" : "") + style.distance(difference)
  }

  func value(_ value: Double) -> String { style.text(value) }

  private func percent(_ share: Double) -> String { NumberStyle.share.signed(share) }

  private func equals(_ p: Double) -> String { p < 1e-6 ? "< 0.000001" : "= \(probability(p))" }

  func probability(_ p: Double) -> String {
    p < 1e-6 ? "< 0.000001" : NumberText.significant(p, digits: 2)
  }
}

/// Several comparisons in words, which err together as often as one would.
struct FamilyText {
  let analyses: [ExperimentAnalysis]

  func text(in form: TextForm) -> String {
    let table = TextTable(
      header: ["metric", "arm", "control", "value", "effect", "95% interval of all", "p of all"],
      rows: analyses.map(row))
    let splits = analyses.filter(\.split.isAlarming).map { AnalysisText($0).split }
    // One of each arm: its metrics share the units.
    let alarms = splits.enumerated().filter { !splits[..<$0.offset].contains($0.element) }
      .map(\.element)
    // What holds of all comparisons stands once; else with its metric.
    let all = analyses.map { AnalysisText($0).notes }
    let shared = (all.first ?? []).filter { note in all.allSatisfy { $0.contains(note) } }
    let own = zip(analyses, all).flatMap { analysis, notes in
      notes.filter { !shared.contains($0) }.map {
        "\(analysis.metric.isEmpty ? "" : "\(analysis.metric), ")'\(analysis.treatment)': \($0)"
      }
    }
    let sizes = alarms.isEmpty ? ["The arms have the planned sizes."] : alarms
    return ([answer] + sizes).map { "\(form.wrapped($0))\n\n" }.joined() + table.text(in: form)
      + (own + shared).map { "\n\(form.wrapped($0))\n" }.joined()
  }

  private var answer: String {
    let sound = analyses.filter { !$0.split.isAlarming }
    let shown = sound.filter(\.answer.isShown)
    let rate = NumberText.percent(analyses.first?.falsePositiveRate ?? 0)
    let found = shown.map { analysis in
      let metric = analysis.metric.isEmpty ? "" : "\(analysis.metric): "
      return metric + AnalysisText(analysis).effect
    }
    let margins = sound.compactMap { analysis in
      AnalysisText(analysis).margin.map { "\(analysis.metric) of '\(analysis.treatment)': \($0)" }
    }
    let count = "\(shown.count) of \(analyses.count.counting("comparison"))"
    let lead =
      "\(count) \(shown.count == 1 ? "shows" : "show") an effect. Together they err in 5% at most, since each is "
      + "judged at \(rate)."
    return ([lead] + found + margins).joined(separator: " ")
  }

  private func row(_ analysis: ExperimentAnalysis) -> [String] {
    let (words, answer) = (AnalysisText(analysis), analysis.answer)
    let isSound = !analysis.split.isAlarming
    // Looks have bounds and no p.
    let p =
      analysis.looks == nil
      ? words.probability(min(1, analysis.chosen.pValue * Double(analyses.count))) : "–"
    return [
      analysis.metric.isEmpty ? "numerator" : analysis.metric, analysis.treatment,
      words.value(answer.control), words.value(answer.treatment), words.signed(answer.difference),
      isSound ? words.interval(answer.low, answer.high) ?? "–" : "not the planned split",
      isSound ? p : "–",
    ]
  }
}
