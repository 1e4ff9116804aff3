import TestSupport
import Testing
import Vocabulary

@testable import AddressBooks

@Suite("Duplicates · what holds of any book")
struct DuplicatePropertyTests {
  static let seeds: [UInt64] = [1, 2, 3]

  @Test(arguments: seeds)
  func `the order of the entries does not matter`(seed: UInt64) {
    let book = RandomBook(people: 200, seed: seed)
    var chance = SeededChance(seed: seed)
    let finder = DuplicateFinder()
    #expect(finder.search(book.records) == finder.search(book.records.shuffled(using: &chance)))
  }

  @Test(arguments: seeds)
  func `whoever is merged unasked is one person`(seed: UInt64) {
    let book = RandomBook(people: 400, seed: seed)
    let groups = DuplicateFinder().search(book.records).groups
    #expect(groups.count > 80)
    for group in groups { #expect(Set(group.members.map { book.people[$0] }).count == 1) }
  }

  @Test(arguments: seeds)
  func `what was told apart is never found again`(seed: UInt64) {
    let book = RandomBook(people: 100, seed: seed)
    let finder = DuplicateFinder()
    let notSame = Set(finder.pairs(in: book.records).map(\.entries))
    #expect(!notSame.isEmpty)
    #expect(finder.search(book.records, notSame: notSame) == DuplicateFinder().search([]))
    #expect(finder.pairs(in: book.records, notSame: notSame).isEmpty)
  }

  @Test func `each thing more that two entries share makes them surer`() {
    var (one, other) = (entry(1, "Ingrid", "Vosberg"), entry(2, "Ingrid", "Vosbreg"))
    let others = RandomBook(people: 100, seed: 4).records.map {
      entry($0.id.rawValue + 10, $0.given, $0.family, phone: $0.phones.first ?? "")
    }
    var confidences: [Double] = []
    func look() {
      let found = DuplicateFinder().pairs(in: others + [one, other])
      confidences.append(found.first { $0.entries == pair(1, 2) }?.confidence ?? 0)
    }
    look()
    (one.address.street, other.address.street) = ("Lindenweg", "Lindenwge")
    look()
    (one.phones, other.phones) = (["+491715550101"], ["+491715550101"])
    look()
    (one.emails, other.emails) = (["iv@mail.example"], ["iv@mail.example"])
    look()
    #expect(confidences == confidences.sorted())
    #expect(Set(confidences).count == confidences.count)
  }

  @Test func `a pair has no direction`() {
    #expect(pair(1, 2) == pair(2, 1))
    let found = DuplicateFinder().pairs(in: RandomBook(people: 100, seed: 5).records)
    #expect(found.allSatisfy { $0.entries.first < $0.entries.second })
    #expect(Set(found.map(\.entries)).count == found.count)
    #expect(found == found.sorted { $0.comes(before: $1) }, "the surest first")
    #expect(Set(found.map(\.confidence)).count > 1)
  }

  @Test func `a crowd of one name is searched without comparing all with all`() {
    let crowd = (0..<3_000).map {
      entry(UInt64($0), "Anna", "Schmidt", phone: "+49171\($0 + 5_000_000)")
    }
    #expect(DuplicateFinder().search(crowd).groups.isEmpty)
  }
}
