import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite("Damage · a bit that turns over is found", .timeLimit(.minutes(60)))
struct DamageTests {
  private let folder = StoreFolder()

  /// What a store answers of people, invites and clicks.
  private struct Answers: Equatable {
    let names: [String?]
    let invites: [[StoredInvite]]
    let clicks: Int

    init(_ store: SQLiteLinkStore) {
      let people = (1...40).map { PrincipalID(rawValue: $0) }
      names = people.map { store.person($0)?.name }
      invites = people.map { store.invites(of: $0) }
      clicks = store.clicks(on: Set(invites.flatMap { $0 }.map(\.record.code))).count
    }
  }

  private func open(_ folder: StoreFolder) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .rin), root: .test)
  }

  private func fill() throws -> Answers {
    let store = try open(folder)
    let desk = LinkDesk.desk(.rin, over: store)
    for person: UInt64 in 1...40 {
      desk.introduce(PrincipalID(rawValue: person), name: "Ann \(person)", avatar: nil)
      let code = try #require(desk.issue(to: PrincipalID(rawValue: person)))
      desk.tap(code, on: UInt32(person), at: noon(0) + .minutes(Int64(person)))
      try desk.commit()
    }
    try store.close()
    return try Answers(open(folder))
  }

  /// How many bits each test turns over: the attack wants many.
  private static let flips =
    ProcessInfo.processInfo.environment["GROWTHLOOP_FLIPS"].flatMap { Int($0) } ?? 60

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
    // Most of the database is rows; most keys wait to be used.
    if name == "store.sqlite" { #expect(refused * 2 > Self.flips, "\(refused)") }
  }
}

extension StoreFolder {
  /// The files as they are once a store has let go of them.
  fileprivate func reopenedCopy(of store: SQLiteLinkStore) throws -> StoreFolder {
    try store.close()
    return self
  }
}
