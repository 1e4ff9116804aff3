import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Journal · what a crash leaves behind", .timeLimit(.minutes(60)))
struct JournalTests {
  let folder = StoreFolder()

  func open() throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
  }

  func known(_ store: SQLiteLinkStore) -> [UInt64] {
    (1...9).filter { store.person(PrincipalID(rawValue: $0)) != nil }
  }

  private func name(_ number: UInt64) -> String { Journal.name(ofSegment: number) }

  @Test func `a turn that was torn at any byte is cut off, and all before it are there`() throws {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(3)
    for length in stride(from: 0, to: turns[2].count, by: 5) {
      let folder = try folder.copy()
      try folder.write(
        JournalScript.segment(1, turns[0] + turns[1] + turns[2][..<length]), to: name(1))
      let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      #expect(known(store) == [1, 2])
      #expect(store.findings.count == (length == 0 ? 0 : 1))
      // The next turn takes the number of the one that never was.
      store.write(.person(Person(PrincipalID(rawValue: 9))))
      try store.commit()
      try store.close()
      let again = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      #expect(known(again) == [1, 2, 9])
    }
  }

  @Test func `a last turn of which any bit turned over is cut off, and that is said`() throws {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(2)
    for place in stride(from: 0, to: turns[1].count, by: 3) {
      var damaged = turns[1]
      damaged[place] ^= 0x10
      let folder = try folder.copy()
      try folder.write(JournalScript.segment(1, turns[0] + damaged), to: name(1))
      let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      #expect(known(store) == [1])
      #expect(store.findings.first?.contains("torn at byte") == true)
    }
  }

  @Test func `the journal goes on in the segment that the one before names`() throws {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(2)
    try script.write(JournalScript.segment(1, turns[0], next: 2), as: 1)
    try script.write(JournalScript.segment(2, turns[1]), as: 2)
    #expect(try known(open()) == [1, 2])
  }

  @Test func `a torn turn is cut off though the next segment has been begun, if it is empty`()
    throws
  {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(3)
    let torn = JournalScript.segment(1, turns[0] + turns[1].dropLast(turns[1].count / 2))
    try script.write(torn, as: 1)
    let other = try folder.copy()
    try script.write(JournalScript.segment(2, []), as: 2)
    #expect(try known(open()) == [1])

    try other.write(JournalScript.segment(2, turns[2]), to: name(2))
    #expect(throws: StoreError.self) {
      try SQLiteLinkStore(in: other.path, LinkEngine.terms(of: .rin), root: .test)
    }
  }

  @Test func `a segment that a crash cut off while it was made is no damage`() throws {
    var script = try JournalScript(in: folder)
    try script.write(JournalScript.segment(1, try script.turns(1)[0]), as: 1)
    try script.write([UInt8](repeating: 0, count: 7), as: 2)
    #expect(try known(open()) == [1])
  }

  @Test func `a commit never waits for the next segment, and finds it when it is there`() throws {
    let store = try open()
    var names: Set<String> = []
    let name = String(repeating: "Ann", count: 20_000)
    for number: UInt64 in 1...300 {
      store.write(.person(Person(PrincipalID(rawValue: number), name: name)))
      try store.commit()
      names.formUnion(folder.journal)
    }
    // On a busy machine a segment may take longer than all that; a commit does not wait for it.
    for number: UInt64 in 1...100_000 where names.count <= 2 {
      store.write(.person(Person(PrincipalID(rawValue: number % 300 + 1), name: "Ann")))
      try store.commit()
      names.formUnion(folder.journal)
    }
    #expect(names.count > 2)
    try store.close()
    #expect(folder.journal.isEmpty)
    let again = try open()
    #expect((1...300).allSatisfy { again.person(PrincipalID(rawValue: $0)) != nil })
  }

  @Test func `damage in the middle is refused, and nothing is changed`() throws {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(3)
    for place in stride(from: 0, to: turns[1].count, by: 3) {
      var damaged = turns[1]
      damaged[place] ^= 0x10
      let journal = JournalScript.segment(1, turns[0] + damaged + turns[2])
      try script.write(journal, as: 1)
      #expect(throws: StoreError.self) { try open() }
      #expect(folder.bytes(of: name(1)) == journal)
    }
  }

  @Test func `a journal that is shorter than it was is refused, wherever it was cut`() throws {
    var script = try JournalScript(in: folder)
    let journal = JournalScript.segment(1, try script.turns(3).flatMap { $0 })
    for length in stride(from: 0, to: journal.count, by: 7) {
      try script.write(Array(journal[..<length]), as: 1)
      #expect(throws: StoreError.self) { try open() }
    }
    try script.write(journal, as: 1)
    #expect(try known(open()) == [1, 2, 3])
  }

  @Test func `a journal of which a segment is missing is refused, whichever it is`() throws {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(3)
    try script.write(JournalScript.segment(1, turns[0], next: 2), as: 1)
    try script.write(JournalScript.segment(2, turns[1], next: 3), as: 2)
    try script.write(JournalScript.segment(3, turns[2]), as: 3)
    for number: UInt64 in 1...3 {
      let bytes = folder.bytes(of: name(number))
      let path = "\(folder.path)/\(name(number))"
      try DiskFile.remove(path)
      let finding =
        "this part of the journal is missing, with the turns after \(number == 1 ? 0 : number - 1)"
      #expect(throws: StoreError.corrupt(path: path, finding: finding)) { try open() }
      try folder.write(bytes, to: name(number))
    }
    #expect(try known(open()) == [1, 2, 3])
  }

  @Test func `a journal that is gone altogether is refused`() throws {
    do {
      let store = try open()
      store.write(.person(Person(.ann)))
      try store.commit()
    }
    for name in folder.journal { try DiskFile.remove("\(folder.path)/\(name)") }
    #expect(throws: StoreError.self) { try open() }
  }

  @Test func `turns that the database has already are not made twice`() throws {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(3)
    try script.write(JournalScript.segment(1, turns[0] + turns[1]), as: 1)
    do { _ = try open() }
    // A crash between the transaction and the end of the segment leaves both.
    let left = try #require(folder.journal.first.flatMap(Journal.number(ofSegment:)))
    try script.write(
      JournalScript.segment(left, turns[0] + turns[1] + turns[2]), as: left)
    #expect(try known(open()) == [1, 2, 3])
  }

  @Test(arguments: [true, false])
  func `whichever sync fails while the journal grows, it goes on, or opens after a kill`(
    isKilled: Bool
  ) throws {
    let name = String(repeating: "Ann", count: 30_000)
    var failures = 0
    while true {
      let (folder, disk) = (StoreFolder(), FailingDisk())
      var acknowledged: [PrincipalID] = []
      do {
        let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test) {
          (file) throws(StoreError) in try disk.sync(file)
        }
        disk.failSync(of: "journal-", after: failures)
        for number: UInt64 in 1...6 where !(isKilled && disk.hasFailed) {
          let person = PrincipalID(rawValue: number)
          store.write(.person(Person(person, name: name)))
          do throws(StoreError) {
            try store.commit()
            acknowledged.append(person)
          } catch {}
        }
      }
      let again = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
      #expect(acknowledged.allSatisfy { again.person($0) != nil })
      guard disk.hasFailed else { break }
      if !isKilled { #expect(acknowledged.count == 5) }
      failures += 1
    }
    // Six turns grow it twice, in several pieces each.
    #expect(failures > 9)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a commit that returned outlives a kill at any moment`(seed: UInt64) async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(9)) { [path = path as String, seed = seed as UInt64] in
      let store = try SQLiteLinkStore(in: path, LinkEngine.terms(of: .rin), root: .test)
      let engine = LinkEngine.engine(.rin, over: store, seed: seed)
      var luck = SeededChance(seed: seed)
      let last = 20 + luck.next() % 200
      let acknowledged = try DiskFile("\(path)/acknowledged", .creating)
      for sender: UInt64 in 1...400 {
        let code = engine.issue(to: PrincipalID(rawValue: sender))
        try engine.commit()
        // A line has 9 bytes.
        try acknowledged.write(
          Array("\(code?.description ?? "")\n".utf8), at: 9 * Int(sender - 1))
        if sender == last { kill(getpid(), SIGKILL) }
      }
    }
    let store = try open()
    let codes = String(decoding: folder.bytes(of: "acknowledged"), as: UTF8.self).split(
      separator: "\n")
    #expect(codes.count >= 20)
    for code in codes { #expect(store.invite(try InviteCode(parsing: code)) != nil) }
    #expect(store.footprint.codes == codes.count)
    try store.close()
    #expect(try Database(folder.database, for: .reading).text("PRAGMA integrity_check") == "ok")
  }
}

extension Database {
  /// The one text that a query gives.
  func text(_ sql: String) throws(StoreError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }
}
