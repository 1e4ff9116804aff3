import Attribution
import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

/// A random history of a store, with the deletions in it.
private struct DeletingHistory {
  enum Deletion {
    case user(PrincipalID, Instant)
    case notice(PrincipalID, Instant)
  }

  let profile: Profile
  let engine: LinkEngine
  var luck: SeededChance
  var now = noon(0)
  var codes: [InviteCode] = []
  var gone: Set<PrincipalID> = []
  var deletions: [Deletion] = []

  init(_ profile: Profile, in folder: StoreFolder, seed: UInt64) throws {
    self.profile = profile
    luck = SeededChance(seed: seed)
    engine = .engine(
      profile,
      over: try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: profile), root: .test),
      seed: seed)
  }

  private mutating func below(_ bound: UInt64) -> UInt64 { luck.next() % bound }

  /// An inviter, or one who comes with a phone of that number.
  private mutating func somebody(_ first: UInt64, _ count: UInt64) -> PrincipalID? {
    let person = PrincipalID(rawValue: first + below(count))
    return gone.contains(person) ? nil : person
  }

  mutating func step() throws {
    now = now + .minutes(Int64(below(50)))
    switch below(12) {
    case 0, 1:
      guard let sender = somebody(1, 8) else { return }
      engine.introduce(sender, name: "Ann \(sender.rawValue)", avatar: nil)
      if let code = engine.issue(to: sender, key: UInt128(luck.next()), at: now) {
        codes.append(code)
      }
    case 2, 3, 4:
      guard let code = codes.randomElement(using: &luck) else { return }
      engine.tap(code, on: UInt32(100 + below(40)), at: now)
    case 5, 6:
      guard let guest = somebody(100, 40) else { return }
      _ = engine.launch(by: guest, on: UInt32(guest.rawValue), at: now)
    case 7:
      guard let guest = somebody(100, 40), let code = codes.randomElement(using: &luck) else {
        return
      }
      _ = engine.open(engine.resolve(code, at: now), by: guest, isSignedIn: false, at: now)
    case 8, 9:
      guard let guest = somebody(100, 40), let code = engine.store.referrals(of: guest).first?.code
      else { return }
      _ = engine.accept(engine.resolve(code, at: now), by: guest, hadAccount: false, at: now)
      _ = engine.reach(.signedUp(name: "Bob \(guest.rawValue)", avatar: nil), guest, at: now)
      if below(2) == 0 { _ = engine.reach(.onboardingCompleted, guest, at: now) }
    case 10:
      guard let address = EmailAddress("a\(below(9))@example.org") else { return }
      if below(3) > 0 { return engine.keep(address, at: now) }
      guard let notice = engine.store.emailNotice(to: address.text) else { return }
      deletions.append(.notice(notice.id, now))
      engine.withdraw(address, at: now)
    default:
      guard let person = below(2) == 0 ? somebody(1, 8) : somebody(100, 40) else { return }
      gone.insert(person)
      deletions.append(.user(person, now))
      _ = engine.erase(person, at: now)
    }
    try engine.commit()
  }
}

/// All that a store has.
private struct StoreState: Equatable {
  var invites: [StoredInvite]
  var people: [PrincipalID: Person]
  var referrals: [Referral.Pair: Referral]
  var openings: [[Opening]]
  var requests: [AnsweredRequest.Name: AnsweredRequest]
  var notices: [Referral.Pair: Notice]
  var emails: [EmailNotice]
  var clicks: [ClickFootprint]
  var nextSequence: UInt64
  var erased: Set<UInt64>

  init(_ store: SQLiteLinkStore, _ codes: [InviteCode]) {
    let relations = store.relations
    invites = codes.compactMap { store.invite($0) }
    people = relations.people
    referrals = relations.referrals
    openings = store.ring.people.sorted().map { store.openings(by: $0) }.filter { !$0.isEmpty }
    requests = relations.requests
    notices = relations.notices
    emails = store.emailNotices(before: noon(9_999), atMost: .max).sorted { $0.id < $1.id }
    clicks = relations.clicks.clicks(numbered: 0...UInt64.max)
    nextSequence = relations.nextSequence
    erased = relations.erased
  }
}

@Suite("Restore · the copy, as if the later deletions had happened to it", .timeLimit(.minutes(60)))
struct RestoreTests {
  let folder = StoreFolder()
  let shelf = StoreFolder()

  private var data: String { "\(shelf.path)/data" }
  private var keys: String { "\(shelf.path)/keys" }
  private var restored: String { "\(shelf.path)/restored" }

