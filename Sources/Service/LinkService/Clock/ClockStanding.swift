public import Vocabulary

extension TrustedClock.Standing: CustomStringConvertible {
  /// The names in `/healthz` and `growthloop store clock`.
  public typealias Word = ClockWord

  /// The name of the standing.
  public var word: Word {
    switch self {
    case .agrees: .trusted
    case .differs(let lead): lead > .zero ? .ahead : .behind
    case .overruled: .overruled
    }
  }

  /// The lead of the machine's clock over the one in use; negative if it lags.
  public var lead: Interval {
    switch self {
    case .agrees: .zero
    case .differs(let lead), .overruled(let lead): lead
    }
  }

  /// A sentence: `the machine's clock is 3652 days ahead of the service's`.
  public var description: String {
    if lead == .zero { return "the machine's clock is followed" }
    return
      "the machine's clock is \(lead.rounded) \(lead > .zero ? "ahead of" : "behind") the service's"
  }
}

extension Interval {
  /// The length in the largest unit with a value of at least two.
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
