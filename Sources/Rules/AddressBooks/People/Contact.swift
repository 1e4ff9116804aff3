public import Vocabulary

/// An entry of the address book.
///
/// Short texts are stored inside the value, and fields that most entries lack cost one word: a
/// hundred thousand entries fit into a phone's memory.
public struct Contact: Hashable, Sendable, Codable {
  /// The identity, which no edit changes.
  public let id: ContactID
  /// The name in its parts, all of them empty for a bare number.
  public var name: PersonName
  /// The primary number first.
  public var phones: [Phone]
  /// The primary address first.
  public var emails: [String]
  /// The postal addresses, the primary one first.
  public var addresses: [PostalAddress]
  /// The birthday; `nil` if it is unknown.
  public var birthday: Birthday?
  /// The source of the entry as a whole, which stays when the device reports it again.
  public var source: ContactSource
  /// The user's circles that the contact is in; a report of the device takes none away.
  public var circles: CircleSet
  /// The fields added by the app's network.
  public var enriched: SmallSet<ContactField>
  /// Whether the contact has a photo, which rows show in place of initials.
  public var hasPhoto: Bool
  /// The time at which the contact came into the book.
  public var addedAt: Instant
  /// The time of the last sync or edit.
  public var updatedAt: Instant

  /// Creates a contact from its known fields; `updatedAt` equals `addedAt` unless it is given.
  public init(
    id: ContactID, name: PersonName = PersonName(), phones: [Phone] = [], emails: [String] = [],
    addresses: [PostalAddress] = [], birthday: Birthday? = nil, source: ContactSource = .device,
    circles: CircleSet = [], enriched: SmallSet<ContactField> = [], hasPhoto: Bool = false,
    addedAt: Instant = Instant(milliseconds: 0), updatedAt: Instant? = nil
  ) {
    self.id = id
    self.name = name
    self.phones = phones
    self.emails = emails
    self.addresses = addresses
    self.birthday = birthday
    self.source = source
    self.circles = circles
    self.enriched = enriched
    self.hasPhoto = hasPhoto
    self.addedAt = addedAt
    self.updatedAt = updatedAt ?? addedAt
  }
}

extension Contact {
  /// Whether an invite could reach this person.
  public var isReachable: Bool { !phones.isEmpty || !emails.isEmpty }
}

/// The identity of one entry of the address book, a number without meaning outside.
public struct ContactID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable, Codable
{
  /// The number itself, which orders contacts with equal names.
  public var rawValue: UInt64

  /// Creates the id with that number, whether or not a book has such a contact.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  @inlinable
  public static func < (left: ContactID, right: ContactID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A part of a contact with a source of its own.
public enum ContactField: UInt8, CaseIterable, SmallSetMember, Codable {
  /// Any part of the name.
  case name
  /// The telephone numbers.
  case phone
  /// The e-mail addresses.
  case email
  /// The postal addresses.
  case address
  /// The birthday, with or without its year.
  case birthday
  /// The company that the person works for.
  case company
  /// The person's job title.
  case title
  /// The photo.
  case photo
}

/// The source of an entry of the address book.
public enum ContactSource: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// The address book of the device.
  case device
  /// Typed into the app by its user.
  case manual
  /// The app's own network.
  case network
}

/// The name of a person; an unknown part is empty.
public struct PersonName: Hashable, Sendable, Codable {
  /// The given name, shown behind the surname in an East Asian name.
  public var given: String
  /// The middle names; an East Asian name is shown without them.
  public var middle: String
  /// The surname, shown first in an East Asian name.
  public var family: String
  /// The nickname, shown in place of a missing name.
  public var nickname: String
  /// The organisation, shown where neither name nor nickname is known.
  public var organisation: String

  /// Creates a name from its known parts.
  public init(
    given: String = "", middle: String = "", family: String = "", nickname: String = "",
    organisation: String = ""
  ) {
    self.given = given
    self.middle = middle
    self.family = family
    self.nickname = nickname
    self.organisation = organisation
  }
}

/// The birthday of a person; address books often leave the year out.
public struct Birthday: Hashable, Sendable, BitwiseCopyable, Codable {
  /// `nil` if it is unknown.
  public var year: Int16?
  /// From 1 to 12.
  public var month: UInt8
  /// From 1 to 31.
  public var day: UInt8

