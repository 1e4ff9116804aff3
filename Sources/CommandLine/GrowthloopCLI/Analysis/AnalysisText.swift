import Statistics
import TextLayout

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
    let looked = looks.map { "\(form.wrapped($0))\n\n" } ?? ""
    return "\(form.wrapped(answer))\n\n\(form.wrapped(split))\n\n\(looked)"
      + "\(table.text(in: form))\(notes)"
  }

  private var answer: String {
    let effect = analysis.chosen
    guard !analysis.split.isAlarming else {
      return
        "These rows do not say what '\(analysis.treatment)' does, because the arms do not have the "
        + "planned sizes: what made them unequal may have made the difference, too."
    }
    let size =
      "'\(analysis.treatment)' moves the \(analysis.isShare ? "share" : "mean") by "
      + "\(signed(effect.difference)) (95% interval: \(interval(effect))), from "
      + "\(style.text(effect.control)) under '\(analysis.control)' to \(style.text(effect.treatment))."
    let verdict =
      effect.low > 0 || effect.high < 0
      ? "Chance alone seldom does that (p \(equals(effect.pValue)))."
      : "Chance alone does as much (p \(equals(effect.pValue))): no effect is shown, and none "
        + "within the interval is excluded."
    let looks = analysis.anyTime
    let early =
      (effect.low > 0 || effect.high < 0) && looks.low <= 0 && looks.high >= 0
      ? " That holds if this is the one planned look; for who looked before, it is not yet enough."
      : ""
    return "\(size) \(verdict)\(early)"
  }

  private var split: String {
    let split = analysis.split
    let sizes =
      "\(split.control) \(analysis.assigned) in '\(analysis.control)' and \(split.treatment) in "
      + "'\(analysis.treatment)'"
    let chances =
      "p \(equals(split.pValue)), at any number of looks p "
      + equals(split.pValueAtAnyTime)
    return split.isAlarming
      ? "The split is not the planned one: \(sizes) (\(chances)). Look for what counts some and not "
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
      effect.estimator, signed(effect.difference), interval(effect), relative,
      probability(effect.pValue),
    ]
  }

  private var notes: String {
    var notes = ""
    if analysis.hasSummedRows {
      notes +=
        "\nThe rows of a unit are summed: without a column 'denominator' this is a mean per unit.\n"
    }
    if !analysis.ignoredColumns.isEmpty {
      notes += "\nNot read: the columns \(analysis.ignoredColumns.joined(separator: ", ")).\n"
    }
    return notes
  }

  /// What looks on the way would have concluded; `nil` without days.
  private var looks: String? {
    guard let looks = analysis.looks else { return nil }
    let end = looks.end
    let times = looks.looks.count == 1 ? "once" : "\(looks.looks.count) times"
    let low = NumberText.significant(end.low * (analysis.isShare ? 100 : 1))
    let range = "\(end.low > 0 ? "+" : "")\(low) to \(signed(end.high))"
    let rule =
      end.isSignificant
      ? "Looked at \(times) by the rule '\(looks.rule)', the test ends on day \(end.day) of "
        + "\(looks.days) with \(signed(end.difference)); with regard to when it ended, "
        + "\(signed(end.medianUnbiased)) (95% interval: \(range))."
      : "Looked at \(times) by the rule '\(looks.rule)', no look ends the test: no effect is shown "
        + "after \(looks.days) days."
    let rate = NumberStyle.share.text(looks.habitFalsePositives)
    let habit =
      if let day = looks.habitDay, let difference = looks.habitDifference {
        "Who looks each day, and stops at the first p below 0.05, stops on day \(day) with "
          + "\(signed(difference)), and finds an absent effect in \(rate) of such tests."
      } else {
        "Who looks each day for a p below 0.05 finds none here, and an absent effect in \(rate) of "
          + "such tests."
      }
    return "\(rule) \(habit)"
  }

  private func interval(_ effect: ExperimentAnalysis.Effect) -> String {
    guard analysis.isShare else { return "\(signed(effect.low)) to \(signed(effect.high))" }
    // The unit once, after both.
    let low = NumberText.significant(effect.low * 100)
    return "\(effect.low > 0 ? "+" : "")\(low) to \(signed(effect.high))"
  }

  private func signed(_ difference: Double) -> String {
    (difference > 0 ? "+" : "") + style.distance(difference)
  }

  private func percent(_ share: Double) -> String { NumberStyle.share.signed(share) }

  private func equals(_ p: Double) -> String { p < 1e-6 ? "< 0.000001" : "= \(probability(p))" }

  private func probability(_ p: Double) -> String {
    p < 1e-6 ? "< 0.000001" : NumberText.significant(p, digits: 2)
  }
}
