import RandomStreams

/// How likely a sample is to stray from its distribution as far as it did, if it is drawn from it.
enum GoodnessOfFit {
  /// Pearson's chi-square, of counts against probabilities that add up to 1.
  static func ofCounts(_ counts: [Int], _ probabilities: [Double]) -> Double {
    let total = Double(counts.reduce(0, +))
    var statistic = 0.0
    var cells = 0
    var (observed, expected) = (0.0, 0.0)
    func close() {
      guard expected > 0 else { return }
      statistic += (observed - expected) * (observed - expected) / expected
      cells += 1
      (observed, expected) = (0, 0)
    }
    // Neighbouring values are taken together until at least 10 are expected.
    var left = total
    for (count, probability) in zip(counts, probabilities) {
      observed += Double(count)
      expected += probability * total
      if expected >= 10, left - expected >= 10 {
        left -= expected
        close()
      }
    }
    close()
    guard cells > 1 else { return 1 }
    return Double.regularizedUpperGamma(shape: Double(cells - 1) / 2, statistic / 2)
  }

  /// Chi-square of whole numbers against a cumulative distribution.
  static func ofValues(
    _ values: [Int], _ distribution: some CumulativeDistribution<Int>
  ) -> Double {
    guard let least = values.min(), let greatest = values.max() else { return 1 }
    // At most about 200 steps, so that what is spread wide is counted in strides.
    let stride = max(1, (greatest - least) / 200)
    var counts = [Int](repeating: 0, count: (greatest - least) / stride + 2)
    for value in values { counts[(value - least) / stride] += 1 }
    var below = distribution.cumulative(least - 1)
    // What lies below the least value belongs to the first cell, what lies above to the last.
    var probabilities = counts.indices.map { cell in
      let upTo = distribution.cumulative(least + (cell + 1) * stride - 1)
      defer { below = upTo }
      return upTo - below
    }
    probabilities[0] += distribution.cumulative(least - 1)
    probabilities[probabilities.count - 1] += 1 - below
    return ofCounts(counts, probabilities)
  }

  /// Anderson and Darling's test, which looks at the tails too, with the approximation of its
  /// distribution by Marsaglia and Marsaglia (2004), good to five digits.
  static func ofValues(
    _ values: [Double], _ distribution: some CumulativeDistribution<Double>
  ) -> Double {
    let chances = values.sorted().map { distribution.cumulative($0) }
    let count = Double(chances.count)
    var sum = 0.0
    for (place, chance) in chances.enumerated() {
      let opposite = 1 - chances[chances.count - 1 - place]
      sum += Double(2 * place + 1) * Double.log(chance * opposite)
    }
    let z = -count - sum / count
    guard z < 2 else {
      let inner =
        1.0776 - (2.30695 - (0.43424 - (0.082433 - (0.008056 - 0.0003146 * z) * z) * z) * z) * z
      return 1 - Double.exp(-Double.exp(inner))
    }
    let series =
      2.00012 + (0.247105 - (0.0649821 - (0.0347962 - (0.011672 - 0.00168691 * z) * z) * z) * z) * z
    return 1 - Double.exp(-1.2337141 / z) / z.squareRoot() * series
  }
}
