import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Numbers · the keyed hash of a user's number in the store", .timeLimit(.minutes(60)))
struct StoredNumberTests {
  let folder = StoreFolder()
  private static let number = NumberHash(rawValue: 0xFEED_FACE_0123_4567_89AB_CDEF_0F1E_2D3C)
  private static let other = NumberHash(rawValue: 7)

  private func open() throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
  }

  @Test func `CNF-09 · a row without a number has the bytes of earlier releases`() throws {
    let person = Person(.ann, name: "Ann", joinedAt: noon(0))
    #expect(LinkChange.person(person).bytes == [8] + person.bytes)
    var numbered = person
    numbered.number = Self.number
    let bytes = LinkChange.person(numbered).bytes
    #expect(bytes.first == 16 && bytes.dropFirst().starts(with: person.bytes))
    #expect(bytes.count == person.bytes.count + 17)
    for written in [person, numbered] {
      var reader = FixedWidthReader(LinkChange.person(written).bytes[...])
      #expect(try LinkChange(from: &reader) == .person(written))
      #expect(reader.isAtEnd)
    }
  }

  @Test func `a number survives the journal, the database and a change of the name`() throws {
    var store = try open()
    var engine = LinkEngine.engine(.rin, over: store)
    engine.set(Self.number, of: .ann)
    engine.set(Self.other, of: .bob)
    try engine.commit()
    // As after a kill: only the journal has it.
    let copy = try folder.copy()
    let killed = try SQLiteLinkStore(in: copy.path, LinkEngine.terms(of: .rin), root: .test)
    #expect(killed.user(of: Self.number) == .ann)
    try killed.close()
    try store.close()
    store = try open()
    engine = LinkEngine.engine(.rin, over: store)
    #expect(store.user(of: Self.number) == .ann && store.user(of: Self.other) == .bob)
    engine.introduce(.ann, name: "Ann", avatar: nil)
    engine.set(.suspended, of: .ann)
    try engine.commit()
    #expect(store.person(.ann)?.number == Self.number)
    try store.close()
    #expect(try !folder.holds(Array(Self.number.hexadecimal.utf8)))
    #expect(try !folder.holds([0x3C, 0x2D, 0x1E, 0x0F, 0xEF, 0xCD]))
  }

  @Test func `a number has one user: it goes to the last who was given it`() throws {
    for store in [MemoryLinkStore(LinkEngine.terms(of: .rin)), try open()] as [any LinkStore] {
      let engine = LinkEngine.engine(.rin, over: store)
      engine.set(Self.number, of: .ann)
      engine.set(Self.number, of: .bob)
      #expect(store.user(of: Self.number) == .bob && store.person(.ann)?.number == nil)
      engine.set(Self.other, of: .bob)
      #expect(store.user(of: Self.number) == nil && store.user(of: Self.other) == .bob)
      engine.set(Self.number, of: .ann)
      #expect(
        engine.match([Self.other, Self.number, NumberHash(rawValue: 1)], for: .cy)
          == [NumberMatch(index: 0, user: .bob), NumberMatch(index: 1, user: .ann)])
      _ = engine.erase(.bob, at: noon(1))
      #expect(store.user(of: Self.other) == nil && store.user(of: Self.number) == .ann)
      engine.set(NumberHash?.none, of: .ann)
      #expect(store.user(of: Self.number) == nil)
      try store.commit()
    }
  }

  @Test func `a turn that cannot be committed gives the number back`() throws {
    let fails = Guarded(false)
    let store = try SQLiteLinkStore(
      in: folder.path, LinkEngine.terms(of: .rin), root: .test,
      sync: { (file) throws(StoreError) in
        if fails.withLock({ $0 }) { throw .diskFull(path: file.path) }
        try file.sync()
      })
    let engine = LinkEngine.engine(.rin, over: store)
    engine.set(Self.number, of: .ann)
    try engine.commit()
    fails.withLock { $0 = true }
    engine.set(Self.number, of: .bob)
    #expect(throws: StoreError.self) { try engine.commit() }
    #expect(store.user(of: Self.number) == .ann)
    #expect(store.person(.bob) == nil && store.person(.ann)?.number == Self.number)
  }
}
