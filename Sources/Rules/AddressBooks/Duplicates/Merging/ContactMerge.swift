import Vocabulary

/// What becomes of several entries of one person, and which of them each part comes from.
public struct ContactMerge: Hashable, Sendable {
  /// The entry that stays, with what the others knew.
  public let merged: Contact
  /// The entries as they were: the one that stays first, then by id.
  public let originals: [Contact]
  public let provenance: Provenance

  /// The entries that a part of the merged contact comes from.
  public struct Provenance: Hashable, Sendable {
    public let name: ContactID
    public let birthday: ContactID?
    /// As many as the merged contact has numbers: who had each.
    public let phones: [[ContactID]]
    public let emails: [[ContactID]]
    public let addresses: [[ContactID]]
  }

  /// Merges entries with different ids, in whatever order they come; `nil` for fewer than two.
  public init?(of contacts: [Contact]) {
    let byID = contacts.sorted { $0.id < $1.id }
    guard contacts.count > 1, let first = byID.first,
      let named = byID.first(where: { $0.name.fullness == byID.map(\.name.fullness).max() })
    else { return nil }
    let survivor = byID.dropFirst().reduce(first) { $1.knows(moreThan: $0) ? $1 : $0 }
    originals = [survivor] + byID.filter { $0.id != survivor.id }

    let phones = Pool(of: originals, \.phones) { $0.digits.description }
    let emails = Pool(of: originals, \.emails) { $0.lowercased() }
    let addresses = Pool(of: originals, \.addresses) { $0 }
    let born =
      originals.first { $0.birthday?.year != nil } ?? originals.first { $0.birthday != nil }
    var merged = survivor
    merged.name = named.name.filled(from: originals.map(\.name))
    merged.phones = phones.values
    merged.emails = emails.values
    merged.addresses = addresses.values
    merged.birthday = born?.birthday
    for other in originals.dropFirst() { merged.absorb(other) }
    self.merged = merged
    provenance = Provenance(
      name: named.id, birthday: born?.id, phones: phones.owners, emails: emails.owners,
      addresses: addresses.owners)
  }
}

extension Contact {
  /// Whether this entry is rather kept than `other`; ids decide nothing.
  fileprivate func knows(moreThan other: Contact) -> Bool {
    (wealth, -addedAt.milliseconds) > (other.wealth, -other.addedAt.milliseconds)
  }

  private var wealth: Int {
    name.fullness + phones.count + emails.count + addresses.count + (birthday == nil ? 0 : 1)
      + circles.count + enriched.count + (hasPhoto ? 1 : 0)
  }

  /// Takes over what has no order.
  fileprivate mutating func absorb(_ other: Contact) {
    circles = circles.union(other.circles)
    enriched = enriched.union(other.enriched)
    hasPhoto = hasPhoto || other.hasPhoto
    addedAt = min(addedAt, other.addedAt)
    updatedAt = max(updatedAt, other.updatedAt)
  }
}

extension PersonName {
  /// How much of a name is known: a whole word counts more than an initial.
  fileprivate var fullness: Int {
    [given, family, middle, nickname, organisation].reduce(0) { $0 + min($1.count, 3) }
  }

  /// The name, with the parts that it lacks from the first of `others` that has them.
  fileprivate func filled(from others: [PersonName]) -> PersonName {
    var name = self
    let parts: [WritableKeyPath<PersonName, String>] = [
      \.given, \.middle, \.family, \.nickname, \.organisation,
    ]
    for part in parts where name[keyPath: part].isEmpty {
      name[keyPath: part] = others.map { $0[keyPath: part] }.first { !$0.isEmpty } ?? ""
    }
    return name
  }
}
