import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite("ATT-03 · who takes another invite before signing up", .timeLimit(.minutes(60)))
struct SecondThoughtsTests {
  /// Lets Cy follow a link and take it, without an account.
  private func take(_ code: InviteCode, at desk: LinkDesk, on day: Int64) -> AcceptAnswer {
    let link = desk.resolve(code, at: noon(day))
    _ = desk.open(link, by: .cy, isSignedIn: false, at: noon(day))
    return desk.accept(link, by: .cy, hadAccount: false, at: noon(day))
  }

  private func deliverAll(at desk: LinkDesk) -> [PrincipalID] {
    let pushes = desk.pendingPushes(atMost: 9)
    for push in pushes { desk.delivered(push.pair) }
    return pushes.map(\.push.inviter)
  }

  @Test func `the one who is left behind is neither told nor keeps the name`() throws {
    let desk = LinkDesk.desk(.product)
    let anns = try #require(desk.issue(to: .ann))
    let bobs = try #require(desk.issue(to: .bob))
    _ = take(anns, at: desk, on: 0)
    #expect(take(bobs, at: desk, on: 1).rule == "CNF-01")
    #expect(deliverAll(at: desk) == [.bob])
    #expect(desk.store.notices(atMost: 9).isEmpty)
    #expect(desk.store.invite(anns)?.record.invitee == nil)
    #expect(desk.store.invite(bobs)?.record.invitee == .cy)
  }

  @Test(arguments: [true, false])
  func `CNF-49 · once erased they stand in no file`(isTold: Bool) throws {
    let folder = StoreFolder()
    let store = try SQLiteLinkStore(
      in: folder.path, LinkDesk.terms(of: .product), root: .test)
    let desk = LinkDesk.desk(.product, over: store)
    let codes = [try #require(desk.issue(to: .ann)), try #require(desk.issue(to: .bob))]
    for (day, code) in codes.enumerated() {
      let link = desk.resolve(code, at: noon(Int64(day)))
      _ = desk.open(link, by: ErasureTests.invitee, isSignedIn: false, at: noon(Int64(day)))
      _ = desk.accept(link, by: ErasureTests.invitee, hadAccount: false, at: noon(Int64(day)))
      if isTold { #expect(deliverAll(at: desk).count == 1) }
    }
    try desk.commit()
    _ = desk.erase(ErasureTests.invitee, at: noon(2))
    try desk.commit()
    let texts = try Burglar(withKeysOf: folder).texts(in: folder)
    for trace in ErasureTests.traces(of: ErasureTests.invitee, named: "nobody") {
      #expect(!texts.hold(trace))
    }
  }

  @Test func `NOT-10 · an inviter to whom they come back is not told again`() throws {
    var profile = Profile.product
    profile.link.maxAcceptances = nil
    let desk = LinkDesk.desk(profile)
    let anns = try #require(desk.issue(to: .ann))
    let bobs = try #require(desk.issue(to: .bob))
    var told: [PrincipalID] = []
    for (day, code) in [anns, bobs, anns, bobs].enumerated() {
      guard case .accepted = take(code, at: desk, on: Int64(day)) else {
        Issue.record("day \(day): refused")
        continue
      }
      told += deliverAll(at: desk)
    }
    #expect(told == [.ann, .bob])
    #expect(desk.invites(of: .ann, at: noon(3)).view.joined.isEmpty)
    #expect(desk.store.referrals(of: .cy).map(\.kind) == [.overtaken, .credited])
    _ = desk.sweep(at: noon(60))
    #expect(desk.store.referrals(of: .cy).isEmpty)
  }

  @Test func `a push that nobody may get holds up no other`() throws {
    let desk = LinkDesk.desk(.product)
    let bobs = try #require(desk.issue(to: .bob))
    for (guest, day) in [(PrincipalID(rawValue: 8), 0), (PrincipalID(rawValue: 9), 1)] {
      let anns = try #require(desk.issue(to: .ann, key: UInt128(guest.rawValue)))
      _ = desk.accept(
        desk.resolve(anns, at: noon(Int64(day))), by: guest, hadAccount: false, at: noon(Int64(day))
      )
    }
    _ = take(bobs, at: desk, on: 2)
    desk.set(.suspended, of: .ann)
    #expect(desk.pendingPushes(atMost: 1).map(\.push.inviter) == [.bob])
    desk.set(.active, of: .ann)
    #expect(desk.pendingPushes(atMost: 2).map(\.push.inviter) == [.ann, .ann])
  }

  @Test(arguments: ProfileID.allCases, [1, 2, 3, 4] as [UInt64])
  func `whomever they turn to, each inviter hears of each once, and no name stays behind`(
    id: ProfileID, seed: UInt64
  ) throws {
    var profile = Profile(id)
    profile.link.maxAcceptances = nil
    let desk = LinkDesk.desk(profile, seed: seed)
    let codes = try [PrincipalID.ann, .bob, .cy].map { try #require(desk.issue(to: $0)) }
    let milestones: [Milestone] = [.signedUp(name: nil, avatar: nil), .onboardingCompleted]
    var luck = SeededChance(seed: seed)
    var told: Set<Referral.Pair> = []
    for step in 0..<400 {
      let now = noon(0) + .minutes(Int64(step))
      let guest = PrincipalID(rawValue: 100 + luck.next() % 8)
      let link = desk.resolve(codes[Int(luck.next() % 3)], at: now)
      switch luck.next() % 12 {
      case 0: _ = desk.reach(milestones[Int(luck.next() % 2)], guest, at: now)
      case 1, 2:
        for push in desk.pendingPushes(atMost: 1) {
          #expect(told.insert(push.pair).inserted)
          desk.delivered(push.pair)
        }
      case 3...6: _ = desk.open(link, by: guest, isSignedIn: false, at: now)
      default: _ = desk.accept(link, by: guest, hadAccount: false, at: now)
      }
      for notice in desk.store.notices(atMost: 99) { #expect(desk.referral(notice.pair) != nil) }
      for record in codes.compactMap({ desk.store.invite($0)?.record }) {
        guard let invitee = record.invitee else { continue }
        #expect(desk.referral(Referral.Pair(inviter: record.sender, invitee: invitee)) != nil)
      }
    }
    #expect(!told.isEmpty)
  }
}
