/// Events of invites, one by one, from which a funnel table is made.
///
/// An invite, its tap and its launch belong together by a key that all of them have, such as the code
/// of the link. The cohort of an event is the day of the latest event of the first stage before it
/// with the same key. Events without a key make totals by day.
public struct FunnelEvents: Sendable {
  private struct Event {
    let stage: FunnelStage
    let day: Int
    let order: String
    let key: String
  }

  /// A day that has an event.
  public struct Day: Sendable {
    let number: Int
    /// The day as the data have it.
    public let text: String
    /// The event's place in the data.
    public let place: String
  }

  private var events: [Event] = []
  /// The day of the first event, and that of the last; `nil` without any.
  public private(set) var span: (first: Day, last: Day)?
  /// The events that have no key.
  public private(set) var withoutKey = 0
  /// The number of events.
  public var count: Int { events.count }

  /// Creates an empty list.
  public init() {}

  /// Adds an event, found at `place` of the data; `moment` is a date with a time of day, or a number
  /// of days.
  ///
  /// Returns whether the moment is one.
  public mutating func add(
    _ stage: FunnelStage, at moment: String, key: String?, place: @autoclosure () -> String = ""
  ) -> Bool {
    guard let number = DayText(moment)?.number else { return false }
    func day() -> Day { Day(number: number, text: String(moment.prefix(10)), place: place()) }
    if let span {
      if number < span.first.number { self.span?.first = day() }
      if number > span.last.number { self.span?.last = day() }
    } else {
      span = (day(), day())
    }
    if key == nil { withoutKey += 1 }
    events.append(Event(stage: stage, day: number, order: moment, key: key ?? ""))
    return true
  }

  /// The days from the first event to the last.
  public var days: Int { span.map { $0.last.number - $0.first.number + 1 } ?? 0 }

  /// The table of the events, with those that found no earlier one of the first stage; `nil` without
  /// any event.
  ///
  /// An event of a later stage counts once for each key and each event of the first stage.
  ///
  /// - Precondition: `days` is at most `FunnelTable.mostDays`.
  public func table() -> (table: FunnelTable, unmatched: Int)? {
    guard let firstDay = span?.first else { return nil }
    precondition(days <= FunnelTable.mostDays, "\(days) days")
    let stages = Array(Set(events.map(\.stage)))
    let form = withoutKey == 0 ? FunnelTable.Form.cohorts : .totals
    var table = FunnelTable(form, days: days, stages: stages)
    table.firstDay = Int(firstDay.text) == nil ? firstDay.text : nil
    guard form == .cohorts else {
      for event in events { table.add(event.stage, event.day - firstDay.number) }
      return (table, 0)
    }
    let head = table.stages[0]
    var unmatched = 0
    /// The day of each key's latest event of the first stage, and what has come of it.
    var open: [String: (day: Int, reached: Set<FunnelStage>)] = [:]
    for event in events.sorted(by: Self.isEarlier) {
      let day = event.day - firstDay.number
      if event.stage == head {
        table.add(head, day)
        open[event.key] = (day, [head])
      } else if let cohort = open[event.key] {
        guard cohort.reached.isDisjoint(with: [event.stage]) else { continue }
        open[event.key]?.reached.insert(event.stage)
        table.add(event.stage, cohort.day, day - cohort.day)
      } else {
        unmatched += 1
      }
    }
    return (table, unmatched)
  }

  private static func isEarlier(_ left: Event, _ right: Event) -> Bool {
    // Of one moment the earlier stage comes first.
    func rank(_ event: Event) -> Int {
      FunnelStage.allCases.firstIndex(of: event.stage) ?? 0
    }
    return (left.day, left.order, rank(left)) < (right.day, right.order, rank(right))
  }
}
