import GrowthModel
public import Statistics

/// The counts of each day, over replications.
public struct DaySeries: Sendable, Hashable {
  /// A column of the series.
  public struct Column: Sendable {
    public let name: String
    let value: @Sendable (Tally.Day) -> Int
  }

  public static let columns = [
    Column(name: "organicLaunches", value: \.organicLaunches),
    Column(name: "creditedLaunches", value: \.creditedLaunches),
    Column(name: "homes", value: \.homes),
    Column(name: "firstValues", value: \.firstValues),
    Column(name: "active", value: \.active),
    Column(name: "sessions", value: \.sessions),
    Column(name: "prompts", value: \.prompts),
    Column(name: "opened", value: \.opened),
    Column(name: "sheets", value: \.sheets),
    Column(name: "invites", value: \.invites),
    Column(name: "taps", value: \.taps),
  ]

  /// By day, and then in the order of `columns`.
  public private(set) var days: [[EventMoments]]

  public init(days: Int) {
    let day = [EventMoments](repeating: EventMoments(), count: Self.columns.count)
    self.days = [[EventMoments]](repeating: day, count: days)
  }

  /// Adds the days of the next replication.
  mutating func record(_ replication: [Tally.Day]) {
    for (day, counts) in replication.enumerated() {
      for (place, column) in Self.columns.enumerated() {
        days[day][place].record(EventCounts(column.value(counts), per: 1))
      }
    }
  }
}
