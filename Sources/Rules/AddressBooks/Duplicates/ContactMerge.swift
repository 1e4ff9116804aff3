public import Vocabulary

/// A merge of several entries of one person, with the origin of each part.
public struct ContactMerge: Hashable, Sendable, Codable {
  /// The surviving entry, with the additions from the others.
  public let merged: Contact
  /// The entries before the merge: the surviving one first, then by id.
  public let originals: [Contact]
  /// The origin of each part of the merged contact.
  public let provenance: Provenance

  /// The entries that a part of the merged contact comes from.
  public struct Provenance: Hashable, Sendable, Codable {
    /// The entry with the fullest name; the others supply the parts that it lacks.
    public let name: ContactID
    /// The owner of the birthday, one that has a year if possible; `nil` without a birthday.
    public let birthday: ContactID?
    /// The owners of each number of the merged contact.
    public let phones: [[ContactID]]
    /// The owners of each e-mail address of the merged contact.
    public let emails: [[ContactID]]
    /// The owners of each postal address of the merged contact.
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
  /// Returns whether this entry is preferred to `other`: the more complete, of equals the older;
  /// ids have no effect.
  fileprivate func knows(moreThan other: Contact) -> Bool {
    (wealth, -addedAt.milliseconds) > (other.wealth, -other.addedAt.milliseconds)
  }

  private var wealth: Int {
    name.fullness + phones.count + emails.count + addresses.count + (birthday == nil ? 0 : 1)
      + circles.count + enriched.count + (hasPhoto ? 1 : 0)
  }

  /// Adds the fields without an order from `other`.
  fileprivate mutating func absorb(_ other: Contact) {
    circles = circles.union(other.circles)
    enriched = enriched.union(other.enriched)
    hasPhoto = hasPhoto || other.hasPhoto
    addedAt = min(addedAt, other.addedAt)
    updatedAt = max(updatedAt, other.updatedAt)
  }
}

extension PersonName {
  /// The completeness of a name: a whole word counts more than an initial.
  fileprivate var fullness: Int {
    [given, family, middle, nickname, organisation].reduce(0) { $0 + min($1.count, 3) }
  }

  /// Returns the name, with missing parts from the first of `others` that has them.
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

/// The different values of several contacts in the order of their first owners.
struct Pool<Value> {
  private(set) var values: [Value] = []
  /// The owners of each value.
  private(set) var owners: [[ContactID]] = []

  /// Collects values; those with the same `key` are one.
  init<Key: Hashable>(
    of contacts: [Contact], _ part: (Contact) -> [Value], key: (Value) -> Key
  ) {
    var places: [Key: Int] = [:]
    for contact in contacts {
      for value in part(contact) {
        let key = key(value)
        if let place = places[key] {
          if owners[place].last != contact.id { owners[place].append(contact.id) }
        } else {
          places[key] = values.count
          values.append(value)
          owners.append([contact.id])
        }
      }
    }
  }
}

/// The merges that can be undone.
///
/// A merge may include the result of an earlier one; then the later must be undone before the
/// earlier.
public struct MergeLedger: Hashable, Sendable, KeptState {
  /// The merges in effect, by the surviving entry, the latest last.
  private var standing: [ContactID: [ContactMerge]] = [:]
  /// The entry into which each absorbed entry was merged.
  private var absorbed: [ContactID: ContactID] = [:]

  /// Creates a ledger without merges.
  public init() {}

  /// Merges entries and records the merge; returns the entry that replaces them, `nil` for fewer
  /// than two.
  public mutating func merge(_ contacts: [Contact]) -> ContactMerge? {
    guard let merge = ContactMerge(of: contacts) else { return nil }
    standing[merge.merged.id, default: []].append(merge)
    for original in merge.originals.dropFirst() { absorbed[original.id] = merge.merged.id }
    return merge
  }

  /// Undoes the latest merge into `survivor` and returns the entries as they were before.
  ///
  /// Edits of the merged entry since then are lost.
  ///
  /// - Returns: `nil` if there is no merge, or if `survivor` was itself merged into another entry
  ///   since.
  public mutating func undo(_ survivor: ContactID) -> [Contact]? {
    guard absorbed[survivor] == nil, let merge = standing[survivor]?.popLast() else { return nil }
    if standing[survivor]?.isEmpty == true { standing[survivor] = nil }
    for original in merge.originals.dropFirst() { absorbed[original.id] = nil }
    return merge.originals
  }

  /// Returns the entry that represents `id` now: itself, or the one that it was merged into.
  public func current(_ id: ContactID) -> ContactID {
    var current = id
    while let next = absorbed[current] { current = next }
    return current
  }

  /// Returns whether an entry is part of a merge in effect.
  public func holds(_ id: ContactID) -> Bool { absorbed[id] != nil || standing[id] != nil }

  /// Returns the latest merge into `survivor`, for people who look up the origin of a part.
  public func latestMerge(into survivor: ContactID) -> ContactMerge? { standing[survivor]?.last }
}
