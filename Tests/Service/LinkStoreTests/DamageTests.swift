import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Damage · a bit that turns over is found", .timeLimit(.minutes(60)))
struct DamageTests {
  private let folder = StoreFolder()

  /// What a store answers of people, invites and clicks.
  private struct Answers: Equatable {
    let names: [String?]
    let invites: [[StoredInvite]]
    let clicks: Int
    let erased: [Bool]

    init(_ store: SQLiteLinkStore) {
      let people = (1...40).map { PrincipalID(rawValue: $0) }
      erased = people.map { store.isErased($0) }
      names = people.map { store.person($0)?.name }
      invites = people.map { store.invites(of: $0) }
      clicks = store.clicks(on: Set(invites.flatMap { $0 }.map(\.record.code))).count
    }
  }

  private func open(_ folder: StoreFolder) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .rin), root: .test)
  }

  private func fill() throws -> Answers {
    let store = try open(folder)
    let engine = LinkEngine.engine(.rin, over: store)
    for person: UInt64 in 1...40 {
      engine.introduce(PrincipalID(rawValue: person), name: "Ann \(person)", avatar: nil)
      let code = try #require(engine.issue(to: PrincipalID(rawValue: person)))
      engine.tap(code, on: UInt32(person), at: noon(0) + .minutes(Int64(person)))
      try engine.commit()
    }
    for person: UInt64 in 36...40 {
      _ = engine.erase(PrincipalID(rawValue: person), at: noon(1))
      try engine.commit()
    }
    try store.close()
    return try Answers(open(folder))
  }

  private static let flips = AttackReport.count(400, usually: 60)

  @Test(arguments: ["store.sqlite", KeyFile.name, DeletionLedger.name])
  func `wherever it is, the store is refused or answers as before`(name: String) throws {
    let answers = try fill()
    // A store that is closed has no journal: it was opened again by the answers.
    try open(folder).close()
    let bytes = folder.bytes(of: name)
    var luck = SeededChance(seed: 5)
    var refused = 0
    for _ in 0..<Self.flips {
      let copy = try folder.copy()
      var damaged = bytes
      let bit = Int(luck.next() % UInt64(bytes.count * 8))
      damaged[bit / 8] ^= 1 << (bit % 8)
      try copy.write(damaged, to: name)
      do {
        let store = try open(copy)
        #expect(Answers(store) == answers, "bit \(bit) of \(name) changes an answer without a word")
        #expect(try Answers(open(copy.reopenedCopy(of: store))) == answers)
      } catch is StoreError {
        refused += 1
      }
    }
    // Much of the database is rows; most keys wait to be used.
    if name == "store.sqlite" { #expect(refused * 5 > Self.flips * 2, "\(refused)") }
    AttackReport.tell(
      "\(Self.flips) bits of \(name) turned over: \(refused) refused, the others change no answer")
  }

  /// A folder whose journal has what its database has not.
  private func fillJournal() throws -> (folder: StoreFolder, answers: Answers) {
    var script = try JournalScript(in: folder)
    let turns = try script.turns(9)
    try script.write(JournalScript.segment(1, turns[..<5].flatMap { $0 }, next: 2), as: 1)
    try script.write(JournalScript.segment(2, turns[5...].flatMap { $0 }), as: 2)
    return (try folder.copy(), try Answers(open(folder)))
  }

  @Test func `a journal that was cut anywhere is refused`() throws {
    let (folder, _) = try fillJournal()
    var luck = SeededChance(seed: 6)
    let cuts = AttackReport.count(200, usually: 40)
    for cut in 0..<cuts {
      let copy = try folder.copy()
      let name = Journal.name(ofSegment: UInt64(1 + cut % 2))
      let bytes = copy.bytes(of: name)
      try copy.write(Array(bytes[..<Int(luck.next() % UInt64(bytes.count))]), to: name)
      #expect(throws: StoreError.self) { try open(copy) }
    }
    AttackReport.tell("\(cuts) journals cut short: all refused")
  }

  @Test func `a bit of the journal that turned over is refused, or said, or changes nothing`()
    throws
  {
    let (folder, answers) = try fillJournal()
    var luck = SeededChance(seed: 7)
    var (refused, said) = (0, 0)
    for flip in 0..<Self.flips {
      let copy = try folder.copy()
      let name = Journal.name(ofSegment: UInt64(1 + flip % 2))
      var bytes = copy.bytes(of: name)
      let bit = Int(luck.next() % UInt64(bytes.count * 8))
      bytes[bit / 8] ^= 1 << (bit % 8)
      try copy.write(bytes, to: name)
      do {
        let store = try open(copy)
        if store.findings.isEmpty { #expect(Answers(store) == answers) } else { said += 1 }
      } catch is StoreError {
        refused += 1
      }
    }
    #expect(refused > 0 && said > 0)
    AttackReport.tell(
      "\(Self.flips) bits of journals turned over: \(refused) refused, \(said) reported")
  }
}

extension StoreFolder {
  /// The files as they are once a store has let go of them.
  fileprivate func reopenedCopy(of store: SQLiteLinkStore) throws -> StoreFolder {
    try store.close()
    return self
  }
}
