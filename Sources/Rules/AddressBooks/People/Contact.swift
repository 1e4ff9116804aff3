public import Vocabulary

/// An entry of the address book.
///
/// Short texts are stored inside the value, and fields that most entries lack cost one word: a
/// hundred thousand entries fit into a phone's memory.
public struct Contact: Hashable, Sendable {
  public let id: ContactID
  public var name: PersonName
  /// The primary number first.
  public var phones: [Phone]
  /// The primary address first.
  public var emails: [String]
  public var addresses: [PostalAddress]
  public var birthday: Birthday?
  public var source: ContactSource
  public var circles: CircleSet
  /// The fields added by the app's network.
  public var enriched: SmallSet<ContactField>
  public var hasPhoto: Bool
  /// The time at which the contact came into the book.
  public var addedAt: Instant
  /// The time of the last sync or edit.
  public var updatedAt: Instant

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
public struct ContactID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var rawValue: UInt64

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
  case name
  case phone
  case email
  case address
  case birthday
  case company
  case title
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
  public var given: String
  public var middle: String
  public var family: String
  public var nickname: String
  public var organisation: String

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

  public init(year: Int16? = nil, month: UInt8, day: UInt8) {
    self.year = year
    self.month = month
    self.day = day
  }
}
