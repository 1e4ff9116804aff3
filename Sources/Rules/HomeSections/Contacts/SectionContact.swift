public import Vocabulary

/// The facts about one contact that the sections read, in 24 bytes.
///
/// An app keeps a column of these beside its contacts. An evaluation returns places in it.
public struct SectionContact: Hashable, Sendable, BitwiseCopyable {
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