  /// Creates a birthday, without checking that the day exists.
  public init(year: Int16? = nil, month: UInt8, day: UInt8) {
    self.year = year
    self.month = month
    self.day = day
  }
}

extension PersonName {
  /// The name as it is shown; `nil` if no part of it is known.
  ///
  /// A nickname or an organisation replaces a missing name.
  public var display: String? {
    let letters = (family + given).unicodeScalars
    let isEastAsian = !letters.isEmpty && letters.allSatisfy(\.isEastAsian)
    let parts = isEastAsian ? [family, given] : [given, middle, family]
    let name = parts.filter { !$0.isEmpty }.joined(separator: isEastAsian ? "" : " ")
    return [name, nickname, organisation].first { !$0.isEmpty }
  }
}

extension Contact {
  /// The first line of a row: the name or, for a bare number, that number.
  public var title: String {
    name.display ?? phones.first?.text ?? emails.first ?? ""
  }

  /// The initials that stand in for a photo; none without a name.
  public var initials: String {
    // Without an array: rows are made in every frame of a scroll.
    var letters = name.given.first?.uppercased() ?? ""
    if let letter = name.family.first { letters += letter.uppercased() }
    if !letters.isEmpty { return letters }
    return name.display?.first.map { $0.uppercased() } ?? ""
  }
}

extension Unicode.Scalar {
  /// Whether names in this script put the family first, without a blank.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

/// A circle of one address book, by its place among them.
public struct CircleID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable, Codable {
  /// The place of the circle in its book, from 0 to 127.
  public let rawValue: UInt8

  /// Creates the id of the circle at that place; `nil` beyond the 128 that a book can have.
  public init?(rawValue: UInt8) {
    guard rawValue < 128 else { return nil }
    self.rawValue = rawValue
  }

  init(place: Int) { rawValue = UInt8(place) }

  public static func < (left: CircleID, right: CircleID) -> Bool { left.rawValue < right.rawValue }
}

/// The circles of one contact, in sixteen bytes.
public struct CircleSet: Hashable, Sendable, BitwiseCopyable {
  var bits: UInt128 = 0

  /// Creates an empty set.
  public init() {}

  /// Whether the set has no circle.
  public var isEmpty: Bool { bits == 0 }
  /// The number of circles, at most 128.
  public var count: Int { bits.nonzeroBitCount }

  /// The circles in the order of their places.
  public var members: [CircleID] {
    (0..<128).filter { bits >> UInt128($0) & 1 == 1 }.map { CircleID(place: $0) }
  }

  /// Returns whether `circle` is in the set.
  public func contains(_ circle: CircleID) -> Bool { bits >> UInt128(circle.rawValue) & 1 == 1 }

  /// Adds `circle`; a second time has no effect.
  public mutating func insert(_ circle: CircleID) { bits |= 1 << UInt128(circle.rawValue) }

  /// Removes `circle`; an absent one has no effect.
  public mutating func remove(_ circle: CircleID) { bits &= ~(1 << UInt128(circle.rawValue)) }

  /// Returns whether no circle is in both sets.
  public func isDisjoint(with other: CircleSet) -> Bool { bits & other.bits == 0 }

  /// Returns the circles that are in either set.
  public func union(_ other: CircleSet) -> CircleSet {
    var both = self
    both.bits |= other.bits
    return both
  }
}

extension CircleSet: Codable {
  /// Reads the list of the circles.
  public init(from decoder: any Decoder) throws {
    for circle in try [CircleID](from: decoder) { insert(circle) }
  }

  public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension CircleSet: ExpressibleByArrayLiteral {
  /// Creates a set from circles in any order, repeated or not.
  public init(arrayLiteral circles: CircleID...) {
    for circle in circles { insert(circle) }
  }
}

/// A postal address; an unknown part is empty.
public struct PostalAddress: Hashable, Sendable, Codable {
  /// Street and number.
  public var street: String
  /// A second line: a flat, a house's name.
  public var extra: String
  /// The town or city.
  public var city: String
  /// The state or province.
  public var region: String
  /// The postal code, as written.
  public var postalCode: String
  /// The country, by name or by code as written.
  public var country: String

  /// Creates an address from its known parts.
  public init(
    street: String = "", extra: String = "", city: String = "", region: String = "",
    postalCode: String = "", country: String = ""
  ) {
    self.street = street
    self.extra = extra
    self.city = city
    self.region = region
    self.postalCode = postalCode
    self.country = country
  }
}
