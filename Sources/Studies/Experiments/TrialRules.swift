public import Statistics
import Vocabulary

/// What a rule of looks makes of an experiment.
public struct TrialRule: Sendable {
  public let rule: LookRule.Name
  /// The redrawn experiments without an effect that it ends with one; `nil` without any.
  public let falseAlarms: Estimate?
  /// The runs that it ends with an effect.
  public let power: Estimate
  /// After how many days it ends, in the mean; the last look for those it does not end before.
  public let meanDays: Double
  /// The mean effect at which it ends with one, as a proportion of what the design estimates; `nil`
  /// where it never does.
  public let exaggeration: Double?
  /// The median of the median-unbiased estimates of all experiments, ended early or not, in the same
  /// unit; `nil` where the last look has no effect.
  public let corrected: Double?
}

extension TrialOutcome {
  /// What each rule makes of the planned design.
  public var rules: [TrialRule] {
    guard let planned = designs.first,
      let verdict = verdicts.first(where: { $0.design == planned.design })
    else { return [] }
    let rows = meanRows(of: planned)
    // Looks at the same rows are one look; with a few dozen rows the normal law does not hold yet,
    // which the first looks of a rule that spends early would pay for.
    let fewest = max(Self.fewestRows, min(4 * Self.fewestRows, (rows.last ?? 0) / 4))
    // Without an effect in most runs, as before the fourth period, there is nothing to look at.
    let looks = rows.indices.filter { look in
      rows[look] >= fewest && (look == 0 || rows[look] > rows[look - 1])
        && 2 * planned.runs.count { $0.looks[look] != nil } >= planned.runs.count
    }
    guard let last = looks.last else { return [] }
    return LookRule.Name.allCases.map { name in
      let rule = LookRule(name, plannedFor: rows[last])
      let plan = LookPlan(rule, at: looks.map { rows[$0] })
      let order = StoppingOrder(plan)
      func end(_ effects: [TrialEffect?]) -> (look: Int, effect: TrialEffect)? {
        for (place, look) in looks.enumerated() {
          if let effect = effects[look], effect.standardError > 0,
            plan.crosses(effect.normalScore, at: place)
          {
            return (look, effect)
          }
        }
        return nil
      }
      let ends = planned.runs.map { end($0.looks) }
      let days = ends.map { end in
        Double(study.looks[end?.look ?? last].milliseconds) / 86_400_000
      }
      let found = ends.compactMap { $0?.effect.difference }
      let corrected = zip(planned.runs, ends).compactMap { run, end -> Double? in
        guard let effect = end?.effect ?? run.looks[last] else { return nil }
        let place = looks.firstIndex(of: end?.look ?? last) ?? 0
        let plain = order.plain(effect.normalScore, at: place)
        return plain == 0
          ? 0
          : effect.difference * order.medianUnbiased(effect.normalScore, at: place) / plain
      }
      func ofTheEffect(_ value: Double?) -> Double? {
        verdict.estimand.value == 0 ? nil : value.map { $0 / verdict.estimand.value }
      }
      return TrialRule(
        rule: name,
        falseAlarms: planned.falseAlarms { end($0.looks) != nil },
        power: Proportion(found.count, of: ends.count).wilson()
          ?? Estimate(0, from: 0, to: 1, confidence: 0.95),
        meanDays: days.reduce(0, +) / Double(max(1, days.count)),
        exaggeration: ofTheEffect(
          found.isEmpty ? nil : found.reduce(0, +) / Double(found.count)),
        corrected: ofTheEffect(
          corrected.isEmpty ? nil : corrected.sorted().interpolatedQuantile(0.5)))
    }
  }

  /// With fewer rows in both arms together nobody looks.
  static let fewestRows = 100.0

  /// The mean number of rows at each look.
  func meanRows(of outcome: TrialDesignOutcome) -> [Double] {
    study.looks.indices.map { look in
      outcome.runs.reduce(0) { $0 + Double($1.rowsAtLooks[look]) }
        / Double(max(1, outcome.runs.count))
    }
  }
}
