import Invites
import Onboarding
import Profiles
import Testing
import TestSupport
import Vocabulary

/// What only several modules together can keep.
@Suite("Profiles · the whole loop in taps and in time")
struct LoopTests {
  @Test func `P-TAP-05, P-SCO-04 · two taps by the sender and two by the invitee`() throws {
    let profile = Profile.product
    let sender = FlowWalk(
      DirectShare(), opening: .opened(from: .profileSettings, isOnline: true),
      under: profile.sharing)
    let path = try #require(sender.shortest(to: \.isShare))
    #expect(path.taps.asSpecified == 2)

    var invitee = LinkWalk(counting: .asSpecified)
    _ = invitee.receive(.tapsLink(.withoutApp, .generic, .off))
    _ = invitee.receive(.installs)
    _ = invitee.receive(.continues)
    _ = invitee.receive(.seesFirstValue)
    #expect(invitee.place == .firstValue)
    #expect(path.taps.asSpecified + invitee.taps == 4)
  }

  @Test func `P-TAP-04 · the tap on the push leads to the friend, with nothing between`() throws {
    let profile = Profile.product
    let friend = PrincipalID(rawValue: 12)
    let decision = profile.notification.decide(
      .accepted, at: noon(0),
      for: JoinFacts(inviter: PrincipalID(rawValue: 7), invitee: friend, inviteeName: "Ann"),
      app: profile.app, texts: profile.copy)
    guard case .push(let push) = decision else {
      Issue.record("no push")
      return
    }
    #expect(push.destination == .connectionScreen(friend))
  }

  struct Delay: Sendable, CustomTestStringConvertible {
    let profile: ProfileID
    let elapsed: Interval
    let verdict: TimeToFirstValue.Verdict
    var testDescription: String { "\(profile), after \(elapsed)" }
  }

  static let delays = [
    Delay(profile: .rin, elapsed: .seconds(120), verdict: .inTime),
    Delay(
      profile: .rin, elapsed: .milliseconds(120_001), verdict: .late(by: .milliseconds(1))),
    Delay(profile: .product, elapsed: .seconds(60), verdict: .inTime),
    Delay(
      profile: .product, elapsed: .milliseconds(60_001), verdict: .late(by: .milliseconds(1))),
    Delay(profile: .design, elapsed: .days(1), verdict: .noBudget),
  ]

  @Test(arguments: delays)
  func `VAL-02, VAL-13 · the time to first value is held to the profile's budget`(
    _ delay: Delay
  ) throws {
    let profile = Profile(delay.profile)
    var clock = FirstValueClock(firstLaunched: noon(0))
    clock.firstValueSeen = noon(0) + delay.elapsed
    let time = try #require(
      profile.firstValue.time(clock, budget: profile.budgets.timeToFirstValue))
    #expect(time.verdict == delay.verdict)
  }
}
