import Attribution
import Foundation
import Invites
import Profiles
import GrowthloopTransport
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Stores · when the files cannot be trusted or written", .timeLimit(.minutes(60)))
struct StoreTroubleTests {
  let folder = StoreFolder()

  func open(for access: SQLiteLinkStore.Access = .writing) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test, for: access)
  }

  /// Leaves a store with Ann in it.
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

  @Test func `who reads the database for long holds up nothing`() throws {
    try leaveStore()
    let store = try open()
    let reader = try Database(folder.database, for: .reading)
    try reader.run("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM rows") == 1)
    let before = try folder.copy()
    store.write(.personGone(.ann))
    try store.commit()
    #expect(store.refusal == nil)
    #expect(try Burglar(withKeysOf: folder).texts(in: before).isEmpty)
    try reader.run("COMMIT")
    try store.close()
    #expect(try open().person(.ann) == nil)
  }

  @Test func `a store that was refused its database closes once that is free again`() throws {
    try leaveStore()
    let store = try open()
    let other = try Database(folder.database, for: .writing)
    try other.run("BEGIN IMMEDIATE")
    store.write(.person(Person(.bob)))
    try store.commit()
    #expect(eventually { store.refusal == .locked(path: folder.database) })
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
    var script = try JournalScript(in: folder)
    try script.write(JournalScript.segment(1, try script.turns(2).flatMap { $0 }), as: 1)
    let store = try open(for: .reading)
    #expect(store.person(.bob) != nil)
  }

  @Test func `a file that is no database is refused`() throws {
    try leaveStore()
    try folder.write(
      Array("This is a shopping list, and a long one at that.".utf8), to: "store.sqlite")
    let path = folder.database
    #expect(throws: StoreError.corrupt(path: path, finding: "file is not a database")) {
      try open()
    }
  }

  @Test func `a database of something else is refused, and left alone`() throws {
    try leaveStore()
    try DiskFile.remove(folder.database)
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
    var bytes = folder.bytes(of: "store.sqlite")
    for place in 8_192..<bytes.count { bytes[place] = 0xA5 }
    try folder.write(bytes, to: "store.sqlite")
    #expect { try open() } throws: { error in
      if case .corrupt(let path, _) = error as? StoreError {
        path == folder.database
      } else {
        false
      }
    }
  }

  @Test(arguments: [
    ("UPDATE rows SET first = first + 1", "a row of persons does not open"),
    ("UPDATE rows SET turn = turn + 1", "a row of persons does not open"),
    ("UPDATE rows SET place = place + 1, first = first + 1", "a row of persons does not open"),
    ("UPDATE rows SET box = zeroblob(60)", "a row of persons does not open"),
    ("DELETE FROM rows", "rows has 0 rows, and had 1"),
    ("UPDATE progress SET turn = turn + 1", "its record of progress is garbled"),
    ("DELETE FROM progress", "its record of progress is garbled"),
  ])
  func `a row that is not as it was written is refused`(sql: String, finding: String) throws {
    try leaveStore()
    try Database(folder.database, for: .writing).run(sql)
    #expect(throws: StoreError.corrupt(path: folder.database, finding: finding)) { try open() }
  }

  @Test func `a store without its keys, its ledger or its database is refused`() throws {
    try leaveStore()
    for path in [folder.files.keys, folder.files.ledger] {
      let copy = try folder.copy()
      let name = String(path.dropFirst(folder.path.count + 1))
      try DiskFile.remove("\(copy.path)/\(name)")
      #expect(throws: StoreError.corrupt(path: "\(copy.path)/\(name)", finding: "it is missing")) {
        try SQLiteLinkStore(in: copy.path, LinkEngine.terms(of: .rin), root: .test)
      }
    }
    try DiskFile.remove(folder.database)
    let finding = "it is missing, and its keys are there"
    #expect(throws: StoreError.corrupt(path: folder.database, finding: finding)) { try open() }
  }

  @Test func `another root secret opens nothing`() throws {
    try leaveStore()
    #expect(throws: StoreError.wrongSecret(path: folder.files.keys)) {
      try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .random())
    }
  }

  @Test func `a key that is damaged is reported, and never taken for one that was destroyed`()
    throws
  {
    try leaveStore()
    for bit in stride(from: 0, to: KeyPlace.size * 8, by: 13) {
      let copy = try folder.copy()
      var keys = copy.bytes(of: KeyFile.name)
      keys[KeyPlace.size + bit / 8] ^= 1 << (bit % 8)
      try copy.write(keys, to: KeyFile.name)
      let error = StoreError.corrupt(path: copy.files.keys, finding: "place 1 is garbled")
      #expect(throws: error) {
        try SQLiteLinkStore(in: copy.path, LinkEngine.terms(of: .rin), root: .test)
      }
    }
  }

  @Test func `keys that a crash cut off while they were made are made anew`() throws {
    try leaveStore()
    var keys = folder.bytes(of: KeyFile.name)
    keys.removeLast(KeyPlace.size * 1_000 + 40)
    try folder.write(keys, to: KeyFile.name)
    let store = try open()
    #expect(store.person(.ann)?.name == "Ann")
    for number: UInt64 in 2...3_000 { store.write(.person(Person(PrincipalID(rawValue: number)))) }
    try store.commit()
    try store.close()
    #expect(try open().person(PrincipalID(rawValue: 3_000)) != nil)
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
        == "no room is left for /links; free some")
    #expect(
      StoreError.newerSchema(path: "/links", found: 3, known: 2).description
        == "/links has schema 3, and this release supports 2 at most; use the newer one")
    #expect(
      StoreError.locked(path: "/links").description
        == "/links is in use by another process; stop that one, or choose another folder")
  }

  @Test func `a folder that others may change is remarked on`() throws {
    try leaveStore()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let remark =
      "other users may replace the files in '\(folder.path)' (mode 777); "
      + "run: chmod 700 '\(folder.path)'"
    #expect(try open().findings == [remark])
    #expect(try StoreCheck.check(folder.path, root: .test).remarks == [remark])
  }

  @Test func `a copy for which there is no room says so`() async {
    await #expect(processExitsWith: .success) {
      let folder = StoreFolder()
      let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      store.write(.person(Person(.ann, name: String(repeating: "Ann", count: 9_000))))
      try store.commit()
      try store.close()
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 8_192)
      var problem: StoreError?
      do throws(StoreError) {
        _ = try Database(folder.database, for: .reading).copy(to: "\(folder.path)/copy")
      } catch {
        problem = error
      }
      if problem != .diskFull(path: "\(folder.path)/copy") { fatalError("\(problem as Any)") }
      exit(0)
    }
  }

  @Test func `on a full disk users are deleted still`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = StoreFolder()
      let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      let engine = LinkEngine.engine(.rin, over: store)
      try limitFiles(to: JournalSegment.piece)
      // The journal is filled, as far as others may fill it.
      let name = String(repeating: "Ann", count: 3_000)
      var known: UInt64 = 0
      var problem: StoreError?
      while problem == nil {
        store.write(.person(Person(PrincipalID(rawValue: known + 1), name: name)))
        do throws(StoreError) {
          try store.commit()
          known += 1
        } catch {
          problem = error
        }
      }
      guard case .diskFull = problem, known > 9 else { exit(1) }
      for person in 1...known {
        _ = engine.erase(PrincipalID(rawValue: person), at: noon(0))
        try engine.commit()
      }
      store.write(.person(Person(.nobody, name: name)))
      do throws(StoreError) {
        try store.commit()
        exit(2)
      } catch {}
      try limitFiles(to: nil)
      store.write(.person(Person(.nobody, name: name)))
      try store.commit()
      try store.close()
      let again = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      guard (1...known).allSatisfy({ again.isErased(PrincipalID(rawValue: $0)) }) else { exit(3) }
      exit(again.person(.nobody) == nil ? 4 : 0)
    }
  }

  @Test func `killed on a full disk it starts, links resolve, and room lets it write again`() async
  {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = StoreFolder()
      var code: InviteCode?
      do {
        let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
        let engine = LinkEngine.engine(.rin, over: store)
        code = engine.issue(to: .ann)
        try engine.commit()
      }
      try limitFiles(to: JournalSegment.piece / 2)
      let store = try SQLiteLinkStore(
        in: folder.path, LinkEngine.terms(of: .rin), root: .test, waitsForRoom: true)
      let engine = LinkEngine.engine(.rin, over: store)
      guard case .diskFull = store.refusal, store.refusal?.mayPass == true,
        store.invite(try #require(code)) != nil
      else { exit(1) }
      let lost = try #require(engine.issue(to: .bob))
      do throws(StoreError) {
        try engine.commit()
        exit(2)
      } catch {}
      guard store.invite(lost) == nil else { exit(3) }
      // No other process may write meanwhile.
      do throws(StoreError) {
        _ = try DiskFile(folder.path, .locking)
        exit(4)
      } catch {}

      try limitFiles(to: nil)
      let isWritten = eventually {
        store.write(.person(Person(.cy)))
        return (try? store.commit()) != nil
      }
      guard isWritten, store.refusal == nil else { exit(5) }
      try store.close()
      let again = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      let isKept = try again.invite(#require(code)) != nil
      exit(isKept && again.person(.cy) != nil ? 0 : 6)
    }
  }

  @Test func `on a full disk a turn is taken back, links resolve, and room lets it go on`() async {
    await #expect(processExitsWith: .success) {
      // A limit on the size of files does what a full disk does, to this process alone.
      signal(SIGXFSZ, SIG_IGN)
      let folder = StoreFolder()
      let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      let engine = LinkEngine.engine(.rin, over: store)
      let code = try #require(engine.issue(to: .ann))
      try engine.commit()

      try limitFiles(to: 120)
      let clicks = store.nextSequence
      engine.tap(code, on: 1, at: noon(0))
      let lost = engine.issue(to: .bob)
      var problem: StoreError?
      do throws(StoreError) { try engine.commit() } catch { problem = error }
      guard case .diskFull = problem, store.invite(try #require(lost)) == nil,
        store.click(clicks) == nil, store.invite(code)?.record.status == .created
      else { exit(1) }

      try limitFiles(to: nil)
      engine.tap(code, on: 1, at: noon(0))
      try engine.commit()
      try store.close()
      let again = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      guard again.invite(code)?.record.status == .opened, again.clicks(on: [code]).count == 1
      else { exit(2) }
      exit(0)
    }
  }
}

/// Lets no file of this process grow beyond so many bytes, which does what a full disk does.
private func limitFiles(to bytes: Int?) throws {
  var limit = rlimit()
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  unsafe getrlimit(resource, &limit)
  limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
  let result = unsafe setrlimit(resource, &limit)
  try #require(result == 0)
}
