import GrowthloopStudies
import Statistics

/// Measured design effects as the source file that stores them.
struct DesignEffectTable {
  /// The design effects by metric key, rounded up to tenths.
  let effects: [(key: String, effect: Double)]
  /// The design effects of other proportions and counts: the 90th percentile of those measured.
  let ofOtherShares: Double
  let ofOtherCounts: Double

  init(_ measured: [String: Double]) {
    effects = Metric.all.compactMap { metric in
      measured[metric.key].map { (metric.key, Self.tenths($0)) }
    }
    let styles = Dictionary(uniqueKeysWithValues: Metric.all.map { ($0.key, $0.style) })
    let shares = effects.filter { styles[$0.key] == .share }
    let counts = effects.filter { styles[$0.key] != .share }
    ofOtherShares = Self.high(shares.map(\.effect))
    ofOtherCounts = Self.high(counts.map(\.effect))
  }

  /// Returns the 90th percentile.
  private static func high(_ effects: [Double]) -> Double {
    effects.isEmpty ? 1 : effects.sorted()[min(effects.count - 1, effects.count * 9 / 10)]
  }

  private static func tenths(_ effect: Double) -> Double { (effect * 10).rounded(.up) / 10 }

  /// The contents of `DesignEffects.swift`.
  var source: String {
    let rows = effects.map { "    \"\($0.key)\": \(NumberText.decimal($0.effect, 1)),\n" }
    return """
        static let ofOtherShares = \(NumberText.decimal(ofOtherShares, 1))
        /// That of counts that are no metric, such as how often a rule decides.
        static let ofOtherCounts = \(NumberText.decimal(ofOtherCounts, 1))

        static let measured: [String: Double] = [
      \(rows.joined())  ]

      """
  }
}