  private func open(_ path: String, _ profile: Profile) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: path, LinkEngine.terms(of: profile), root: .test)
  }

  private func copy() throws {
    _ = try StoreBackup.copy(of: folder.path, to: data, keys: keys, root: .test, at: noon(0))
  }

  private func restore(lateKeys: Bool = false, seed: UInt64 = 1) throws -> StoreRestore.Report {
    try StoreRestore.restore(
      data, keys: keys, ledger: folder.files.ledger, to: restored, root: .test, at: noon(9),
      lateKeys: lateKeys, chance: SeededChance(seed: seed))
  }

  @Test(arguments: ProfileID.allCases, [1, 2, 3, 4] as [UInt64])
  func `P-PRV-07 · CNF-49 · a restore has what the copy has once the engine deleted the same users`(
    profile: ProfileID, seed: UInt64
  ) throws {
    let profile = Profile(profile)
    var history = try DeletingHistory(profile, in: folder, seed: seed)
    for _ in 0..<(200 + history.luck.next() % 200) { try history.step() }
    try copy()
    let before = try folder.copy()
    let (codes, first) = (history.codes, history.deletions.count)
    for _ in 0..<300 { try history.step() }

    let report = try restore(seed: seed)
    let model = try open(before.path, profile)
    let engine = LinkEngine.engine(profile, over: model, seed: seed)
    var again = 0
    for deletion in history.deletions[first...] {
      switch deletion {
      case .user(let person, let moment):
        if model.ring.place(of: person) != nil {
          _ = engine.erase(person, at: moment)
          again += 1
        } else {
          model.write(.erased(person, at: moment, .erased))
        }
      case .notice(let id, let moment):
        if model.emailNotice(id) != nil { again += 1 }
        model.write(.emailGone(id))
        model.write(.erased(id, at: moment, .erased))
      }
      try engine.commit()
    }
    #expect(again > 0)
    #expect(report.deletedAgain == again && report.rowsLeftOut == 0)
    let store = try open(restored, profile)
    #expect(StoreState(store, codes) == StoreState(model, codes))
    try store.close()
    #expect(try StoreCheck.check(restored, root: .test).damages == [])
  }

  @Test func `RES-08 · an inviter keeps the invite, and others their clicks of that hour`() throws {
    let engine = LinkEngine.engine(.rin, over: try open(folder.path, .rin))
    engine.introduce(.ann, name: "Ann", avatar: nil)
    let code = try #require(engine.issue(to: .ann))
    for phone: UInt32 in 2...4 { engine.tap(code, on: phone, at: noon(0)) }
    _ = engine.launch(by: .bob, on: 2, at: noon(1))
    _ = engine.accept(
      engine.resolve(code, at: noon(1)), by: .bob, hadAccount: false, at: noon(1))
    try engine.commit()
    try copy()
    _ = engine.erase(.bob, at: noon(1))
    try engine.commit()
    #expect(try restore().deletedAgain == 1)
    let store = try open(restored, .rin)
    let again = LinkEngine.engine(.rin, over: store)
    #expect(store.invite(code)?.record.sender == .ann)
    #expect(store.invite(code)?.record.invitee != .bob)
    #expect(store.clicks(on: [code]).count == 2, "the click of the one who went is erased")
    #expect(again.launch(by: .cy, on: 3, at: noon(1)).outcome == .credited)
  }

  @Test func `keys that were copied after a deletion that the data lacks are refused, unless told`()
    throws
  {
    let engine = LinkEngine.engine(.rin, over: try open(folder.path, .rin))
    for person in [PrincipalID.ann, .bob] {
      engine.introduce(person, name: "Ann", avatar: nil)
      _ = engine.issue(to: person)
    }
    try engine.commit()
    _ = try StoreBackup.copyData(of: folder.path, to: data)
    _ = engine.erase(.bob, at: noon(0))
    try engine.commit()
    _ = try StoreBackup.copyKeys(of: folder.path, to: keys, root: .test, at: noon(0))
    #expect { try restore() } throws: { error in
      if case .unfit(let path, let finding) = error as? StoreError {
        path == keys && finding.contains("copied after 1 deletions that the data lacks")
      } else {
        false
      }
    }
    #expect(!FileManager.default.fileExists(atPath: restored))
    #expect(try restore(lateKeys: true).rowsLeftOut == 3)
    let store = try open(restored, .rin)
    #expect(store.person(.ann) != nil && store.person(.bob) == nil && store.isErased(.bob))
  }

  @Test func `a ledger that is cut, has a bit turned over, or is older than the copy is refused`()
    throws
  {
    let engine = LinkEngine.engine(.rin, over: try open(folder.path, .rin))
    for person: UInt64 in 1...9 {
      engine.introduce(PrincipalID(rawValue: person), name: "Ann", avatar: nil)
    }
    try engine.commit()
    let early = folder.bytes(of: DeletionLedger.name)
    _ = engine.erase(PrincipalID(rawValue: 1), at: noon(0))
    try engine.commit()
    try copy()
    for person: UInt64 in 2...5 {
      _ = engine.erase(PrincipalID(rawValue: person), at: noon(0))
      try engine.commit()
    }
    let bytes = folder.bytes(of: DeletionLedger.name)
    let end = 8 + 6 * 32
    var damaged = (0..<end).map { Array(bytes[..<$0]) } + [early]
    for byte in 0..<end {
      damaged.append(bytes)
      damaged[damaged.count - 1][byte] ^= 1 << UInt8(byte % 8)
    }
    for bytes in damaged {
      try folder.write(bytes, to: DeletionLedger.name)
      #expect(throws: StoreError.self) { try restore() }
    }
    try folder.write(bytes, to: DeletionLedger.name)
    #expect(try restore().deletedAgain == 4)
  }
}
