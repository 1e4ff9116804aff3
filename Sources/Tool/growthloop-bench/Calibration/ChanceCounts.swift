import RandomStreams

/// Counts by chance, for simulators whose laws are always within their domains.
enum ChanceCounts {
  /// Returns how many of `count` happen, each with the chance `share`, which is brought within 0 to 1.
  static func binomial(_ count: Int, _ share: Double, _ draw: inout Draw) -> Int {
    let chance = min(max(share, 0), 1)
    return Binomial.certain(try Binomial(count: count, probability: chance)).sample(using: &draw)
  }

  static func poisson(_ mean: Double, _ draw: inout Draw) -> Int {
    Poisson.certain(try Poisson(mean: max(mean, 0))).sample(using: &draw)
  }
}
