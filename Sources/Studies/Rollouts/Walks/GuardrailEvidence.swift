import Statistics

/// What the days so far say of one guardrail.
///
/// Days are combined by 1/(1/n_t + 1/n_c), as Mantel and Haenszel combine strata. Pooled counts of
/// stages of unequal shares would mistake a change over time for an effect (Simpson).
struct GuardrailEvidence {
  private var weightedHarm = 0.0
  private var weight = 0.0
  private var treated = 0
  private var control = 0
  private var numerator = 0
  private var denominator = 0

  /// Adds a day, by its harm: how much worse the metric is with the change.
  mutating func add(_ counts: ArmCounts, harm: Guardrail.Harm) {
    treated += counts.treated.denominator
    control += counts.control.denominator
    guard let with = counts.treated.ratio, let without = counts.control.ratio else { return }
    let sizes = (Double(counts.treated.denominator), Double(counts.control.denominator))
    let share = sizes.0 * sizes.1 / (sizes.0 + sizes.1)
    weightedHarm += share * (harm == .fall ? without - with : with - without)
    weight += share
    numerator += counts.treated.numerator + counts.control.numerator
    denominator += counts.treated.denominator + counts.control.denominator
  }

  /// The fewest counted in an arm.
  var fewest: Int { min(treated, control) }

  /// The harm with its standard error; `nil` where nothing varied.
  ///
  /// The variance is that of one rate in both arms, as the null hypothesis has it; without it, few
  /// events alarm by their number alone.
  func harm(isShare: Bool) -> (value: Double, standardError: Double)? {
    guard weight > 0 else { return nil }
    let rate = Double(numerator) / Double(denominator)
    let variance = isShare ? rate * (1 - rate) : rate
    guard variance > 0 else { return nil }
    return (weightedHarm / weight, (variance / weight).squareRoot())
  }
}
