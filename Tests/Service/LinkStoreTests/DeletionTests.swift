import Attribution
import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

/// A disk of which one sync fails.
final class FailingDisk: Sendable {
  private struct Script {
    var name = ""
    var left = Int.max
    var synced: [String] = []
  }

  private let script = Guarded(Script())

  /// Lets the sync after `count` others fail, of files whose name begins so.
  func failSync(of name: String, after count: Int = 0) {
    script.withLock {
      $0.name = name
      $0.left = count
    }
  }

  /// Whether that sync has come.
  var hasFailed: Bool { script.withLock { $0.left < 0 } }
  /// The names of the files whose syncs succeeded.
  var synced: [String] { script.withLock { $0.synced } }

  func sync(_ file: borrowing DiskFile) throws(StoreError) {
    let name = String(file.path.split(separator: "/").last ?? "")
    let fails = script.withLock { script in
      if name.hasPrefix(script.name), script.left != .max {
        script.left -= 1
        if script.left == -1 { return true }
      }
      script.synced.append(name)
      return false
    }
    if fails { throw .inputOutput(path: file.path, call: "fdatasync", reason: "a script") }
    try file.sync()
  }
}

@Suite("Deletions · durable before they are acknowledged", .timeLimit(.minutes(60)))
struct DeletionTests {
  let folder = StoreFolder()
  let disk = FailingDisk()

