import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("ATT-03 · who takes another invite before signing up", .timeLimit(.minutes(60)))
struct SecondThoughtsTests {
  /// Lets Cy follow a link and take it, without an account.
  private func take(_ code: InviteCode, at engine: LinkEngine, on day: Int64) -> AcceptAnswer {
    let link = engine.resolve(code, at: noon(day))
    _ = engine.open(link, by: .cy, isSignedIn: false, at: noon(day))
    return engine.accept(link, by: .cy, hadAccount: false, at: noon(day))
  }

  private func deliverAll(at engine: LinkEngine) -> [PrincipalID] {
    let pushes = engine.pendingPushes(at: noon(3), atMost: 9)
    for push in pushes { engine.delivered(push.pair, at: noon(0)) }
    return pushes.map(\.push.inviter)
  }

  @Test func `the former inviter is not notified, and loses the name`() throws {
    let engine = LinkEngine.engine(.product)
    let anns = try #require(engine.issue(to: .ann))
    let bobs = try #require(engine.issue(to: .bob))
    _ = take(anns, at: engine, on: 0)
    #expect(take(bobs, at: engine, on: 1).rule == "CNF-01")
    #expect(deliverAll(at: engine) == [.bob])
    #expect(engine.store.notices(atMost: 9).isEmpty)
    #expect(engine.store.invite(anns)?.record.invitee == nil)
    #expect(engine.store.invite(bobs)?.record.invitee == .cy)
  }

  @Test(arguments: [true, false])
  func `CNF-49 · once erased they stand in no file`(isTold: Bool) throws {
    let folder = StoreFolder()
    let store = try SQLiteLinkStore(
      in: folder.path, LinkEngine.terms(of: .product), root: .test)
    let engine = LinkEngine.engine(.product, over: store)
    let codes = [try #require(engine.issue(to: .ann)), try #require(engine.issue(to: .bob))]
    for (day, code) in codes.enumerated() {
      let link = engine.resolve(code, at: noon(Int64(day)))
      _ = engine.open(link, by: ErasureTests.invitee, isSignedIn: false, at: noon(Int64(day)))
      _ = engine.accept(link, by: ErasureTests.invitee, hadAccount: false, at: noon(Int64(day)))
      if isTold { #expect(deliverAll(at: engine).count == 1) }
    }
    try engine.commit()
    _ = engine.erase(ErasureTests.invitee, at: noon(2))
    try engine.commit()
    let texts = try Burglar(withKeysOf: folder).texts(in: folder)
    for trace in ErasureTests.traces(of: ErasureTests.invitee, named: "no name") {
      #expect(!texts.hold(trace))
    }
  }

  @Test func `NOT-10 · an inviter to whom they come back is not notified again`() throws {
    var profile = Profile.product
    profile.link.maxAcceptances = nil
    let engine = LinkEngine.engine(profile)
    let anns = try #require(engine.issue(to: .ann))
    let bobs = try #require(engine.issue(to: .bob))
    var told: [PrincipalID] = []
    for (day, code) in [anns, bobs, anns, bobs].enumerated() {
      guard case .accepted = take(code, at: engine, on: Int64(day)) else {
        Issue.record("day \(day): refused")
        continue
      }
      told += deliverAll(at: engine)
    }
    #expect(told == [.ann, .bob])
    #expect(engine.invites(of: .ann, zone: .utc, at: noon(3)).view.joined.isEmpty)
    #expect(engine.store.referrals(of: .cy).map(\.kind) == [.overtaken, .credited])
    _ = engine.sweep(at: noon(60))
    #expect(engine.store.referrals(of: .cy).isEmpty)
  }

  @Test func `a push that no recipient may get blocks no other`() throws {
    let engine = LinkEngine.engine(.product)
    let bobs = try #require(engine.issue(to: .bob))
    for (guest, day) in [(PrincipalID(rawValue: 8), 0), (PrincipalID(rawValue: 9), 1)] {
      let anns = try #require(engine.issue(to: .ann, key: UInt128(guest.rawValue)))
      _ = engine.accept(
        engine.resolve(anns, at: noon(Int64(day))), by: guest, hadAccount: false,
        at: noon(Int64(day))
      )
    }
    _ = take(bobs, at: engine, on: 2)
    engine.set(.suspended, of: .ann)
    #expect(engine.pendingPushes(at: noon(3), atMost: 1).map(\.push.inviter) == [.bob])
    engine.set(.active, of: .ann)
    #expect(engine.pendingPushes(at: noon(3), atMost: 2).map(\.push.inviter) == [.ann, .ann])
  }

  @Test func `PRV-12 · no push waits about an install whose record has expired, swept or not`()
    throws
  {
    let engine = LinkEngine.engine(.design)
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    _ = engine.launch(by: .bob, on: 1, at: noon(1))
    _ = engine.reach(.signedUp(name: "Bob", avatar: nil), .bob, at: noon(1))
    #expect(engine.pendingPushes(at: noon(8), atMost: 9).map(\.push.inviter) == [.ann])
    #expect(engine.pendingPushes(at: noon(9), atMost: 9).isEmpty)
    // Onboarding that was completed in time keeps it.
    _ = engine.reach(.onboardingCompleted, .bob, at: noon(8))
    #expect(engine.pendingPushes(at: noon(9), atMost: 9).map(\.push.inviter) == [.ann])
  }

  @Test(arguments: ProfileID.allCases, [1, 2, 3, 4] as [UInt64])
  func `for each change of inviter, each is notified once, and no name stays behind`(
    id: ProfileID, seed: UInt64
  ) throws {
    var profile = Profile(id)
    profile.link.maxAcceptances = nil
    let engine = LinkEngine.engine(profile, seed: seed)
    let codes = try [PrincipalID.ann, .bob, .cy].map { try #require(engine.issue(to: $0)) }
    let milestones: [Milestone] = [.signedUp(name: nil, avatar: nil), .onboardingCompleted]
    var luck = SeededChance(seed: seed)
    var told: Set<Referral.Pair> = []
    for step in 0..<400 {
      let now = noon(0) + .minutes(Int64(step))
      let guest = PrincipalID(rawValue: 100 + luck.next() % 8)
      let link = engine.resolve(codes[Int(luck.next() % 3)], at: now)
      switch luck.next() % 12 {
      case 0: _ = engine.reach(milestones[Int(luck.next() % 2)], guest, at: now)
      case 1, 2:
        for push in engine.pendingPushes(at: now, atMost: 1) {
          #expect(told.insert(push.pair).inserted)
          engine.delivered(push.pair, at: noon(0))
        }
      case 3...6: _ = engine.open(link, by: guest, isSignedIn: false, at: now)
      default: _ = engine.accept(link, by: guest, hadAccount: false, at: now)
      }
      for notice in engine.store.notices(atMost: 99) {
        #expect(engine.store.referral(notice.pair) != nil)
      }
      for record in codes.compactMap({ engine.store.invite($0)?.record }) {
        guard let invitee = record.invitee else { continue }
        #expect(
          engine.store.referral(Referral.Pair(inviter: record.sender, invitee: invitee)) != nil)
      }
    }
    #expect(!told.isEmpty)
  }
}
