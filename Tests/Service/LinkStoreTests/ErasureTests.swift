import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("CNF-49 · a deleted account leaves no trace", .timeLimit(.minutes(60)))
struct ErasureTests {
  let folder: StoreFolder
  /// Ids and names that stand nowhere by accident.
  static let inviter = PrincipalID(rawValue: 0x5EC2_E7A1_D00D_F00D)
  static let invitee = PrincipalID(rawValue: 0x3B1D_9F77_C0FF_EE11)

  init() { self.init(folder: StoreFolder()) }
  init(folder: StoreFolder) { self.folder = folder }

  static func traces(of principal: PrincipalID, named name: String) -> [[UInt8]] {
    var writer = FixedWidthWriter()
    writer.put(principal.rawValue)
    let packed = writer.bytes
    return [
      packed, packed.reversed(), Array("\(principal.rawValue)".utf8),
      Array(OpaqueID(principal).text.utf8), Array(name.utf8),
    ]
  }

  /// A store in which both have done all they can.
  func life(_ profile: Profile) throws -> LinkEngine {
    let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: profile), root: .test)
    let engine = LinkEngine.engine(profile, over: store)
    engine.introduce(Self.inviter, name: "Quillon Ashgrove", avatar: nil)
    let code = try #require(engine.issue(to: Self.inviter))
    engine.tap(code, on: 1, at: noon(0))
    _ = engine.open(
      engine.resolve(code, at: noon(0)), by: Self.invitee, isSignedIn: false, at: noon(0))
    _ = engine.launch(by: Self.invitee, on: 1, at: noon(1))
    _ = engine.accept(
      engine.resolve(code, at: noon(1)), by: Self.invitee, hadAccount: false, at: noon(1))
    _ = engine.reach(.signedUp(name: "Zebedee Thornquist", avatar: nil), Self.invitee, at: noon(1))
    _ = engine.reach(.onboardingCompleted, Self.invitee, at: noon(1))
    try engine.commit()
    return engine
  }

  /// The store as a later process finds it.
  func reopened(_ engine: LinkEngine, _ profile: Profile) throws -> LinkEngine {
    try (engine.store as? SQLiteLinkStore)?.close()
    return LinkEngine.engine(
      profile,
      over: try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: profile), root: .test))
  }

  @Test(arguments: ProfileID.allCases, [true, false])
  func `nothing of an erased person can be read, with the root secret or without`(
    profile: ProfileID, isApplied: Bool
  ) throws {
    for (who, name) in [(Self.inviter, "Quillon"), (Self.invitee, "Zebedee")] {
      let test = ErasureTests(folder: StoreFolder())
      let folder = test.folder
      var engine = try test.life(Profile(profile))
      // What is to be erased may lie in the journal, or in the database and its log.
      if isApplied { engine = try test.reopened(engine, Profile(profile)) }
      let traces = Self.traces(of: who, named: name)
      let before = try folder.copy()
      let texts = try Burglar(withKeysOf: before).texts(in: before)
      #expect(traces.contains { texts.hold($0) })

      #expect(engine.erase(who, at: noon(2)).wasKnown)
      try engine.commit()
      let burglar = try Burglar(withKeysOf: folder)
      for trace in traces {
        // Neither in the files, nor in an earlier copy.
        #expect(try !folder.holds(trace) && !before.holds(trace))
        #expect(try !burglar.texts(in: folder).hold(trace))
        #expect(try !burglar.texts(in: before).hold(trace))
      }
      let left = engine.export(who, at: noon(60))
      #expect(left.person == nil && left.invites.isEmpty && left.brought.isEmpty)
      #expect(left.broughtBy.isEmpty && engine.store.openings(by: who).isEmpty)
      #expect(engine.store.requests(of: who).isEmpty)
      #expect(engine.store.isErased(who))
      #expect(!engine.erase(who, at: noon(2)).wasKnown)
      #expect(engine.pendingPushes(at: noon(3), atMost: 9).isEmpty)

      engine = try test.reopened(engine, Profile(profile))
      #expect(engine.store.isErased(who))
      #expect(engine.store.person(who) == nil)
      let later = try Burglar(withKeysOf: folder).texts(in: folder)
      for trace in traces { #expect(!later.hold(trace)) }
    }
  }

  @Test(arguments: [true, false])
  func `the signals of a phone go with its invitee, and with no other`(
    isApplied: Bool
  ) throws {
    var engine = try life(.rin)
    let guest = PrincipalID(rawValue: 9)
    let code = try #require(engine.store.invites(of: Self.inviter).first?.record.code)
    for phone: UInt32 in 2...9 { engine.tap(code, on: phone, at: noon(1)) }
    _ = engine.launch(by: guest, on: 5, at: noon(1))
    try engine.commit()
    if isApplied { engine = try reopened(engine, .rin) }
    let before = try folder.copy()
    var burglar = try Burglar(withKeysOf: folder)
    func phones(_ folder: StoreFolder) throws -> [UInt32] {
      try burglar.clicks(in: folder).filter { $0.at == noon(1) && !$0.isErased }
        .map { $0.signals[.address] }
    }
    let all = (2...9 as ClosedRange<UInt32>).map { DeviceSignals.phone($0)[.address] }
    #expect(try phones(before) == all)

    _ = engine.erase(guest, at: noon(2))
    try engine.commit()
    burglar = try Burglar(withKeysOf: folder)
    // The key of that hour is gone, and with it the copy.
    #expect(try phones(before).isEmpty)
    engine = try reopened(engine, .rin)
    #expect(try phones(folder) == all.filter { $0 != DeviceSignals.phone(5)[.address] })
    // The clicks of others still bring those who tapped.
    #expect(engine.launch(by: .cy, on: 6, at: noon(2)).outcome == .credited)
  }

  @Test func `one whose install was swept is named by no record`() throws {
    let engine = LinkEngine.engine(.product)
    let code = try #require(engine.issue(to: .ann))
    let link = engine.resolve(code, at: noon(0))
    _ = engine.accept(link, by: .bob, hadAccount: false, at: noon(0))
    #expect(engine.store.invite(code)?.record.invitee == .bob)
    #expect(engine.sweep(at: noon(8)).incompleteInstalls == 1)
    #expect(engine.store.invite(code)?.record.invitee == nil)
    #expect(engine.store.invite(code)?.record.lifecycle.acceptances == 1)
  }

  @Test func `under rin the link of a deleted inviter leads on, and names no user`() throws {
    let engine = try life(.rin)
    let code = try #require(engine.store.invites(of: Self.inviter).first?.record.code)
    _ = engine.erase(Self.inviter, at: noon(2))
    engine.tap(code, on: 2, at: noon(2))
    let answer = engine.launch(by: .cy, on: 2, at: noon(2))
    #expect(answer.outcome == .recordedOnly)
    #expect(answer.rule == "ATT-08")
    #expect(answer.context == nil)
    #expect(engine.lookUp(engine.resolve(code, at: noon(2))).rule == "LNK-12")
  }

  @Test func `under product the link of a deleted inviter is unknown`() throws {
    let engine = try life(.product)
    let code = try #require(engine.store.invites(of: Self.inviter).first?.record.code)
    #expect(engine.erase(Self.inviter, at: noon(2)).rule == "CNF-49")
    #expect(engine.resolve(code, at: noon(2)).standing == .unknown)
  }

  @Test func `under rin an inviter keeps the count of one who went, and not the name`() throws {
    let engine = try life(.rin)
    _ = engine.erase(Self.invitee, at: noon(2))
    let report = engine.invites(of: Self.inviter, zone: .utc, at: noon(2))
    #expect(report.view.count(of: .completed) == 1)
    #expect(report.view.joined.map(\.name) == [nil])
    #expect(report.view.joined.first?.invitee != Self.invitee)
  }
}
