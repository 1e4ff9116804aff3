import Invites
import Testing
import Vocabulary

@Suite("Events · the moments that fire them")
struct InviteMomentTests {
  private let link = InviteEvent.InviteReference(
    code: try? InviteCode(parsing: "a3Xk9m2Q"), referrer: ann)

  /// The lines of a moment's events in a vocabulary.
  private func lines(_ moment: InviteMoment, _ export: EventExport<ReadableHash>) -> [String] {
    moment.events.compactMap { export.line($0) }
  }

  @Test func `P-EVT-04, EVT-05 · a tap is an opening, in rin only where the app is installed`() {
    for appInstalled in [false, true] {
      let tap = InviteMoment.linkTapped(link, appInstalled: appInstalled, by: .signedOut)
      #expect(lines(tap, .product) == ["invite_link_opened"])
      #expect(
        lines(tap, .rin)
          == (appInstalled
            ? ["invite_link_opened invite_code=a3Xk9m2Q referrer_id=h1"] : []))
      #expect(lines(tap, .design) == [])
    }
  }

  @Test func `P-DDL-07, EVT-06, EVT-07 · the callback of the deferred link fires the install`() {
    let launch = InviteMoment.launched(link, daysSinceClick: 3)
    #expect(
      lines(launch, .rin) == [
        "invite_deferred_resolved invite_code=a3Xk9m2Q referrer_id=h1 days_since_click=3",
        "invite_app_installed invite_code=a3Xk9m2Q referrer_id=h1",
      ])
    #expect(lines(launch, .product) == ["invite_app_installed"])
  }

  @Test func `NOT-07 · the push is logged when it is sent and when it is tapped, hashed`() {
    #expect(
      lines(.pushSent(inviter: ann, invitee: bob), .rin)
        == ["invite_notification_sent inviter_id=h1 invitee_id=h2"])
    #expect(
      lines(.pushTapped(inviter: ann, invitee: bob), .rin)
        == ["invite_notification_tapped inviter_id=h1 invitee_id=h2"])
  }

  @Test func `D-EVT-13, D-EVT-14 · an opened app is logged with its user and session`() {
    #expect(lines(.appOpened, .design) == ["app_opened user_id=1 session_id=7"])
    #expect(lines(.appOpened, .rin) + lines(.appOpened, .product) == [])
  }

  @Test
  func `EVT-08, P-EVT-06, P-EVT-08, D-EVT-10 · milestones of whom no invite brought fire nothing`()
  {
    for moment in [
      InviteMoment.onboardingBegan(isInvited: false), .signedUp(isReferred: false),
      .firstValueSeen(isReferred: false), .onboardingCompleted(nil, invitee: bob),
    ] { #expect(moment.events.isEmpty) }
    #expect(lines(.onboardingBegan(isInvited: true), .product) == ["invite_onboarding_started"])
    #expect(lines(.firstValueSeen(isReferred: true), .product) == ["invite_first_value"])
    #expect(
      lines(.signedUp(isReferred: true), .design) == ["invite_accepted user_id=1 session_id=7"])
    #expect(
      lines(.onboardingCompleted(link, invitee: bob), .rin) == [
        "invite_onboarding_completed invite_code=a3Xk9m2Q referrer_id=h1 invitee_id=h2"
      ])
  }

  @Test func `EVT-09, P-EVT-09 · connected is what product calls accepted`() {
    let moment = InviteMoment.connected(inviter: ann, invitee: bob)
    #expect(lines(moment, .rin) == ["invite_auto_connected inviter_id=h1 invitee_id=h2"])
    #expect(lines(moment, .product) == ["invite_accepted"])
  }

  @Test
  func `EVT-10, EVT-11, EVT-12, EVT-26 · a prompt is shown and answered, or withheld unlogged`() {
    #expect(
      lines(.promptDecided(.dedupReview, number: 2), .rin)
        == ["invite_prompt_shown trigger=dedup_review prompt_number=2"])
    #expect(
      lines(.promptAnswered(.dedupReview, number: 2, isTapped: true), .rin)
        == ["invite_prompt_tapped trigger=dedup_review prompt_number=2"])
    #expect(
      lines(.promptAnswered(.dedupReview, number: 2, isTapped: false), .rin)
        == ["invite_prompt_dismissed trigger=dedup_review prompt_number=2"])
    #expect(
      InviteMoment.promptDecided(.dedupReview, number: nil).events.map(\.step)
        == [.promptSuppressed])
    #expect(lines(.promptDecided(.dedupReview, number: nil), .rin) == [])
  }
}
