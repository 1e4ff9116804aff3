/// The counts of one guardrail on one day, with the change and without it.
public struct ArmCounts: Sendable, Hashable {
  /// Events out of those that could have had one.
  public struct Counts: Sendable, Hashable {
    public var numerator: Int
    public var denominator: Int

    public init(_ numerator: Int, of denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// `nil` where nothing was counted.
    public var ratio: Double? {
      denominator > 0 ? Double(numerator) / Double(denominator) : nil
    }
  }

  public var treated: Counts
  public var control: Counts

  public init(treated: Counts, control: Counts) {
    self.treated = treated
    self.control = control
  }
}

/// A source of the days of a rollout.
public protocol RolloutDays {
  /// Returns the counts of a day, one for each guardrail, where the change reaches `share` of the
  /// members. A walk asks for the days in order, once each.
  mutating func counts(of day: Int, reaching share: Double) -> [ArmCounts]
}
