public import AddressBooks
public import HomeSections
import Vocabulary

// What the sections read of an entry of the address book, whatever its source.
extension SectionContact {
  /// Creates the facts about an entry of the address book, without news of the network.
  public init(_ contact: Contact) {
    self.init(
      addedAt: contact.addedAt, hasName: contact.name.display != nil,
      isReachable: contact.isReachable, birthday: YearDay(contact.birthday))
  }

  /// Takes over what has changed of the entry; a birthday of the network outlives the device's
  /// reports, which lack it.
  mutating func follow(_ contact: Contact) {
    let isKept = contact.birthday == nil && contact.enriched.contains(.birthday)
    revise(
      hasName: contact.name.display != nil, isReachable: contact.isReachable,
      birthday: isKept ? birthday : YearDay(contact.birthday))
  }
}

extension YearDay {
  /// Creates the day of a birthday; `.none` for an unknown or impossible one.
  public init(_ birthday: Birthday?) {
    self = birthday.flatMap { YearDay(month: Int($0.month), day: Int($0.day)) } ?? .none
  }
}

extension CirclePattern.Person {
  /// Creates the fields of an entry that patterns read.
  public init(_ contact: Contact) {
    self.init(
      id: contact.id.rawValue, domains: Set(contact.emails.compactMap(Self.employer)),
      areaCodes: Set(contact.phones.compactMap { Self.areaCode(of: $0.digits) }),
      familyName: contact.name.family.isEmpty ? nil : contact.name.family,
      circles: Set(contact.circles.members.map { UInt64($0.rawValue) }))
  }

  /// Returns the domain of an address at an employer; `nil` at a public provider.
  private static func employer(of email: String) -> String? {
    guard let at = email.lastIndex(of: "@") else { return nil }
    let domain = email[email.index(after: at)...].lowercased()
    return domain.isEmpty || providers.contains(domain) ? nil : domain
  }

  /// The providers whose addresses say nothing of an employer.
  private static let providers: Set<String> = [
    "aol.com", "gmail.com", "gmx.de", "gmx.net", "googlemail.com", "hotmail.com", "icloud.com",
    "live.com", "mac.com", "mail.com", "me.com", "msn.com", "outlook.com", "proton.me",
    "protonmail.com", "t-online.de", "web.de", "yahoo.com", "ymail.com",
  ]

  /// Returns the area code of a number of the North American plan, which alone has a fixed length.
  private static func areaCode(of digits: PhoneDigits) -> String? {
    let text = digits.description.drop { $0 == "+" }
    switch (digits.isInternational, text.count, text.first) {
    case (_, 11, "1"): return String(text.dropFirst().prefix(3))
    case (false, 10, _): return String(text.prefix(3))
    default: return nil
    }
  }
}
