/// Rows of an experiment by what was assigned together: clusters, or the periods of a switchback.
///
/// The groups are the independent units, so the difference has cluster-robust errors. In a switchback,
/// rows of a wash-out at the start of a period are left out by the caller.
public struct AssignedGroups: Sendable {
  private var places: [Int: Int] = [:]
  private var groups: [(isTreated: Bool, numerator: Double, denominator: Double)] = []

  /// Creates an experiment without rows.
  public init() {}

  /// Adds a row of a group; all rows of a group have one arm.
  public mutating func record(
    numerator: Double, denominator: Double = 1, group: Int, isTreated: Bool
  ) {
    let place = places[group] ?? groups.count
    if place == groups.count {
      places[group] = place
      groups.append((isTreated, 0, 0))
    }
    precondition(groups[place].isTreated == isTreated, "the group \(group) has two arms")
    groups[place].numerator += numerator
    groups[place].denominator += denominator
  }

  /// The difference of the ratios of sums; `nil` with fewer than two groups an arm.
  public var difference: TwoSample? {
    var samples = [RatioSample(), RatioSample()]
    for group in groups {
      samples[group.isTreated ? 1 : 0].record(
        numerator: group.numerator, denominator: group.denominator)
    }
    guard let control = samples[0].summary, let treatment = samples[1].summary else { return nil }
    return TwoSample(control: control, treatment: treatment)
  }
}
