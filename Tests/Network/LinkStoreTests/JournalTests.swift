import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite("Journal · what a crash leaves behind", .timeLimit(.minutes(60)))
struct JournalTests {
  let folder = StoreFolder()

  func open() throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
  }

  /// The journal of so many turns, each of which makes one person known.
  func bytes(ofTurns count: UInt64, from first: UInt64 = 1) -> [[UInt8]] {
    (first..<first + count).map { number in
      var writer = ByteWriter()
      LinkChange.person(Person(PrincipalID(rawValue: number), name: "Ann")).write(to: &writer)
      return JournalFormat.bytes(ofTurn: number, writer.bytes)
    }
  }

  func known(_ store: SQLiteLinkStore) -> [UInt64] {
    (1...9).filter { store.person(PrincipalID(rawValue: $0)) != nil }
  }

  @Test func `a turn that was torn at any byte is cut off, and all before it are there`() throws {
    let turns = bytes(ofTurns: 3)
    let header = JournalFormat.header(ofSegment: 1)
    for length in 0..<turns[2].count {
      let folder = StoreFolder()
      try folder.write(header + turns[0] + turns[1] + turns[2][..<length], to: "journal-0000000001")
      let store = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
      #expect(known(store) == [1, 2])
      // The next turn takes the number of the one that never was.
      store.write(.person(Person(PrincipalID(rawValue: 9))))
      try store.commit()
      try store.close()
      let again = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
      #expect(known(again) == [1, 2, 9])
    }
  }

  @Test func `a last turn of which any bit turned over is cut off`() throws {
    let turns = bytes(ofTurns: 2)
    for place in turns[1].indices {
      var damaged = turns[1]
      damaged[place] ^= 0x10
      let folder = StoreFolder()
      try folder.write(
        JournalFormat.header(ofSegment: 1) + turns[0] + damaged, to: "journal-0000000001")
      let store = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
      #expect(known(store) == [1])
    }
  }

  @Test func `room that was never used is no damage, whether a segment follows or none`() throws {
    let turns = bytes(ofTurns: 2)
    let room = [UInt8](repeating: 0, count: 300)
    try folder.write(JournalFormat.header(ofSegment: 1) + turns[0] + room, to: "journal-0000000001")
    try folder.write(JournalFormat.header(ofSegment: 2) + turns[1] + room, to: "journal-0000000002")
    #expect(try known(open()) == [1, 2])
  }

  @Test func `a torn turn is cut off though the next segment has been begun, if it is empty`()
    throws
  {
    let turns = bytes(ofTurns: 3)
    let torn = JournalFormat.header(ofSegment: 1) + turns[0] + turns[1].dropLast(turns[1].count / 2)
    let room = [UInt8](repeating: 0, count: 300)
    try folder.write(torn + room, to: "journal-0000000001")
    try folder.write(JournalFormat.header(ofSegment: 2) + room, to: "journal-0000000002")
    #expect(try known(open()) == [1])

    let other = StoreFolder()
    try other.write(torn + room, to: "journal-0000000001")
    try other.write(JournalFormat.header(ofSegment: 2) + turns[2], to: "journal-0000000002")
    #expect(throws: StoreError.self) {
      try SQLiteLinkStore(in: other.path, LinkDesk.terms(of: .rin))
    }
  }

  @Test func `a commit never waits for the next segment, and finds it when it is there`() throws {
    let store = try open()
    var names: Set<String> = []
    for number: UInt64 in 1...200 {
      store.write(.person(Person(PrincipalID(rawValue: number), name: "Ann")))
      store.write(.clicksSwept(before: noon(0)))
      try store.commit()
      names.formUnion(folder.journal)
    }
    try store.scrub()
    names.formUnion(folder.journal)
    #expect(names.count > 1)
    #expect(folder.journal.count == 1)
    try store.close()
    #expect(try (1...200).allSatisfy { try open().person(PrincipalID(rawValue: $0)) != nil })
  }

  @Test func `damage in the middle is refused, and nothing is changed`() throws {
    let turns = bytes(ofTurns: 3)
    for place in turns[1].indices {
      var damaged = turns[1]
      damaged[place] ^= 0x10
      let journal = JournalFormat.header(ofSegment: 1) + turns[0] + damaged + turns[2]
      let folder = StoreFolder()
      try folder.write(journal, to: "journal-0000000001")
      #expect(throws: StoreError.self) {
        try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin))
      }
      #expect(folder.bytes(of: "journal-0000000001") == journal)
    }
  }

  @Test func `a journal from which a segment is missing is refused`() throws {
    let turns = bytes(ofTurns: 2) + bytes(ofTurns: 1, from: 4)
    try folder.write(
      JournalFormat.header(ofSegment: 1) + turns[0] + turns[1], to: "journal-0000000001")
    try folder.write(JournalFormat.header(ofSegment: 3) + turns[2], to: "journal-0000000003")
    let path = folder.path + "/journal-0000000003"
    #expect(throws: StoreError.corrupt(path: path, finding: "turn 4 follows turn 2")) {
      try open()
    }
  }

  @Test func `a turn that is replayed over a database that has it is not made twice`() throws {
    let turns = bytes(ofTurns: 2)
    let journal = JournalFormat.header(ofSegment: 1) + turns[0] + turns[1]
    try folder.write(journal, to: "journal-0000000001")
    try open().close()
    // A crash between the transaction and the end of the segment leaves both.
    let left = try #require(folder.journal.first)
    try folder.write(
      JournalFormat.header(ofSegment: 3) + turns[0] + turns[1] + bytes(ofTurns: 1, from: 3)[0],
      to: left)
    let store = try open()
    #expect(known(store) == [1, 2, 3])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a commit that returned outlives a kill at any moment`(seed: UInt64) async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(9)) { [path = path as String, seed = seed as UInt64] in
      let store = try SQLiteLinkStore(in: path, LinkDesk.terms(of: .rin))
      let desk = LinkDesk.desk(.rin, over: store, seed: seed)
      var luck = SeededChance(seed: seed)
      let last = 20 + luck.next() % 200
      let acknowledged = try DiskFile("\(path)/acknowledged", .creating)
      for sender: UInt64 in 1...400 {
        let code = desk.issue(to: PrincipalID(rawValue: sender))
        try desk.commit()
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
