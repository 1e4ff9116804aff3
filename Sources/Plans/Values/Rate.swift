public import Vocabulary

/// An average number of events per period.
public struct Rate: Hashable, Sendable {
  /// The number of events.
  public var events: Double
  /// The period, greater than zero.
  public var period: Interval

  public init(_ events: Double, per period: Interval) {
    precondition(period > .zero, "a rate over \(period) means nothing")
    self.events = events
    self.period = period
  }

  /// Returns the number of events in an interval.
  public func events(in interval: Interval) -> Double {
    events * Double(interval.milliseconds) / Double(period.milliseconds)
  }
}

extension Rate: CustomStringConvertible {
  static let periods: [(name: String, length: Interval)] = [
    ("day", .days(1)), ("hour", .hours(1)), ("minute", .minutes(1)), ("second", .seconds(1)),
    ("week", .days(7)),
  ]

  /// The rate as scenarios spell it: `0.3/day`.
  public var description: String {
    let name =
      Self.periods.first { $0.length == period }?.name ?? DurationText.text(period)
    let number = Int(exactly: events).map { String($0) } ?? String(events)
    return "\(number)/\(name)"
  }

  /// Parses `0.3/day`, `5/minute`, `2/10m`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let events = NumberParser.real(String(parts[0])), events >= 0,
      let period = Self.periods.first(where: { $0.name == parts[1] })?.length
        ?? DurationText.interval(String(parts[1])), period > .zero
    else { return nil }
    self.init(events, per: period)
  }
}
