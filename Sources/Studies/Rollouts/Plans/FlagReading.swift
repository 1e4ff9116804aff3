internal import RandomStreams

/// How soon members meet a change: they read its flag when a session starts the app anew.
public struct FlagReading: Sendable, Hashable {
  /// The chance that a session starts the app anew.
  public let freshStarts: Double
  public let sessionsPerDay: Double

  /// Creates the law; sessions come at random, at one rate.
  public init(freshStarts: Double, sessionsPerDay: Double) {
    precondition(freshStarts > 0 && freshStarts <= 1 && sessionsPerDay >= 0, "no chance or rate")
    self.freshStarts = freshStarts
    self.sessionsPerDay = sessionsPerDay
  }

  /// Flags that are read in every session.
  public static let always = FlagReading(freshStarts: 1, sessionsPerDay: 1)

  /// Returns the proportion of the sessions of a day that do not know of a change yet; day 0 begins
  /// with it.
  public func unaware(onDay day: Int) -> Double {
    let rate = freshStarts * sessionsPerDay
    guard rate > 0 else { return 0 }
    return (1 - freshStarts) * Double.exp(-rate * Double(day)) * -Double.expMinusOne(-rate) / rate
  }

  /// The days of sessions that a change misses in all, as many with a kill switch as with a stage.
  public var lingering: Double {
    sessionsPerDay > 0 ? (1 - freshStarts) / (freshStarts * sessionsPerDay) : 0
  }
}
