import Attribution
import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Journal · a turn that becomes durable while the next goes on", .timeLimit(.minutes(60)))
struct PipelineTests {
  let folder = StoreFolder()
  let disk = ScriptedDisk()

  func open() throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test) {
      [disk] (file) throws(StoreError) in try disk.sync(file)
    }
  }

  /// Whether the journal has what makes a person known.
  func journalHolds(_ person: Person) throws -> Bool {
    try Burglar(withKeysOf: folder).texts(in: folder).hold(LinkChange.person(person).bytes)
  }

  @Test func `the next turn goes on while a sync runs, and is not in the journal with it`() throws {
    let (ann, bob) = (Person(.ann, name: "Ann"), Person(.bob, name: "Bob"))
    let store = try open()
    store.write(.person(ann))
    store.beginCommit {}
    try disk.waitForSync()
    store.write(.person(bob))
    #expect(store.person(.bob) == bob)
    #expect(try journalHolds(ann))
    #expect(try !journalHolds(bob))
    disk.endSync()
    try store.endCommit()
    #expect(try !journalHolds(bob))
    disk.endSync()
    try store.commit()
    #expect(try journalHolds(bob))
  }

  @Test func `ready is called when the sync has returned, and not before`() throws {
    let store = try open()
    let isReady = Guarded(false)
    let told = DispatchSemaphore(value: 0)
    store.write(.person(Person(.ann)))
    store.beginCommit {
      isReady.withLock { $0 = true }
      told.signal()
    }
    try disk.waitForSync()
    #expect(!isReady.withLock { $0 })
    disk.endSync()
    try told.waitOrThrow()
    try store.endCommit()
  }

  @Test func `a sync that fails takes back its turn and all that came since`() throws {
    do {
      let store = try open()
      store.write(.person(Person(.ann, name: "Ann")))
      disk.endSync()
      try store.commit()
      store.write(.person(Person(.ann, name: "Anna")))
      store.beginCommit {}
      store.write(.person(Person(.ann, name: "Annette")))
      store.write(.person(Person(.bob)))
      disk.failSync()
      #expect(throws: ScriptedDisk.failure) { try store.endCommit() }
      #expect(store.person(.ann)?.name == "Ann")
      #expect(store.person(.bob) == nil)
      // The next turn replaces what the failed one may have left, and goes on.
      store.write(.person(Person(.bob)))
      disk.endSync()
      try store.commit()
      #expect(store.person(.bob) != nil)
    }
    let again = try open()
    #expect(again.person(.ann)?.name == "Ann")
    #expect(again.person(.bob) != nil)
  }

  @Test func `a click that is taken back takes its time back with it`() throws {
    let store = try open()
    let engine = LinkEngine.engine(.rin, over: store)
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    disk.endSync()
    try engine.commit()
    engine.tap(code, on: 2, at: noon(5))
    disk.failSync()
    #expect(throws: ScriptedDisk.failure) { try engine.commit() }
    #expect(store.newestClick == noon(0))
    // Else the calls of five days would stand at the moment of a click that never was.
    let click = try #require(engine.tap(code, on: 3, at: noon(1)).click)
    #expect(store.click(click)?.at == noon(1))
  }

  @Test func `a person whose turn fails has the key that they had, and no other`() throws {
    do {
      let store = try open()
      store.write(.person(Person(.ann, name: "Ann")))
      disk.endSync()
      try store.commit()
      // She goes with one turn, comes back with the next, and neither becomes durable.
      store.write(.personGone(.ann))
      store.beginCommit {}
      store.write(.person(Person(.ann, name: "Anna")))
      disk.failSync()
      #expect(throws: ScriptedDisk.failure) { try store.endCommit() }
      #expect(store.person(.ann)?.name == "Ann")
    }
    let again = try open()
    // The turn that failed may be on the disk, or not.
    #expect(again.person(.ann)?.name == "Ann" || again.person(.ann) == nil)
  }

  @Test func `an end that finds nothing begun returns, and a commit ends what was begun`() throws {
    let store = try open()
    try store.endCommit()
    store.write(.person(Person(.ann)))
    store.beginCommit {}
    store.write(.person(Person(.bob)))
    disk.endSync()
    disk.endSync()
    try store.commit()
    try store.close()
    let again = try open()
    #expect(again.person(.ann) != nil && again.person(.bob) != nil)
  }
}

/// A disk whose syncs end when a test says so.
final class ScriptedDisk: Sendable {
  static let failure = StoreError.inputOutput(path: "a disk", call: "fdatasync", reason: "a script")

  private static let forgotten = StoreError.inputOutput(
    path: "a disk", call: "fdatasync", reason: "the test ended no sync")

  private let begun = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let fails = Guarded(false)

  func waitForSync() throws { try begun.waitOrThrow() }

  func endSync() { ended.signal() }

  /// Ends the sync that runs, or the next, with a failure.
  func failSync() {
    fails.withLock { $0 = true }
    ended.signal()
  }

  func sync(_ file: borrowing DiskFile) throws(StoreError) {
    guard file.path.contains("/journal-") else { return try file.sync() }
    begun.signal()
    guard ended.hasComeInTime() else { throw Self.forgotten }
    if fails.withLock({ fails in
      defer { fails = false }; return fails
    }) {
      throw Self.failure
    }
    try file.sync()
  }
}
