import Invites
import Onboarding
import Profiles
import Testing
import Vocabulary

@Suite("Events · the journey's words and the exported names")
struct SpineNameTests {
  private func step(_ event: JourneyEvent) -> InviteStep? { event.inviteStep }

  @Test func `SPN-11 · the journey's spine is, word for word and in order, the exported one`() {
    #expect(
      JourneyEvent.spine.map { step($0)?.name(in: .rin)?.primary } == [
        "identity.signup_started", "identity.phone_submitted", "identity.phone_verified",
        "consent.contacts_prompt_shown", "contacts.permission_granted",
        "contacts.permission_denied", "contact.sync_started", "contact.sync_progressed",
        "contact.sync_completed", "profile.basics_completed", "policy.defaults_set",
        "insight.first_value_generated", "user.first_session_primary_action",
      ])
    #expect(
      Set(JourneyEvent.spine.compactMap(step))
        == Set(InviteStep.allCases.filter { $0.rinGroup == .spine }))
  }

  @Test func `beyond the spine only an offered connection is no step of the invite loop`() {
    #expect(JourneyEvent.allCases.filter { step($0) == nil } == [.connectionSuggested])
  }
}
