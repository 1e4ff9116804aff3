import RandomStreams

/// The stretch of a series of counts, such as those of days in a row, that is least like the same
/// series in runs of the simulator.
public struct OddStretch: Sendable, Hashable {
  public let places: Range<Int>
  /// What was counted there, and what runs count for as much exposure.
  public let count, expected: Double
  /// How far the two are apart, in standard deviations; negative for a count that is too small.
  public let distance: Double
}

/// A look at all stretches of a series of counts for the oddest: up to half of it, and four weeks.
///
/// Runs at draws from the posterior say how far a stretch strays by chance, whatever the law of its
/// counts.
public struct StretchScan: Sendable {
  /// The mean count for each place's exposure in the runs.
  private let rates: [Double]
  /// The mean square of the distances of stretches in the runs, by their length.
  private var squares: [Double]
  private let discrepancy: Double
  /// How far the oddest stretch of each run strays.
  public private(set) var greatest: [Double] = []

  /// Measures `runs` of the series; `discrepancy` is what the simulator may miss, as a share.
  public init(_ runs: [[CellCount]], discrepancy: Double) {
    let places = runs.first?.count ?? 0
    self.discrepancy = discrepancy
    rates = (0..<places).map { place in
      let exposure = runs.reduce(0.0) { $0 + $1[place].exposure }
      // Where no run ever had an event, the next one may.
      return exposure > 0 ? (runs.reduce(0.5) { $0 + $1[place].count }) / exposure : 0
    }
    squares = [Double](repeating: 1, count: places + 1)
    var sums = squares.map { _ in (square: 0.0, count: 0.0) }
    for run in runs {
      forEachStretch(of: run) { places, count, expected in
        let distance = Self.distance(count, expected)
        sums[places.count].square += distance * distance
        sums[places.count].count += 1
      }
    }
    squares = sums.map { $0.count > 0 ? max($0.square / $0.count, 0.1) : 1 }
    greatest = runs.map { (oddest(in: $0)?.distance ?? 0).magnitude }
  }

  /// Returns the oddest stretch of a series; `nil` where nothing is known of it.
  public func oddest(in series: [CellCount?]) -> OddStretch? {
    var oddest: OddStretch?
    forEachStretch(of: series) { places, count, expected in
      let spread = squares[places.count] + discrepancy * discrepancy * expected
      let distance = Self.distance(count, expected) / spread.squareRoot()
      if distance.magnitude > (oddest?.distance ?? 0).magnitude {
        oddest = OddStretch(places: places, count: count, expected: expected, distance: distance)
      }
    }
    return oddest
  }

  private func forEachStretch(
    of series: [CellCount?],
    _ body: (_ places: Range<Int>, _ count: Double, _ expected: Double) -> Void
  ) {
    let longest = min(max(1, rates.count / 2), 28)
    for start in rates.indices {
      var (count, expected) = (0.0, 0.0)
      for end in start + 1...min(start + longest, rates.count) {
        if let cell = series[end - 1] {
          count += cell.count
          expected += cell.exposure * rates[end - 1]
        }
        if expected > 0 { body(start..<end, count, expected) }
      }
    }
  }

  /// Returns the signed root of the deviance of a Poisson count.
  private static func distance(_ count: Double, _ expected: Double) -> Double {
    CellFit.signedDeviance(CellCount(count, of: expected), 0, .rate)
  }
}
