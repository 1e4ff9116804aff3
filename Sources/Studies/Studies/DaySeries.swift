import GrowthloopModel
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

  /// Returns the counts of a replication, day by day in the order of `columns`.
  static func counts(of replication: [Tally.Day]) -> [Int] {
    replication.flatMap { day in columns.map { $0.value(day) } }
  }

  /// Adds the counts of the next replication.
  mutating func record(_ counts: [Int]) {
    for (place, count) in counts.enumerated() {
      let (day, column) = place.quotientAndRemainder(dividingBy: Self.columns.count)
      days[day][column].record(EventCounts(count, per: 1))
    }
  }
}
