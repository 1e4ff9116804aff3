/// One figure, such as the median, of every run of both builds; less is better.
public struct FigureRounds: Sendable, Hashable {
  public let name: String
  public let unit: String
  public var baseline: [Double]
  public var candidate: [Double]
  /// Whether the runs at one place were made side by side, as a round.
  public let arePaired: Bool

  public init(
    _ name: String, unit: String, baseline: [Double] = [], candidate: [Double] = [],
    arePaired: Bool = true
  ) {
    precondition(
      !arePaired || baseline.count == candidate.count,
      "a round has both builds: \(baseline.count) and \(candidate.count) runs")
    self.name = name
    self.unit = unit
    self.baseline = baseline
    self.candidate = candidate
    self.arePaired = arePaired
  }

  /// The number of runs of the build with fewer.
  public var count: Int { min(baseline.count, candidate.count) }
}

extension FigureRounds {
  /// The median of each build; `nil` without measurements.
  public var medians: (baseline: Double?, candidate: Double?) {
    (Self.median(of: baseline), Self.median(of: candidate))
  }

  static func median(of values: some Collection<Double>) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
