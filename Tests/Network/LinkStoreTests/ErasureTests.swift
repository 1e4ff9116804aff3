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
    let store = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: profile))
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

  @Test(arguments: ProfileID.allCases, [true, false])
  func `nothing of a person stands in any file once they are erased`(
    profile: ProfileID, isApplied: Bool
  ) throws {
    for (who, name) in [(Self.inviter, "Quillon"), (Self.invitee, "Zebedee")] {
      let folder = StoreFolder()
      let test = ErasureTests(folder: folder)
      let desk = try test.life(Profile(profile))
      // What is to be erased may lie in the journal, in the database, and in the log of either.
      if isApplied { try desk.store.scrub() }
      let traces = Self.traces(of: who, named: name)
      #expect(try traces.contains { try folder.holds($0) })

      #expect(desk.erase(who).wasKnown)
      try desk.commit()
      try desk.store.scrub()
      for trace in traces { #expect(try !folder.holds(trace)) }
      let left = desk.export(who, at: noon(60))
      #expect(left.person == nil && left.invites.isEmpty && left.brought.isEmpty)
      #expect(left.broughtBy.isEmpty && left.openings.isEmpty && left.requests.isEmpty)
      #expect(!desk.erase(who).wasKnown)
      #expect(desk.pendingPushes(atMost: 9).isEmpty)

      try (desk.store as? SQLiteLinkStore)?.close()
      for trace in traces { #expect(try !folder.holds(trace)) }
    }
  }

  @Test(arguments: [ProfileID.rin, .product], [true, false])
  func `what a phone told goes with the one whom it brought, or with the link`(
    profile: ProfileID, isApplied: Bool
  ) throws {
    let desk = try life(Profile(profile))
    let guest = PrincipalID(rawValue: 9)
    var phone = DeviceSignals.phone(2)
    phone[.address] = 0xD06F_00D5
    let code = try #require(desk.store.invites(of: Self.inviter).first?.record.code)
    _ = desk.tap(desk.resolve(code, at: noon(1)), by: .browser(.iOS), device: phone, at: noon(1))
    _ = desk.resolveDeferred(
      FirstLaunch(by: guest, on: phone, installedAt: noon(1), launchedAt: noon(1)), at: noon(1))
    try desk.commit()
    if isApplied { try desk.store.scrub() }
    var address = ByteWriter()
    address.put(phone[.address])
    #expect(try folder.holds(address.bytes))

    // Under the product's rules nothing is kept of the link of one who is gone.
    _ = desk.erase(profile == .rin ? guest : Self.inviter)
    try desk.commit()
    try desk.store.scrub()
    #expect(try !folder.holds(address.bytes))
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
    _ = desk.erase(Self.inviter)
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
    #expect(desk.erase(Self.inviter).rule == "CNF-49")
    #expect(desk.resolve(code, at: noon(2)).standing == .unknown)
  }

  @Test func `under rin an inviter keeps the count of one who went, and not the name`() throws {
    let desk = try life(.rin)
    _ = desk.erase(Self.invitee)
    let report = desk.invites(of: Self.inviter, at: noon(2))
    #expect(report.view.count(of: .completed) == 1)
    #expect(report.view.joined.map(\.name) == [nil])
    #expect(report.view.joined.first?.invitee != Self.invitee)
  }
}
