public import Vocabulary

/// An entry of the address book.
///
/// Short texts live inside the value, and what most entries lack costs a word: a hundred thousand
/// of them fit where a phone has room.
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
  /// What the app's network has added.
  public var enriched: SmallSet<ContactField>
  public var hasPhoto: Bool
  /// When it came into the book.
  public var addedAt: Instant
  /// When it was last synced or edited.
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
