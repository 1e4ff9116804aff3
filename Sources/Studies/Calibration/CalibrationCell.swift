/// One number of the observations, and of every run of the simulator.
public struct CalibrationCell: Sendable, Hashable {
  /// The cell in words, such as "taps on the day of sending".
  public let name: String
  /// What is counted, such as "tapped": cells of one stage are logged together or not at all.
  public let stage: String
  public let family: Family

  /// How the number scatters.
  public enum Family: Sendable, Hashable {
    /// A number of those at risk, by odds.
    case share
    /// A count for so much exposure, by a rate.
    case rate
    /// A number that may be negative.
    case number
  }

  public init(_ name: String, stage: String, _ family: Family) {
    self.name = name
    self.stage = stage
    self.family = family
  }
}

/// A count, and of how many or of how much it is.
public struct CellCount: Sendable, Hashable {
  public let count: Double
  /// Those at risk, or the exposure; 1 for a number.
  public let exposure: Double

  public init(_ count: Double, of exposure: Double = 1) {
    self.count = count
    self.exposure = exposure
  }
}
