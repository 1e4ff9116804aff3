public import Vocabulary

/// The facts about one contact that the sections read, in 24 bytes.
///
/// An app keeps a column of these beside its contacts. An evaluation returns places in it.
public struct SectionContact: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The source of a contact's new fields.
  public enum Source: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The user, in the app.
    case user
    /// The device's address book.
    case addressBook
    /// The app's own network.
    case network
  }

  /// The time at which the contact came into the book, from any source.
  public var addedAt: Instant
  // The earliest time stands for none: an optional would cost eight bytes for each contact.
  var enriched = Instant(milliseconds: .min)
  /// The year whose birthday was dismissed; 0 is none.
  public private(set) var dismissedYear: Int16 = 0
  /// The birthday without its year; `.none` if it is unknown.
  public var birthday = YearDay.none
  /// The number of fields that the network has added since the user looked.
  public private(set) var newFields: UInt8 = 0
  private var hasName: Bool
  private var isReachable: Bool

  /// Creates a contact without news; `isReachable` means that it has a number or an address.
  public init(
    addedAt: Instant, hasName: Bool = true, isReachable: Bool = true, birthday: YearDay = .none
  ) {
    self.addedAt = addedAt
    self.hasName = hasName
    self.isReachable = isReachable
    self.birthday = birthday
  }

  /// The time of the network's last addition that the user has not viewed.
  public var enrichedAt: Instant? { newFields == 0 ? nil : enriched }

  /// Whether the contact has a name, but neither a number nor an address.
  public var isIncomplete: Bool { hasName && !isReachable }
}

extension SectionContact {
  /// Records that `source` added `fields` new fields; only the network's count as news.
  public mutating func receive(fields: Int, from source: Source, at now: Instant) {
    guard source == .network, fields > 0 else { return }
    newFields = UInt8(min(Int(newFields) + fields, Int(UInt8.max)))
    enriched = max(enriched, now)
  }

  /// Takes over what a sync or an edit has changed of the contact; its news and age stay.
  public mutating func revise(hasName: Bool, isReachable: Bool, birthday: YearDay) {
    self.hasName = hasName
    self.isReachable = isReachable
    self.birthday = birthday
  }

  /// Records that the user opened the contact's update.
  public mutating func viewUpdate() {
    newFields = 0
    enriched = Instant(milliseconds: .min)
  }

  /// Dismisses this year's birthday, and no other.
  public mutating func dismissBirthday(of date: CivilDate) {
    dismissedYear = Int16(clamping: date.year)
  }
}

extension MutableCollection where Element == SectionContact {
  /// Records that the user opened the list of all updates.
  public mutating func viewAllUpdates() {
    for place in indices { self[place].viewUpdate() }
  }
}

extension SectionRules {
  static let contacts: [Rule] = [
    Rule("NAT-02", "A contact with a name and neither number nor e-mail address is incomplete."),
    Rule("ENR-08", "An update is seen once its card or the list of all is opened."),
    Rule("ENR-09", "What was seen stays away until the network adds something new."),
    Rule("ENR-10", "A change by the user or the address book is not enrichment."),
    Rule("UPC-11", "A dismissed event is gone for this time, and others are not."),
    Rule("UPC-12", "A dismissed birthday is back next year."),
  ]
}

/// The days from today on which an event is upcoming.
struct UpcomingWindow {
  /// The number of days that the section covers; today is day 0.
  static let days = 7

  private let todayNumber: UInt16
  /// Today and the days ahead, and their numbers in a year.
  private let dates: [CivilDate]
  private let numbers: [UInt16]
  /// 28 February of a common year, if it lies ahead: the birthday of people born on the 29th.
  private let endOfFebruary: CivilDate?

  init(at now: Instant, zone: CivilZone) {
    let today = CivilDate(of: now, in: zone)
    dates = (0...Self.days).map { today.adding(days: Int64($0)) }
    numbers = dates.map { YearDay(of: $0).number }
    todayNumber = numbers[0]
    endOfFebruary = dates.first {
      ($0.month, $0.day) == (2, 28) && !CivilDate(year: $0.year, month: 2, day: 29).isReal
    }
  }

  /// Returns whether `day` may lie ahead within the window: cheap, with false positives only.
  @inline(__always)
  func mayHold(_ day: YearDay) -> Bool {
    // A leap day that a common year lacks makes the distance one day longer.
    let ahead = day.number &- todayNumber
    let wrapped = day.number < todayNumber ? ahead &+ 366 : ahead
    return day.number != 0 && wrapped <= UInt16(Self.days + 1)
  }

  /// Returns the date of `day` within the window; `nil` if none is.
  func date(of day: YearDay) -> CivilDate? {
    for ahead in numbers.indices where numbers[ahead] == day.number { return dates[ahead] }
    return day.number == Self.leapDay ? endOfFebruary : nil
  }

  /// The number of 29 February.
  private static let leapDay: UInt16 = 60
}

extension SectionRules {
  static let upcoming: [Rule] = [
    Rule("UPC-01", "A birthday is upcoming from seven days ahead until its day is over."),
    Rule("UPC-16", "Time alone brings an event into sight."),
  ]
}

/// A day without a year: a birthday.
public struct YearDay: Hashable, Sendable, BitwiseCopyable, Codable {
  /// From 1 to 366, as in a leap year; 0 is no day.
  let number: UInt16

  /// An unknown day.
  public static let none = YearDay(number: 0)

  private init(number: UInt16) { self.number = number }

  /// Creates the day of `month` and `day`; `nil` if no year has it.
  public init?(month: Int, day: Int) {
    let date = CivilDate(year: 2000, month: month, day: day)
    guard date.isReal else { return nil }
    self.init(of: date)
  }

  init(of date: CivilDate) {
    let leap = CivilDate(year: 2000, month: date.month, day: date.day)
    let newYear = CivilDate(year: 2000, month: 1, day: 1)
    number = UInt16(leap.daysSinceEpoch - newYear.daysSinceEpoch + 1)
  }
}
