public import Vocabulary

/// What the sections know of one contact, in 24 bytes.
///
/// An app keeps a column of these beside its contacts. What an evaluation finds are places in it.
public struct SectionContact: Hashable, Sendable, BitwiseCopyable {
  /// Who told something new of a contact.
  public enum Source: String, CaseIterable, Sendable, BitwiseCopyable {
    case user
    case addressBook
    /// The app's own network.
    case network
  }

  /// When the contact came into the book, by whatever way.
  public var addedAt: Instant
  // The earliest of times is none: an optional would cost eight bytes for each contact.
  var enriched = Instant(milliseconds: .min)
  /// The year whose birthday was dismissed; 0 is none.
  public private(set) var dismissedYear: Int16 = 0
  public var birthday = YearDay.none
  /// How many fields the network has added since someone looked.
  public private(set) var newFields: UInt8 = 0
  private var hasName: Bool
  private var isReachable: Bool

  public init(
    addedAt: Instant, hasName: Bool = true, isReachable: Bool = true, birthday: YearDay = .none
  ) {
    self.addedAt = addedAt
    self.hasName = hasName
    self.isReachable = isReachable
    self.birthday = birthday
  }

  /// When the network last added something that nobody has looked at.
  public var enrichedAt: Instant? { newFields == 0 ? nil : enriched }

  /// Whether there is a name, and neither a number nor an address to it.
  public var isIncomplete: Bool { hasName && !isReachable }
}

extension SectionContact {
  /// Notes that `source` told `fields` new fields; only the network's make news.
  public mutating func receive(fields: Int, from source: Source, at now: Instant) {
    guard source == .network, fields > 0 else { return }
    newFields = UInt8(min(Int(newFields) + fields, Int(UInt8.max)))
    enriched = max(enriched, now)
  }

  /// Notes that someone has opened the contact's update.
  public mutating func viewUpdate() {
    newFields = 0
    enriched = Instant(milliseconds: .min)
  }

  /// Puts this year's birthday away, and no other.
  public mutating func dismissBirthday(of date: CivilDate) {
    dismissedYear = Int16(clamping: date.year)
  }
}

extension MutableCollection where Element == SectionContact {
  /// Notes that someone has opened the list of all updates.
  public mutating func viewAllUpdates() {
    for place in indices { self[place].viewUpdate() }
  }
}

extension SectionRules {
  static let contacts: [Rule] = [
    Rule("NAT-02", "A contact with a name and neither number nor e-mail address is incomplete."),
    Rule("ENR-08", "An update is seen once its card or the list of all is opened."),
    Rule("ENR-09", "What was seen stays away until the network adds something new."),
    Rule("ENR-10", "What the user or the address book change is no enrichment."),
    Rule("UPC-11", "A dismissed event is gone for this time, and others are not."),
    Rule("UPC-12", "A dismissed birthday is back next year."),
  ]
}
