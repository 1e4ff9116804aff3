import Experiments
import Statistics

/// Measured design effects as the source file that keeps them.
struct DesignEffectTable {
  /// By the keys of metrics, rounded up to tenths.
  let effects: [(key: String, effect: Double)]
  /// That of metrics without one: nine in ten of those measured lie below.
  let ofOthers: Double

  init(_ measured: [String: Double]) {
    effects = Metric.all.compactMap { metric in
      measured[metric.key].map { (metric.key, Self.tenths($0)) }
    }
    let sorted = effects.map(\.effect).sorted()
    ofOthers = sorted.isEmpty ? 1 : sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
  }

  private static func tenths(_ effect: Double) -> Double { (effect * 10).rounded(.up) / 10 }

  /// What stands in `DesignEffects.swift`.
  var source: String {
    let rows = effects.map { "    \"\($0.key)\": \(NumberText.decimal($0.effect, 1)),\n" }
    return """
        static let ofOthers = \(NumberText.decimal(ofOthers, 1))

        static let measured: [String: Double] = [
      \(rows.joined())  ]

      """
  }
}
