import Invites
import Testing
import Vocabulary

@Suite("Events · the spine of signing up")
struct SpineEventTests {
  private func export(_ step: InviteStep) -> ExportedEvent? { EventExport.rin(InviteEvent(step)) }

  @Test func `SPN-01, SPN-02, SPN-03, PHN-11 · the number`() {
    #expect(export(.signUpStarted)?.name == "identity.signup_started")
    #expect(export(.phoneSubmitted)?.name == "identity.phone_submitted")
    #expect(export(.phoneVerified)?.name == "identity.phone_verified")
  }

  @Test func `SPN-04, SPN-05, PER-09 · the contacts prompt`() {
    #expect(export(.contactsPromptShown)?.name == "consent.contacts_prompt_shown")
    #expect(export(.permissionGranted)?.name == "contacts.permission_granted")
    #expect(export(.permissionDenied)?.name == "contacts.permission_denied")
  }

  @Test func `SPN-06, SYN-05, SPN-13 · the phases of sync, and the two spellings of a domain`() {
    #expect(export(.syncStarted)?.name == "contact.sync_started")
    #expect(export(.syncProgressed)?.name == "contact.sync_progressed")
    #expect(export(.syncCompleted)?.name == "contact.sync_completed")
    let domains = Self.spine.compactMap { $0.split(separator: ".").first }
    #expect(domains.count { $0 == "contact" } == 3)
    #expect(domains.count { $0 == "contacts" } == 2)
  }

  @Test
  func `SPN-07, SPN-08, SPN-09, SPN-10, PRF-07, CCL-12, VAL-12, HOM-04 · to the first action`() {
    #expect(export(.basicsCompleted)?.name == "profile.basics_completed")
    #expect(export(.defaultsSet)?.name == "policy.defaults_set")
    #expect(export(.firstValueGenerated)?.name == "insight.first_value_generated")
    #expect(export(.firstSessionPrimaryAction)?.name == "user.first_session_primary_action")
  }

  static let spine = InviteStep.allCases.filter { $0.rinGroup == .spine }
    .compactMap { $0.name(in: .rin)?.primary }

  @Test
  func `SPN-11, SPN-14 · thirteen names of a domain and an action; the loop's have no domain`() {
    #expect(Set(Self.spine).count == 13)
    for name in Self.spine {
      let parts = name.split(separator: ".")
      #expect(parts.count == 2)
      #expect(name.allSatisfy { $0.isLowercase || $0 == "_" || $0 == "." })
    }
    let loop = InviteStep.allCases.filter { $0.rinGroup != .spine }
      .compactMap { $0.name(in: .rin)?.primary }
    #expect(loop.allSatisfy { !$0.contains(".") })
  }

  @Test func `SPN-12 · the spine has no properties`() {
    let steps: [InviteStep] = [
      .signUpStarted, .phoneSubmitted, .phoneVerified, .contactsPromptShown, .permissionGranted,
      .permissionDenied, .syncStarted, .syncProgressed, .syncCompleted, .basicsCompleted,
      .defaultsSet, .firstValueGenerated, .firstSessionPrimaryAction,
    ]
    #expect(steps.count == Self.spine.count)
    for step in steps { #expect(export(step)?.properties.isEmpty == true) }
  }
}
