import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite("CNF-49 · a deleted account leaves no trace", .timeLimit(.minutes(60)))
struct ErasureTests {
  let folder: StoreFolder
  /// Ids and names that stand nowhere by accident.
  static let inviter = PrincipalID(rawValue: 0x5EC2_E7A1_D00D_F00D)
  static let invitee = PrincipalID(rawValue: 0x3B1D_9F77_C0FF_EE11)

  init() { self.init(folder: StoreFolder()) }
  init(folder: StoreFolder) { self.folder = folder }

  static func traces(of principal: PrincipalID, named name: String) -> [[UInt8]] {
    var writer = ByteWriter()
    writer.put(principal.rawValue)
    let packed = writer.bytes
    return [
      packed, packed.reversed(), Array("\(principal.rawValue)".utf8),
      Array(OpaqueID(principal).text.utf8), Array(name.utf8),
    ]
  }

  /// A store in which both have done all they can.
  func life(_ profile: Profile) throws -> LinkDesk {
    let store = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: profile), root: .test)
    let desk = LinkDesk.desk(profile, over: store)
    desk.introduce(Self.inviter, name: "Quillon Ashgrove", avatar: nil)
    let code = try #require(desk.issue(to: Self.inviter))
    desk.tap(code, on: 1, at: noon(0))
    _ = desk.open(desk.resolve(code, at: noon(0)), by: Self.invitee, isSignedIn: false, at: noon(0))
    _ = desk.launch(by: Self.invitee, on: 1, at: noon(1))
    _ = desk.accept(
      desk.resolve(code, at: noon(1)), by: Self.invitee, hadAccount: false, at: noon(1))
    _ = desk.reach(.signedUp(name: "Zebedee Thornquist", avatar: nil), Self.invitee, at: noon(1))
    _ = desk.reach(.onboardingCompleted, Self.invitee, at: noon(1))
    try desk.commit()
    return desk
  }

  /// The store as a later process finds it.
  func reopened(_ desk: LinkDesk, _ profile: Profile) throws -> LinkDesk {
    try (desk.store as? SQLiteLinkStore)?.close()
    return LinkDesk.desk(
      profile,
      over: try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: profile), root: .test))
  }

  @Test(arguments: ProfileID.allCases, [true, false])
  func `once they are erased nobody reads anything of a person, with the root secret or without`(
    profile: ProfileID, isApplied: Bool
  ) throws {
    for (who, name) in [(Self.inviter, "Quillon"), (Self.invitee, "Zebedee")] {
      let test = ErasureTests(folder: StoreFolder())
      let folder = test.folder
      var desk = try test.life(Profile(profile))
      // What is to be erased may lie in the journal, or in the database and its log.
      if isApplied { desk = try test.reopened(desk, Profile(profile)) }
      let traces = Self.traces(of: who, named: name)
      let before = try folder.copy()
      let texts = try Burglar(withKeysOf: before).texts(in: before)
      #expect(traces.contains { texts.hold($0) })

      #expect(desk.erase(who, at: noon(2)).wasKnown)
      try desk.commit()
      let burglar = try Burglar(withKeysOf: folder)
      for trace in traces {
        // Neither in the files, nor in a copy that somebody made before.
        #expect(try !folder.holds(trace) && !before.holds(trace))
        #expect(try !burglar.texts(in: folder).hold(trace))
        #expect(try !burglar.texts(in: before).hold(trace))
      }
      let left = desk.export(who, at: noon(60))
      #expect(left.person == nil && left.invites.isEmpty && left.brought.isEmpty)
      #expect(left.broughtBy.isEmpty && left.openings.isEmpty && left.requests.isEmpty)
      #expect(desk.store.isErased(who))
      #expect(!desk.erase(who, at: noon(2)).wasKnown)
      #expect(desk.pendingPushes(atMost: 9).isEmpty)

      desk = try test.reopened(desk, Profile(profile))
      #expect(desk.store.isErased(who))
      #expect(desk.store.person(who) == nil)
      let later = try Burglar(withKeysOf: folder).texts(in: folder)
      for trace in traces { #expect(!later.hold(trace)) }
    }
  }

  @Test(arguments: [true, false])
  func `what a phone told goes with the one whom it brought, and with nobody else`(
    isApplied: Bool
  ) throws {
    var desk = try life(.rin)
    let guest = PrincipalID(rawValue: 9)
    let code = try #require(desk.store.invites(of: Self.inviter).first?.record.code)
    for phone: UInt32 in 2...9 { desk.tap(code, on: phone, at: noon(1)) }
    _ = desk.launch(by: guest, on: 5, at: noon(1))
    try desk.commit()
    if isApplied { desk = try reopened(desk, .rin) }
    let before = try folder.copy()
    var burglar = try Burglar(withKeysOf: folder)
    func phones(_ folder: StoreFolder) throws -> [UInt32] {
      try burglar.clicks(in: folder).filter { $0.at == noon(1) && !$0.isErased }
        .map { $0.signals[.address] }
    }
    let all = (2...9 as ClosedRange<UInt32>).map { DeviceSignals.phone($0)[.address] }
    #expect(try phones(before) == all)

    _ = desk.erase(guest, at: noon(2))
    try desk.commit()
    burglar = try Burglar(withKeysOf: folder)
    // The key of that hour is gone, and with it the copy.
    #expect(try phones(before).isEmpty)
    desk = try reopened(desk, .rin)
    #expect(try phones(folder) == all.filter { $0 != DeviceSignals.phone(5)[.address] })
    // The clicks of others still bring those who tapped.
    #expect(desk.launch(by: .cy, on: 6, at: noon(2)).outcome == .credited)
  }

  @Test func `one whose install was swept is named by no record`() throws {
    let desk = LinkDesk.desk(.product)
    let code = try #require(desk.issue(to: .ann))
    let link = desk.resolve(code, at: noon(0))
    _ = desk.accept(link, by: .bob, hadAccount: false, at: noon(0))
    #expect(desk.store.invite(code)?.record.invitee == .bob)
    #expect(desk.sweep(at: noon(8)).incompleteInstalls == 1)
    #expect(desk.store.invite(code)?.record.invitee == nil)
    #expect(desk.store.invite(code)?.record.lifecycle.acceptances == 1)
  }

  @Test func `under rin the link of a deleted inviter leads on, and names nobody`() throws {
    let desk = try life(.rin)
    let code = try #require(desk.store.invites(of: Self.inviter).first?.record.code)
    _ = desk.erase(Self.inviter, at: noon(2))
    desk.tap(code, on: 2, at: noon(2))
    let answer = desk.launch(by: .cy, on: 2, at: noon(2))
    #expect(answer.outcome == .recordedOnly)
    #expect(answer.rule == "ATT-08")
    #expect(answer.context == nil)
    #expect(desk.lookUp(desk.resolve(code, at: noon(2))).rule == "LNK-12")
  }

  @Test func `under product the link of a deleted inviter is unknown`() throws {
    let desk = try life(.product)
    let code = try #require(desk.store.invites(of: Self.inviter).first?.record.code)
    #expect(desk.erase(Self.inviter, at: noon(2)).rule == "CNF-49")
    #expect(desk.resolve(code, at: noon(2)).standing == .unknown)
  }

  @Test func `under rin an inviter keeps the count of one who went, and not the name`() throws {
    let desk = try life(.rin)
    _ = desk.erase(Self.invitee, at: noon(2))
    let report = desk.invites(of: Self.inviter, at: noon(2))
    #expect(report.view.count(of: .completed) == 1)
    #expect(report.view.joined.map(\.name) == [nil])
    #expect(report.view.joined.first?.invitee != Self.invitee)
  }
}
