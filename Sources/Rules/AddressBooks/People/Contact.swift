public import Vocabulary

/// An entry of the address book.
///
/// Short texts are stored inside the value, and fields that most entries lack cost one word: a
/// hundred thousand entries fit into a phone's memory.
public struct Contact: Hashable, Sendable {
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
public struct ContactID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
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
public enum ContactField: UInt8, CaseIterable, SmallSetMember {
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
public enum ContactSource: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The address book of the device.
  case device
  /// Typed into the app by its user.
  case manual
  /// The app's own network.
  case network
}

/// The name of a person; an unknown part is empty.
public struct PersonName: Hashable, Sendable {
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
public struct Birthday: Hashable, Sendable, BitwiseCopyable {
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
