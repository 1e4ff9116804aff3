public import Vocabulary

extension TrustedClock.Standing: CustomStringConvertible {
  /// How `/healthz` and `growthloop store clock` call it.
  public enum Word: String, CaseIterable, Sendable {
    case trusted
    /// The machine's clock is ahead of the service's.
    case ahead
    /// It is behind.
    case behind
    /// An operator said that the machine's clock is wrong.
    case overruled
  }

  /// The word for it.
  public var word: Word {
    switch self {
    case .agrees: .trusted
    case .differs(let lead): lead > .zero ? .ahead : .behind
    case .overruled: .overruled
    }
  }

  /// By how much the machine's clock leads the one that is followed; below zero for lagging.
  public var lead: Interval {
    switch self {
    case .agrees: .zero
    case .differs(let lead), .overruled(let lead): lead
    }
  }

  /// The same in words: `the machine's clock is 3652 days ahead of the service's`.
  public var description: String {
    if lead == .zero { return "the machine's clock is followed" }
    return
      "the machine's clock is \(lead.rounded) \(lead > .zero ? "ahead of" : "behind") the service's"
  }
}

extension Interval {
  /// Its length in the largest unit of which it has two at least.
  package var rounded: String {
    let length = milliseconds.magnitude
    let units: [(name: String, length: Interval)] = [
      ("days", .days(1)), ("hours", .hours(1)), ("minutes", .minutes(1)),
    ]
    for unit in units where length >= 2 * unit.length.milliseconds.magnitude {
      return "\(length / unit.length.milliseconds.magnitude) \(unit.name)"
    }
    return "\(length / 1_000) seconds"
  }
}
