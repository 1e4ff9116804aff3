import Foundation
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite("Files · what SQLite leaves between the rows of a page", .timeLimit(.minutes(60)))
struct PageTests {
  let folder = StoreFolder()

  private func open() throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
  }

  /// Lets people with long names come and go among many without: that moves rows from page to page.
  private func letPeopleComeAndGo(in store: SQLiteLinkStore) throws -> (
    gone: [Person], kept: [Person]
  ) {
    var luck = SeededChance(seed: 3)
    var (gone, kept): ([Person], [Person]) = ([], [])
    for number in 0..<1_000 {
      let name = String(repeating: "N\(luck.next())", count: 30)
      let person = Person(PrincipalID(rawValue: luck.next()), name: name)
      store.write(.person(person))
      kept.append(person)
      for _ in 0..<3 { store.write(.person(Person(PrincipalID(rawValue: luck.next())))) }
      if kept.count > 30 {
        let first = kept.removeFirst()
        store.write(.personGone(first.id))
        gone.append(first)
      }
      if number % 100 == 99 { try store.commit() }
    }
    return (gone, kept)
  }

  /// Those whose names stand in any file.
  private func found(_ people: [Person]) throws -> [Person] {
    // The beginning of a long value stands in a page of rows, whatever became of the rest.
    let length = 20
    var words: Set<ArraySlice<UInt8>> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = folder.bytes(of: file)
      for place in bytes.indices.dropLast(length) where bytes[place] == UInt8(ascii: "N") {
        words.insert(bytes[place..<place + length])
      }
    }
    return people.filter { words.contains(Array(($0.name ?? "").utf8)[..<length]) }
  }

  @Test func `no copy of a deleted row stays where SQLite moved it from, and others stay whole`()
    throws
  {
    let store = try open()
    let (gone, kept) = try letPeopleComeAndGo(in: store)
    try store.scrub()
    #expect(try found(gone).isEmpty)
    #expect(try found(kept).count == kept.count)
    // Pages that it has in memory must not bring such copies back.
    for person in kept { store.write(.person(Person(person.id, name: "Ann"))) }
    var luck = SeededChance(seed: 4)
    for _ in 0..<200 { store.write(.person(Person(PrincipalID(rawValue: luck.next())))) }
    try store.commit()
    let isLogged = eventually { !folder.bytes(of: "links.sqlite-wal").isEmpty }
    #expect(isLogged)
    #expect(try found(gone).isEmpty)
    try store.scrub()
    #expect(try found(gone + kept).isEmpty)
    try store.close()
    #expect(
      try Database(folder.database, for: .reading).number(
        "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
    let again = try open()
    #expect(kept.allSatisfy { again.person($0.id)?.name == "Ann" })
  }

  @Test func `what an earlier process left there goes with the first scrub`() throws {
    var gone: [Person] = []
    do {
      let store = try open()
      gone = try letPeopleComeAndGo(in: store).gone
      try store.close()
      // As it was before anybody cleaned.
      let database = try Database(folder.database, for: .writing)
      try database.run("INSERT INTO people VALUES (1, 0, '\(gone[0].name ?? "")', NULL, NULL)")
    }
    var bytes = folder.bytes(of: "links.sqlite")
    let name = Array((gone[0].name ?? "").utf8.prefix(20))
    let rooms = stride(from: 4_096, to: bytes.count, by: 4_096).compactMap { page -> Int? in
      let room = PageFormat.unusedRoom(in: Array(bytes[page..<page + 4_096]), isFirst: false)
      guard let room, room.count > 64 else { return nil }
      return page + room.lowerBound + 8
    }
    let place = try #require(rooms.last)
    bytes.replaceSubrange(place..<place + name.count, with: name)
    try folder.write(bytes, to: "links.sqlite")
    let store = try open()
    store.write(.personGone(PrincipalID(rawValue: 1)))
    try store.commit()
    try store.scrub()
    #expect(try found(gone).isEmpty)
  }

  @Test func `what is used of a page is never taken for unused`() {
    var page = [UInt8](repeating: 0xA5, count: 4_096)
    func room(_ header: [UInt8], isFirst: Bool = false) -> Range<Int>? {
      page.replaceSubrange((isFirst ? 100 : 0)..<(isFirst ? 108 : 8), with: header)
      return PageFormat.unusedRoom(in: page, isFirst: isFirst)
    }
    #expect(room([13, 0, 0, 0, 3, 15, 0, 0]) == 14..<3_840)
    #expect(room([10, 0, 0, 0, 0, 16, 0, 0]) == 8..<4_096)
    #expect(room([5, 0, 0, 0, 3, 15, 0, 0]) == 18..<3_840)
    #expect(room([2, 0, 0, 0, 1, 0, 14, 0]) == 14..<14)
    #expect(room([13, 0, 0, 0, 3, 15, 0, 0], isFirst: true) == 114..<3_840)
    // Neither a page of another kind, nor one whose header makes no sense.
    #expect(room([0, 0, 0, 0, 3, 15, 0, 0]) == nil)
    #expect(room([13, 0, 0, 255, 255, 15, 0, 0]) == nil)
    #expect(room([13, 0, 0, 0, 3, 16, 1, 0]) == nil)
    #expect(room([13, 0, 0, 0, 3, 0, 0, 0]) == nil)
  }
}
