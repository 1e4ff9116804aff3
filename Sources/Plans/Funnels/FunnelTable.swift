/// How many of each day's invites reached each stage, and how many days later.
public struct FunnelTable: Sendable, Hashable {
  /// How the counts are kept.
  public enum Form: String, Sendable, Hashable {
    /// By the day of sending and the days since: what tells delays apart from chances.
    case cohorts
    /// By the day alone.
    case totals
  }

  public let form: Form
  /// The days from the first to the last that was observed.
  public let days: Int
  /// The stages that are logged, in the order of the funnel.
  public let stages: [FunnelStage]
  /// Totals of several days each; a stage with one has no counts by day.
  public var periods: [Period] = []
  /// The name of the first day as the data have it; `nil` where they count from 1.
  public var firstDay: String?
  /// By stage, then by day of sending, then by lag; of totals by stage and day.
  private var counts: [Int32]

  /// The count of a stage in some days; `nil` where it is missing.
  public struct Period: Sendable, Hashable {
    public let stage: FunnelStage
    public let days: Range<Int>
    public let count: Int?

    public init(_ stage: FunnelStage, _ days: Range<Int>, _ count: Int?) {
      self.stage = stage
      self.days = days
      self.count = count
    }
  }

  /// The most days of a table: ten years.
  public static let mostDays = 3_650

  /// The mark of a count that is not known.
  private static let missing: Int32 = -1

  /// Creates a table without any count above nought.
  public init(_ form: Form, days: Int, stages: [FunnelStage]) {
    precondition(days > 0, "\(days) days")
    self.form = form
    self.days = days
    self.stages = FunnelStage.allCases.filter(stages.contains)
    counts = [Int32](
      repeating: 0, count: self.stages.count * days * (form == .cohorts ? days : 1))
  }

  private func place(_ stage: FunnelStage, _ day: Int, _ lag: Int) -> Int? {
    guard let number = stages.firstIndex(of: stage), (0..<days).contains(day), lag >= 0,
      day + lag < days
    else { return nil }
    return form == .cohorts ? (number * days + day) * days + lag : number * days + day
  }

  /// The count of a stage `lag` days after the invites of `day`, from 0; of totals, on `day`.
  ///
  /// `nil` where it is missing, not logged, or after the last day.
  public subscript(stage: FunnelStage, day: Int, lag: Int = 0) -> Int? {
    get {
      place(stage, day, lag).flatMap { counts[$0] == Self.missing ? nil : Int(counts[$0]) }
    }
    set {
      guard let place = place(stage, day, lag) else { return }
      counts[place] = newValue.map { Int32(clamping: $0) } ?? Self.missing
    }
  }

  /// Adds one to a count; nothing for a stage that is not logged, or a day after the last.
  public mutating func add(_ stage: FunnelStage, _ day: Int, _ lag: Int = 0) {
    guard let place = place(stage, day, lag) else { return }
    counts[place] += 1
  }

  /// Returns the counts of a stage on a day, whenever its invites were sent; `nil` if one is missing.
  public func total(_ stage: FunnelStage, on day: Int) -> Int? {
    guard form == .cohorts else { return self[stage, day] }
    var sum = 0
    for sent in 0...day {
      guard let count = self[stage, sent, day - sent] else { return nil }
      sum += count
    }
    return sum
  }

  /// Returns the counts of a stage on these days together, whenever its invites were sent; `nil` if
  /// one is missing, or a total is of other days as well.
  public func total(_ stage: FunnelStage, on range: Range<Int>) -> Int? {
    let periods = periods.filter { $0.stage == stage }
    guard periods.isEmpty else {
      let within = periods.filter { range.contains($0.days) }
      guard within.reduce(0, { $0 + $1.days.count }) == range.count else { return nil }
      return within.reduce(0) { sum, period in
        sum.flatMap { sum in period.count.map { sum + $0 } }
      }
    }
    return range.reduce(0) { sum, day in
      sum.flatMap { sum in total(stage, on: day).map { sum + $0 } }
    }
  }

  /// Returns the table counted as another one is: its stages, by cohorts or as totals of its periods.
  public func counted(like other: FunnelTable) -> FunnelTable {
    var counted = (other.form == .totals ? totals : self).keeping(other.stages)
    counted.periods = other.periods.map {
      Period($0.stage, $0.days, counted.total($0.stage, on: $0.days))
    }
    return counted
  }

  /// The same counts by day alone.
  public var totals: FunnelTable {
    var totals = FunnelTable(.totals, days: days, stages: stages)
    totals.firstDay = firstDay
    for stage in stages {
      for day in 0..<days { totals[stage, day] = total(stage, on: day) }
    }
    return totals
  }

  /// Returns the table with these stages alone.
  public func keeping(_ kept: [FunnelStage]) -> FunnelTable {
    var table = FunnelTable(form, days: days, stages: stages.filter(kept.contains))
    table.firstDay = firstDay
    table.periods = periods.filter { kept.contains($0.stage) }
    for stage in table.stages {
      for day in 0..<days {
        for lag in 0..<(form == .cohorts ? days - day : 1) {
          table[stage, day, lag] = self[stage, day, lag]
        }
      }
    }
    return table
  }

  /// The table as comma-separated values, without the rows of nought; days count from 1.
  public var csv: String {
    var text = form == .cohorts ? "cohort,stage,lag,count\n" : "day,stage,count\n"
    for period in periods {
      text +=
        "\(period.days.lowerBound + 1)..\(period.days.upperBound),\(period.stage),"
        + "\(period.count.map(String.init) ?? "")\n"
    }
    let daily = stages.filter { stage in !periods.contains { $0.stage == stage } }
    for day in 0..<days {
      for stage in daily {
        for lag in 0..<(form == .cohorts ? days - day : 1) {
          let count = self[stage, day, lag]
          // The first stage has a row for each day, so that the last day is known.
          guard count != 0 || lag == 0 && stage == daily[0] else { continue }
          let number = count.map(String.init) ?? ""
          text +=
            form == .cohorts
            ? "\(day + 1),\(stage),\(lag),\(number)\n" : "\(day + 1),\(stage),\(number)\n"
        }
      }
    }
    return text
  }
}

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

/// A stage of the invite funnel that a team can count.
public enum FunnelStage: String, CaseIterable, Sendable, Hashable {
  /// A share sheet that was completed, whatever the number of recipients.
  case shared
  /// An invite to one recipient.
  case sent
  /// The first tap on an invite.
  case tapped
  /// A first launch that an invite is credited with.
  case launched
  /// An account after such a launch.
  case signedUp
  case onboarded

  /// What is counted, in the plural.
  public var words: String {
    switch self {
    case .shared: "shares"
    case .sent: "invites"
    case .tapped: "taps"
    case .launched: "launches"
    case .signedUp: "accounts"
    case .onboarded: "completed onboardings"
    }
  }

  /// Whether each count of the stage belongs to one of the stage before it.
  ///
  /// A share reaches several people, so there may be more invites than shares.
  public func isPartOf(_ earlier: FunnelStage) -> Bool { earlier != .shared }

  /// Returns the stages but the first, each with the one before that its counts come of.
  ///
  /// Apps let people look around without an account: an onboarding comes of a launch.
  public static func steps(
    of stages: [FunnelStage]
  ) -> [(earlier: FunnelStage, later: FunnelStage)] {
    stages.indices.dropFirst().map { place in
      let isSkipped = stages[place - 1] == .signedUp && place > 1
      return (stages[place - (isSkipped ? 2 : 1)], stages[place])
    }
  }
}
