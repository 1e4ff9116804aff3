import Attribution
import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite("Stores · when the files cannot be trusted or written", .timeLimit(.minutes(60)))
struct TroubleTests {
  let folder = StoreFolder()

  func open(for access: SQLiteLinkStore.Access = .writing) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin), for: access)
  }

  /// Leaves a store behind that knows Ann.
  func leaveStore() throws {
    let store = try open()
    store.write(.person(Person(.ann, name: "Ann")))
    try store.commit()
    try store.close()
  }

  @Test func `two stores cannot open one folder`() throws {
    let first = try open()
    #expect(throws: StoreError.locked(path: folder.path)) { try open() }
    try first.close()
    try open().close()
  }

  @Test func `no file can be removed that keeps a second store out`() throws {
    let first = try open()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
    #expect(throws: StoreError.locked(path: folder.path)) { try open() }
    withExtendedLifetime(first) {}
  }

  @Test func `a database that another program holds is not opened`() throws {
    try leaveStore()
    let other = try Database(folder.database, for: .writing)
    try other.run("BEGIN IMMEDIATE")
    #expect(throws: StoreError.locked(path: folder.database)) { try open() }
    try other.run("ROLLBACK")
    #expect(try open().person(.ann)?.name == "Ann")
  }

  @Test func `who reads the database for long holds up erasures, and nothing else`() throws {
    try leaveStore()
    let store = try open()
    let reader = try Database(folder.database, for: .reading)
    try reader.run("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM people") == 1)
    store.write(.personGone(.ann))
    try store.commit()
    #expect(throws: StoreError.locked(path: folder.database)) { try store.scrub() }
    #expect(store.refusal == nil)
    // Also where the journal has let go of it already.
    #expect(throws: StoreError.locked(path: folder.database)) { try store.scrub() }
    store.write(.person(Person(.bob)))
    try store.commit()
    try reader.run("COMMIT")
    try store.scrub()
    #expect(try !folder.holds(Array("Ann".utf8)))
    try store.close()
    #expect(try open().person(.bob) != nil)
  }

  @Test func `a store that was refused its database closes once that is free again`() throws {
    try leaveStore()
    let store = try open()
    let other = try Database(folder.database, for: .writing)
    try other.run("BEGIN IMMEDIATE")
    store.write(.person(Person(.bob)))
    try store.commit()
    #expect(throws: StoreError.locked(path: folder.database)) { try store.scrub() }
    #expect(store.refusal == .locked(path: folder.database))
    try other.run("ROLLBACK")
    try store.close()
    #expect(try open().person(.bob) != nil)
  }

  @Test func `a store for reading resolves, and takes back what it is given`() throws {
    try leaveStore()
    let store = try open(for: .reading)
    #expect(store.person(.ann)?.name == "Ann")
    store.write(.person(Person(.bob)))
    store.write(.personGone(.ann))
    #expect(throws: StoreError.readOnly(path: folder.path)) { try store.commit() }
    #expect(store.person(.bob) == nil)
    #expect(store.person(.ann)?.name == "Ann")
    #expect(store.refusal == .readOnly(path: folder.path))
  }

  @Test func `a store for reading sees what only the journal has`() throws {
    try leaveStore()
    var writer = ByteWriter()
    LinkChange.person(Person(.bob)).write(to: &writer)
    let name = try #require(folder.journal.first)
    let header = folder.bytes(of: name).prefix(JournalFormat.segmentHeader)
    try folder.write(header + JournalFormat.bytes(ofTurn: 2, writer.bytes), to: name)
    let store = try open(for: .reading)
    #expect(store.person(.bob) != nil)
  }

  @Test func `a file that is no database is refused`() throws {
    try folder.write(
      Array("This is a shopping list, and a long one at that.".utf8), to: "links.sqlite")
    let path = folder.database
    #expect(throws: StoreError.corrupt(path: path, finding: "file is not a database")) {
      try open()
    }
  }

  @Test func `a database of something else is refused, and left alone`() throws {
    let other = try Database(folder.database, for: .writing)
    try other.run("CREATE TABLE recipes (name TEXT)")
    let path = folder.database
    #expect(throws: StoreError.corrupt(path: path, finding: "it is a database of something else")) {
      try open()
    }
    #expect(try other.number("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test func `a database with damaged pages is refused`() throws {
    let store = try open()
    for number: UInt64 in 1...2_000 {
      store.write(.person(Person(PrincipalID(rawValue: number), name: "Ann")))
    }
    try store.commit()
    try store.close()
    var bytes = folder.bytes(of: "links.sqlite")
    for place in 8_192..<bytes.count { bytes[place] = 0xA5 }
    try folder.write(bytes, to: "links.sqlite")
    #expect { try open() } throws: { error in
      if case .corrupt(let path, _) = error as? StoreError {
        path == folder.database
      } else {
        false
      }
    }
  }

  @Test func `a row that means nothing is refused`() throws {
    try leaveStore()
    try Database(folder.database, for: .writing).run("UPDATE people SET account = 77")
    let path = folder.database
    #expect(throws: StoreError.corrupt(path: path, finding: "a row of people means nothing")) {
      try open()
    }
  }

  @Test func `a sync that the system refuses is an error`() throws {
    // A pipe has no disk behind it.
    let path = folder.path + "/pipe"
    let isMade = unsafe mkfifo(path, 0o600) == 0
    try #require(isMade)
    let pipe = try DiskFile(path, .locking)
    var refusal: StoreError?
    do throws(StoreError) { try pipe.sync() } catch { refusal = error }
    #expect(
      refusal == .inputOutput(path: path, call: "fdatasync", reason: "Invalid argument"))
  }

  @Test func `each trouble says where it is and what helps`() {
    #expect(
      StoreError.diskFull(path: "/links").description
        == "no room is left for /links; free some, and writing goes on by itself")
    #expect(
      StoreError.newerSchema(path: "/links", found: 3, known: 2).description
        == "/links has schema 3, and this release knows 2 at the most; use the newer one")
    #expect(
      StoreError.locked(path: "/links").description
        == "/links is in use by another process; stop that one, or choose another folder")
  }

  @Test func `on a full disk a turn is taken back, links resolve, and room lets it go on`() async {
    await #expect(processExitsWith: .success) {
      // A limit on the size of files does what a full disk does, to this process alone.
      signal(SIGXFSZ, SIG_IGN)
      let folder = StoreFolder()
      let store = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
      let desk = LinkDesk.desk(.rin, over: store)
      let code = try #require(desk.issue(to: .ann))
      try desk.commit()
      try store.scrub()

      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = 120
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let clicks = store.nextSequence
      desk.tap(code, on: 1, at: noon(0))
      let lost = desk.issue(to: .bob)
      var problem: StoreError?
      do throws(StoreError) { try desk.commit() } catch { problem = error }
      guard case .diskFull = problem, store.invite(try #require(lost)) == nil,
        store.click(clicks) == nil, store.invite(code)?.record.status == .created
      else { exit(1) }

      limit.rlim_cur = limit.rlim_max
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      desk.tap(code, on: 1, at: noon(0))
      try desk.commit()
      try store.close()
      let again = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
      guard again.invite(code)?.record.status == .opened, again.clicks(on: [code]).count == 1
      else { exit(2) }
      exit(0)
    }
  }

  @Test func `a scrub for which there is no room fails, and succeeds once there is`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = StoreFolder()
      let store = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
      for change in [LinkChange.person(Person(.ann, name: "Ann")), .personGone(.ann)] {
        store.write(change)
        try store.commit()
      }
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      // The head of another segment, and nothing more.
      limit.rlim_cur = 12
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var problem: StoreError?
      do throws(StoreError) { try store.scrub() } catch { problem = error }
      guard case .diskFull = problem else { exit(1) }

      limit.rlim_cur = limit.rlim_max
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try store.scrub()
      exit(try folder.holds(Array("Ann".utf8)) ? 2 : 0)
    }
  }
}
