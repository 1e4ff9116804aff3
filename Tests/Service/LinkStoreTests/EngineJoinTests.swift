import Attribution
import Invites
import GrowthloopLinkStore
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("From a tap to a friend · through the engine", .timeLimit(.minutes(60)))
struct EngineJoinTests {
  @Test func `RES-07 · rin finds the click, connects at sign-up, notifies at home`() throws {
    let engine = LinkEngine.engine(.rin)
    engine.introduce(.ann, name: "Ann", avatar: nil)
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    let found = engine.launch(by: .bob, on: 1, at: noon(7))
    #expect(found.rule == "ATT-03")
    #expect(found.context?.inviterName == "Ann")
    #expect(found.daysSinceClick == 7)
    // Asked again, as after an answer that was lost, it says the same.
    #expect(engine.launch(by: .bob, on: 1, at: noon(7)).context == found.context)

    let joined = engine.reach(.signedUp(name: "Bob", avatar: nil), .bob, at: noon(8))
    #expect(joined.connection == .connect(in: .contacts))
    #expect(joined.notification == NotificationDecision.none(because: .notTheMoment))
    #expect(engine.pendingPushes(at: noon(3), atMost: 9).isEmpty)
    _ = engine.reach(.onboardingCompleted, .bob, at: noon(9))
    let push = try #require(engine.pendingPushes(at: noon(3), atMost: 9).first)
    #expect(push.push.text == "Bob joined Rin from your invite.")

    let report = engine.invites(of: .ann, zone: .utc, at: noon(9))
    #expect(report.view.count(of: .installed) == 1)
    #expect(report.view.joined.map(\.name) == ["Bob"])
    #expect(report.dashboard?.figures == .init(sent: 0, installed: 1, completed: 1))
  }

  @Test func `NOT-10 · an inviter is notified once of each invitee`() throws {
    let engine = LinkEngine.engine(.rin)
    engine.tap(try #require(engine.issue(to: .ann)), on: 1, at: noon(0))
    _ = engine.launch(by: .bob, on: 1, at: noon(0))
    for _ in 0..<3 {
      _ = engine.reach(.signedUp(name: nil, avatar: nil), .bob, at: noon(0))
      _ = engine.reach(.onboardingCompleted, .bob, at: noon(0))
    }
    let pushes = engine.pendingPushes(at: noon(3), atMost: 9)
    #expect(pushes.count == 1)
    // Until it is confirmed it is handed out again, under the same name.
    #expect(engine.pendingPushes(at: noon(3), atMost: 9) == pushes)
    engine.delivered(pushes[0].pair, at: noon(0))
    _ = engine.reach(.onboardingCompleted, .bob, at: noon(1))
    #expect(engine.pendingPushes(at: noon(3), atMost: 9).isEmpty)
  }

  @Test func `P-INV-15 · of two hundred who race for a single-use invite exactly one wins`() throws
  {
    let engine = LinkEngine.engine(.product)
    let code = try #require(engine.issue(to: .ann))
    let racers = (100..<300).map { PrincipalID(rawValue: $0) }
    // All open it before one accepts it, and all get the same answer.
    let link = engine.resolve(code, at: noon(0))
    for racer in racers { _ = engine.open(link, by: racer, isSignedIn: false, at: noon(0)) }
    let answers = racers.map { engine.accept(link, by: $0, hadAccount: false, at: noon(1)) }
    let won = answers.filter { if case .accepted = $0 { true } else { false } }
    #expect(won.count == 1)
    #expect(answers.count { $0 == .refused(because: .exhausted, rule: "P-INV-15") } == 199)
    #expect(engine.store.invite(code)?.record.lifecycle.acceptances == 1)
    // The winner may repeat the call, and gets that answer.
    let again = engine.accept(link, by: racers[0], hadAccount: false, at: noon(2))
    if case .again = again {} else { Issue.record("\(again) is not the answer of a winner") }
  }

  @Test func `P-INV-15 · a second match to a single-use invite earns its sender nothing`() throws {
    let engine = LinkEngine.engine(.product)
    let code = try #require(engine.issue(to: .ann))
    for phone: UInt32 in [1, 2] { engine.tap(code, on: phone, at: noon(0)) }
    for (person, phone) in [(PrincipalID.bob, 1), (.cy, 2)] as [(PrincipalID, UInt32)] {
      #expect(engine.launch(by: person, on: phone, at: noon(0)).outcome == .credited)
    }
    let link = engine.resolve(code, at: noon(1))
    _ = engine.accept(link, by: .bob, hadAccount: false, at: noon(1))
    #expect(
      engine.accept(link, by: .cy, hadAccount: false, at: noon(1))
        == .refused(because: .exhausted, rule: "P-INV-15"))
    #expect(engine.store.referrals(by: .ann).map(\.invitee) == [.bob])
    // And one who taps now is not credited either.
    engine.tap(code, on: 3, at: noon(1))
    let late = engine.launch(by: PrincipalID(rawValue: 9), on: 3, at: noon(1))
    #expect(late.outcome == .none)
    #expect(late.rule == "P-INV-15")
  }

