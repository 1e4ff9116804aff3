import Testing

@testable import AddressBooks

@Suite("Duplicates · which entries are compared at all")
struct BlockingKeysTests {
  /// The keys of each record, looked up in one book.
  private func keys(_ records: [DuplicateRecord]) -> [Set<UInt64>] {
    let keys = BlockingKeys(of: DuplicateColumns(records))
    return records.indices.map { record in
      var found: Set<UInt64> = []
      keys.forEach(of: record) { found.insert($0) }
      return found
    }
  }

  private static let first = DuplicateRecord(
    id: 1, given: "Ingrid", family: "Vosberg",
    address: .init(
      number: "12", street: "Lindenweg", extra: "Haus Marianne", locality: "Aachen",
      postcode: "52062"))
  private static let second = DuplicateRecord(
    id: 2, given: "Otto", family: "Kramer",
    address: .init(
      number: "77", street: "Kirchplatz", extra: "Turm", locality: "Bonn", postcode: "99999"))

  /// A field by its name, and how an entry takes it from another.
  private static let fields: [String: any WritableKeyPath<DuplicateRecord, String> & Sendable] = [
    "given": \.given, "family": \.family, "number": \.address.number, "street": \.address.street,
    "extra": \.address.extra, "locality": \.address.locality, "postcode": \.address.postcode,
  ]

  private func share(_ names: [String], in order: [DuplicateRecord] = [Self.first, Self.second])
    -> Bool
  {
    let one = order[0]
    var other = order[1]
    for name in names {
      guard let field = Self.fields[name] else { continue }
      other[keyPath: field] = one[keyPath: field]
    }
    let keys = keys([one, other])
    return !keys[0].isDisjoint(with: keys[1])
  }

  @Test(arguments: [
    ["given", "family"], ["given", "locality"], ["family", "locality"], ["given", "number"],
    ["family", "number"], ["given", "postcode"], ["family", "postcode"], ["given", "street"],
    ["family", "street"], ["given", "extra"], ["family", "extra"], ["street", "number"],
    ["extra", "number"], ["street", "postcode"], ["extra", "postcode"], ["street", "locality"],
    ["extra", "locality"], ["street", "extra"], ["locality", "postcode"], ["number", "postcode"],
  ])
  func `two fields that agree are enough`(fields: [String]) {
    #expect(share(fields))
    #expect(share(fields, in: [Self.second, Self.first]))
    for field in fields { #expect(!share([field]), "\(field) alone is not enough") }
  }

  @Test func `whatever two fields of a name and an address are wrong, some key is left`() {
    let names = Self.fields.keys.filter { $0 != "extra" }.sorted()
    for (place, one) in names.enumerated() {
      for other in names[(place + 1)...] {
        #expect(share(names.filter { $0 != one && $0 != other }), "\(one), \(other)")
      }
    }
  }

  @Test func `fields that trade places give the same keys`() {
    var swapped = Self.first
    (swapped.given, swapped.family) = (swapped.family, swapped.given)
    (swapped.address.street, swapped.address.extra) = (
      swapped.address.extra, swapped.address.street
    )
    let keys = keys([Self.first, swapped])
    #expect(keys[0] == keys[1])
  }

  @Test func `a name is found by its sound or by its first three letters`() {
    let name = { (given: String, family: String) in
      DuplicateRecord(id: 1, given: given, family: family)
    }
    func meet(_ one: DuplicateRecord, _ other: DuplicateRecord) -> Bool {
      let keys = keys([one, other])
      return !keys[0].isDisjoint(with: keys[1])
    }
    #expect(meet(name("Philip", "Vosberg"), name("Filip", "Fosberk")), "they sound alike")
    #expect(meet(name("Ingrid", "Vosberg"), name("Ingo", "Vosteen")), "they begin alike")
    #expect(!meet(name("Ingrid", "Vosberg"), name("Inka", "Vosteen")), "two letters are too few")
    #expect(!meet(name("Ingrid", "Vosberg"), name("Ingrid", "Molitor")))
  }

  @Test func `four letters of a street and of a town are read`() {
    func meet(street: String, locality: String) -> Bool {
      var records = [1, 2].map { DuplicateRecord(id: $0) }
      records[0].address = .init(street: "Lindenweg", locality: "Aachen")
      records[1].address = .init(street: street, locality: locality)
      let keys = keys(records)
      return !keys[0].isDisjoint(with: keys[1])
    }
    #expect(meet(street: "Lindwurmgasse", locality: "Aachtal"))
    #expect(!meet(street: "Linkstrasse", locality: "Aachtal"))
    #expect(!meet(street: "Lindwurmgasse", locality: "Aacker"))
  }

  @Test(arguments: [("Норская", "Морская"), ("Морская", "Моская"), ("Липовая", "Киповая")])
  func `four letters are read in other scripts, too`(one: String, other: String) {
    func record(_ id: ContactID, street: String, locality: String) -> DuplicateRecord {
      var record = DuplicateRecord(id: id)
      record.address = .init(street: street, locality: locality)
      return record
    }
    func meet(street: String, locality: String) -> Bool {
      let keys = keys([
        record(1, street: one, locality: one), record(2, street: street, locality: locality),
      ])
      return !keys[0].isDisjoint(with: keys[1])
    }
    #expect(meet(street: one, locality: one))
    #expect(!meet(street: other, locality: one))
    #expect(!meet(street: one, locality: other))
  }

  @Test func `one number or one e-mail address that two entries share is enough`() {
    for reach in [\DuplicateRecord.phones, \.emails] {
      var records = [Self.first, Self.second]
      records[0][keyPath: reach] = ["other@mail.example", "1715550101"]
      records[1][keyPath: reach] = ["1715550101"]
      let shared = keys(records)
      #expect(!shared[0].isDisjoint(with: shared[1]))
      records[1][keyPath: reach] = ["1715550102"]
      let others = keys(records)
      #expect(others[0].isDisjoint(with: others[1]))
    }
  }

  @Test func `an entry of which one field is known, or none, has no key`() {
    var one = DuplicateRecord(id: 1)
    #expect(keys([one]) == [[]])
    for field in Self.fields.values {
      one = DuplicateRecord(id: 1)
      one[keyPath: field] = "Lindenweg"
      #expect(keys([one]) == [[]])
    }
  }
}
