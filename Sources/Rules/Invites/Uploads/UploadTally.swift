public import Vocabulary

/// The numbers that a user uploaded in one day: a count, and no number.
public struct UploadTally: Hashable, Sendable, BitwiseCopyable {
  /// The moment of the first upload of the day; `nil` before the first of all.
  private var since: Instant?
  private var numbers = 0

  /// Creates a tally without uploads.
  public init() {}

  /// Returns the numbers of the day at `now`, and the end of the day; `nil` when it is over.
  public func count(
    at now: Instant, calendar: CalendarPolicy, utcOffset: Interval = .zero
  ) -> (numbers: Int, until: Instant)? {
    guard let since else { return nil }
    let until = calendar.dayEnds(for: since, utcOffset: utcOffset)
    return now < until ? (numbers, until) : nil
  }

  /// Adds the numbers of an answered upload; the first after the end of a day begins the next.
  public mutating func add(
    _ added: Int, at now: Instant, calendar: CalendarPolicy, utcOffset: Interval = .zero
  ) {
    if count(at: now, calendar: calendar, utcOffset: utcOffset) == nil {
      (since, numbers) = (now, 0)
    }
    numbers += added
  }
}
