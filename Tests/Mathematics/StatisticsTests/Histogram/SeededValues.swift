import Statistics
import TestSupport

/// Values and histograms that repeat with their seed.
struct SeededValues {
  var chance: SeededChance

  init(seed: UInt64) {
    chance = SeededChance(seed: seed)
  }

  mutating func next(below bound: UInt64) -> UInt64 { UInt64.random(in: 0..<bound, using: &chance) }

  /// A value of any magnitude up to 2^`bits`, small ones as likely as large ones.
  mutating func ofAnyMagnitude(bits: UInt64 = 40) -> UInt64 {
    next(below: 1 << (next(below: bits) + 1))
  }

  mutating func histogram(
    _ layout: HDRHistogram.Layout, values: Int, bits: UInt64 = 40
  ) -> HDRHistogram {
    var histogram = HDRHistogram(layout: layout)
    for _ in 0..<values { histogram.record(ofAnyMagnitude(bits: bits)) }
    return histogram
  }
}