  @Test func `P-NTF-01 · the product notifies at once, and connects at sign-up`() throws {
    let engine = LinkEngine.engine(.product)
    let code = try #require(engine.issue(to: .ann))
    let link = engine.resolve(code, at: noon(0))
    let opened = engine.open(link, by: .bob, isSignedIn: false, at: noon(0))
    #expect(opened.context?.inviter == .ann)
    _ = engine.accept(link, by: .bob, hadAccount: false, at: noon(0))
    #expect(
      engine.pendingPushes(at: noon(3), atMost: 9).map(\.push.text) == [
        "Your friend just joined! Say hi."
      ])
    #expect(engine.store.referrals(of: .bob).first?.connectedAt == nil)
    _ = engine.reach(.signedUp(name: "Bob", avatar: nil), .bob, at: noon(1))
    #expect(engine.store.referrals(of: .bob).first?.connectedAt == noon(1))
    #expect(engine.invites(of: .ann, zone: .utc, at: noon(1)).entries.map(\.status) == [.accepted])
  }

  @Test func `CNF-07 · what an existing user can take depends on the profile`() throws {
    for (profile, refusal) in [(Profile.rin, AcceptRefusal.existingUser), (.product, nil)] {
      let engine = LinkEngine.engine(profile)
      let link = engine.resolve(try #require(engine.issue(to: .ann)), at: noon(0))
      let answer = engine.accept(link, by: .bob, hadAccount: true, at: noon(0))
      switch answer {
      case .refused(let because, _): #expect(because == refusal)
      case .accepted(_, let connection, _):
        #expect(refusal == nil)
        #expect(connection == .suggest)
        #expect(engine.store.referrals(of: .bob).first?.connectedAt == noon(0))
      case .again: Issue.record("nothing was taken before")
      }
    }
  }

  @Test func `P-EDG-03 · two who are connected are so for the links of either`() throws {
    let engine = LinkEngine.engine(.product)
    let anns = try #require(engine.issue(to: .ann))
    _ = engine.accept(engine.resolve(anns, at: noon(0)), by: .bob, hadAccount: false, at: noon(0))
    _ = engine.reach(.signedUp(name: nil, avatar: nil), .bob, at: noon(0))
    #expect(engine.store.referrals(of: .bob).first?.connectedAt == noon(0))
    let bobs = try #require(engine.issue(to: .bob))
    for (code, opener) in [(anns, PrincipalID.bob), (bobs, .ann)] {
      let answer = engine.open(
        engine.resolve(code, at: noon(1)), by: opener, isSignedIn: true, at: noon(1))
      #expect(answer.decision.because == .alreadyConnected)
    }
    let link = engine.resolve(bobs, at: noon(1))
    let stranger = engine.open(link, by: .cy, isSignedIn: true, at: noon(1))
    #expect(stranger.decision.because != .alreadyConnected)
    let answer = engine.accept(link, by: .ann, hadAccount: true, at: noon(1))
    #expect(answer == .refused(because: .existingUser, rule: "P-EDG-03"))
  }

  @Test(arguments: ProfileID.allCases)
  func `a sender cannot accept their own invite`(profile: ProfileID) throws {
    let engine = LinkEngine.engine(Profile(profile))
    let link = engine.resolve(try #require(engine.issue(to: .ann)), at: noon(0))
    let answer = engine.accept(link, by: .ann, hadAccount: false, at: noon(0))
    if case .refused(.ownLink, _) = answer {} else { Issue.record("\(answer)") }
    #expect(engine.open(link, by: .ann, isSignedIn: true, at: noon(0)).decision.because == .ownLink)
  }

  @Test func `ATT-03 · the last link that opened the app earns the credit`() throws {
    let engine = LinkEngine.engine(.rin)
    let anns = try #require(engine.issue(to: .ann))
    let bobs = try #require(engine.issue(to: .bob))
    for (code, day) in [(anns, 0), (bobs, 1)] as [(InviteCode, Int64)] {
      _ = engine.open(
        engine.resolve(code, at: noon(day)), by: .cy, isSignedIn: false, at: noon(day))
    }
    let late = engine.accept(
      engine.resolve(anns, at: noon(2)), by: .cy, hadAccount: false, at: noon(2))
    #expect(late == .refused(because: .creditedToAnother, rule: "ATT-03"))
    let answer = engine.accept(
      engine.resolve(bobs, at: noon(2)), by: .cy, hadAccount: false, at: noon(2))
    #expect(answer.rule == "ATT-03")
    #expect(engine.store.referrals(of: .cy).map(\.inviter) == [.bob])
  }

  @Test func `DSH-03 · completed shares count as sent, those of others do not`() throws {
    let engine = LinkEngine.engine(.rin)
    let code = try #require(engine.issue(to: .ann))
    #expect(
      engine.share(code, by: .ann, .completed(through: .messages), at: noon(0))
        == .noted(.moved(to: .sent)))
    #expect(
      engine.share(code, by: .ann, .completed(through: .copy), at: noon(1))
        == .noted(.stayed(because: .furtherAlong)))
    #expect(engine.share(code, by: .bob, .completed(through: .copy), at: noon(1)) == nil)
    #expect(
      engine.share(code, by: .ann, .cancelled, at: noon(1))
        == .noted(.stayed(because: .shareCancelled)))
    #expect(engine.invites(of: .ann, zone: .utc, at: noon(1)).dashboard?.figures.sent == 2)
  }
}