  private func open(_ disk: FailingDisk? = nil) throws -> SQLiteLinkStore {
    let disk = disk ?? self.disk
    return try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test) {
      (file) throws(StoreError) in try disk.sync(file)
    }
  }

  private func key(at place: UInt32) -> ArraySlice<UInt8> {
    folder.bytes(of: KeyFile.name)[Int(place) * KeyPlace.size..<Int(place + 1) * KeyPlace.size]
  }

  /// Makes Ann and Bob known, and deletes Ann with a sync that fails; returns the place of her key.
  private func fail(_ name: String, in store: SQLiteLinkStore) throws -> UInt32 {
    for person in [PrincipalID.ann, .bob] { store.write(.person(Person(person, name: "Ann"))) }
    try store.commit()
    let place = try #require(store.ring.place(of: .ann))
    disk.failSync(of: name)
    _ = LinkEngine.engine(.rin, over: store).erase(.ann, at: noon(0))
    #expect(throws: StoreError.self) { try store.commit() }
    #expect(disk.hasFailed)
    return place
  }

  @Test(arguments: [KeyFile.name, DeletionLedger.name, "journal-"])
  func `a deletion that failed is complete with the next commit`(name: String) throws {
    let store = try open()
    let place = try fail(name, in: store)
    let before = key(at: place)
    let engine = LinkEngine.engine(.rin, over: store)
    // The caller asks again.
    _ = engine.erase(.ann, at: noon(0))
    try engine.commit()
    #expect(store.isErased(.ann) && store.person(.ann) == nil && store.person(.bob) != nil)
    #expect(
      try KeyFile.read(folder.files.keys, root: store.root.wrapping).places[Int(place)].isGone)
    #expect(key(at: place) != before)
    #expect(
      try DeletionLedger.read(folder.files.ledger, under: store.root).whole().count == 1)
    store.write(.person(Person(.cy)))
    try store.commit()
    try store.close()
    let again = try open()
    #expect(again.isErased(.ann) && again.person(.cy) != nil && again.person(.bob) != nil)
  }

  @Test(arguments: [KeyFile.name, DeletionLedger.name])
  func `while a deletion is not complete no other turn is acknowledged`(name: String) throws {
    let store = try open()
    _ = try fail(name, in: store)
    disk.failSync(of: name)
    store.write(.person(Person(.cy)))
    #expect(throws: StoreError.self) { try store.commit() }
    #expect(store.person(.cy) == nil)
    disk.failSync(of: name)
    #expect(throws: StoreError.self) { try store.commit() }
    disk.failSync(of: name)
    #expect(throws: StoreError.self) { try store.close() }
    let again = try open()
    #expect(again.isErased(.ann) && again.person(.cy) == nil)
  }

  @Test func `after a kill the key is destroyed anew, for the file may show what no disk has`()
    throws
  {
    let place = try fail(KeyFile.name, in: open())
    // The system shows the write that was not synced, and the disk has the key.
    var shown = key(at: place)
    // A start whose sync fails acknowledges nothing either, and the next destroys it anew.
    for _ in 0..<2 {
      let failing = FailingDisk()
      failing.failSync(of: KeyFile.name)
      #expect(throws: StoreError.self) { try open(failing) }
      #expect(key(at: place) != shown)
      shown = key(at: place)
    }
    let later = FailingDisk()
    let store = try open(later)
    #expect(key(at: place) != shown)
    #expect(later.synced.contains(KeyFile.name) && later.synced.contains(DeletionLedger.name))
    #expect(store.isErased(.ann) && store.person(.bob) != nil)
  }

  @Test func `after a kill the ledger gets from the journal what no disk has`() throws {
    let whole = folder.files.ledger
    let before = { folder.bytes(of: DeletionLedger.name) }
    do {
      let store = try open()
      let early = before()
      _ = try fail(DeletionLedger.name, in: store)
      // The machine stops: the disk has the ledger as it was, or half of what was written.
      for kept in [0, 20, 40, 64] {
        let copy = try folder.copy()
        var bytes = early
        bytes.replaceSubrange(8..<8 + kept, with: before()[8..<8 + kept])
        try copy.write(bytes, to: DeletionLedger.name)
        #expect(try StoreCheck.check(copy.path, root: .test).damages == [])
        let again = try SQLiteLinkStore(in: copy.path, LinkEngine.terms(of: .rin), root: .test)
        #expect(again.isErased(.ann))
        try again.close()
        let ledger = try DeletionLedger.read(copy.files.ledger, under: RootKeys(.test))
        #expect(try ledger.whole().count == 1)
      }
    }
    #expect(try open().isErased(.ann))
    #expect(try DeletionLedger.read(whole, under: RootKeys(.test)).whole().count == 1)
  }

  /// A store that was closed, with three deletions.
  private func leaveDeletions() throws {
    let engine = LinkEngine.engine(.rin, over: try open())
    for person: UInt64 in 1...4 {
      engine.introduce(PrincipalID(rawValue: person), name: "Ann", avatar: nil)
    }
    try engine.commit()
    for person: UInt64 in 1...3 {
      _ = engine.erase(PrincipalID(rawValue: person), at: noon(0))
      try engine.commit()
    }
    try (engine.store as? SQLiteLinkStore)?.close()
  }

  @Test func `a ledger that was cut, or has a bit turned over, is refused by start and check`()
    throws
  {
    try leaveDeletions()
    let bytes = folder.bytes(of: DeletionLedger.name)
    let end = 8 + 4 * 32
    let cuts = stride(from: 0, to: end, by: 5).map { Array(bytes[..<$0]) }
    let flips = stride(from: 0, to: end * 8, by: 11).map { bit in
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      return damaged
    }
    for damaged in cuts + flips {
      try folder.write(damaged, to: DeletionLedger.name)
      #expect(throws: StoreError.self) { try open() }
      #expect(throws: StoreError.self) {
        try SQLiteLinkStore(
          in: folder.path, LinkEngine.terms(of: .rin), root: .test, for: .reading)
      }
      #expect(try !StoreCheck.check(folder.path, root: .test).damages.isEmpty)
    }
    try folder.write(bytes, to: DeletionLedger.name)
    #expect(try open().isErased(.ann))
  }

  @Test func `an earlier ledger of the same store is refused, and so is a later one`() throws {
    try leaveDeletions()
    let entries = try DeletionLedger.read(folder.files.ledger, under: RootKeys(.test)).whole()
    let other = DeletionLedger.Entry(number: 5, at: noon(1))
    for (entries, finding) in [
      (entries.dropLast(), "1 deletions are missing that the data counts"),
      (
        entries + [other], "deletions that the data has not, and 'growthloop store restore' repeats"
      ),
    ] {
      try DiskFile.remove(folder.files.ledger)
      try DeletionLedger.write(Array(entries), to: folder.files.ledger, under: RootKeys(.test))
      #expect { try open() } throws: { "\($0)".contains(finding) }
    }
  }

  @Test func `a store of an earlier release keeps its deletions, and counts them from then on`()
    throws
  {
    try leaveDeletions()
    // Without links in the ledger, and without their seal in the database.
    let root = RootKeys(.test)
    let entries = try DeletionLedger.read(folder.files.ledger, under: root).whole()
    try folder.write(LedgerTests.unlinked(entries), to: DeletionLedger.name)
    do {
      let database = try Database(folder.database, for: .writing)
      try database.run("DROP TABLE deletions; PRAGMA user_version = 2")
    }
    #expect(try StoreCheck.check(folder.path, root: .test).damages == [])
    let store = try open()
    #expect((1...3).allSatisfy { store.isErased(PrincipalID(rawValue: $0)) })
    _ = LinkEngine.engine(.rin, over: store).erase(PrincipalID(rawValue: 4), at: noon(0))
    try store.commit()
    try store.close()
    let ledger = try DeletionLedger.read(folder.files.ledger, under: root)
    #expect(ledger.isLinked)
    #expect(try ledger.whole().count == 4)
    #expect(try open().isErased(PrincipalID(rawValue: 4)))
  }
}
