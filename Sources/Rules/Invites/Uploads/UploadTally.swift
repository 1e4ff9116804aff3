public import Vocabulary

/// The numbers that a user uploaded in one day: a count, and no number.
public struct UploadTally: Hashable, Sendable, BitwiseCopyable {
  private struct Day: Hashable, BitwiseCopyable {
    /// The moment of its first upload.
    let start: Instant
    var numbers = 0
  }

  /// `nil` before the first upload of all.
  private var day: Day?

  /// Creates a tally without uploads.
  public init() {}

  /// Returns the numbers of the day at `now`, and the end of the day; `nil` when it is over.
  public func count(
    at now: Instant, calendar: CalendarPolicy, zone: CivilZone
  ) -> (numbers: Int, until: Instant)? {
    guard let day else { return nil }
    let until = calendar.dayEnds(for: day.start, zone: zone)
    return now < until ? (day.numbers, until) : nil
  }

  /// Adds the numbers of an answered upload; the first after the end of a day begins the next.
  public mutating func add(
    _ added: Int, at now: Instant, calendar: CalendarPolicy, zone: CivilZone
  ) {
    let today = count(at: now, calendar: calendar, zone: zone).flatMap { _ in self.day }
    var day = today ?? Day(start: now)
    day.numbers += added
    self.day = day
  }
}
