import Attribution
import Invites
import Profiles
import Prompts
import Testing
import Vocabulary

/// The first questions of an app or a backend that imports the rules.
@Suite("Rules · asked from Swift")
struct ImportTests {
  @Test func `a prompt is decided, and the reason can be told`() {
    let policy = PromptPolicy.rin
    var history = PromptHistory()
    policy.record(.contactsCounted(64), in: &history, at: .now)
    policy.record(.shared, in: &history, at: .now)

    let decision = policy.meet(.dedupReview, in: &history, at: .now + .days(3), zone: .utc)
    #expect(!decision.isShown)
    #expect(decision.because.first?.rule == "PRM-19")
    #expect(decision.eligibleAt == .now + .days(14))
  }

  @Test func `a what-if is the same question under another value`() throws {
    var whatIf = Profile.rin
    try whatIf.apply([Profile.Override("attribution.model", "firstTouch")])

    let clicks = [
      Click(sequence: 1, at: .now, inviter: PrincipalID(rawValue: 7)),
      Click(sequence: 2, at: .now + .hours(1), inviter: PrincipalID(rawValue: 8)),
    ]
    let arrival = Arrival(principal: PrincipalID(rawValue: 9), installedAt: .now + .days(1))
    #expect(Profile.rin.attribution.decide(clicks, for: arrival).inviter?.rawValue == 8)
    #expect(whatIf.attribution.decide(clicks, for: arrival).inviter?.rawValue == 7)
  }
}

extension Instant {
  /// The rules have no clock: whoever asks them says when.
  fileprivate static let now = Instant(milliseconds: 1_767_268_800_000)
}
