import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · asking for contacts, and asking again")
struct ContactsAskTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let policy: PermissionPolicy
    let occasion: ContactsOccasion
    let access: ContactsAccess
    let wasAnswered: Bool
    let ask: ContactsAsk
    let testDescription: String
  }

  static let cases = [
    Case(
      policy: .rin, occasion: .onboardingStep, access: .notDetermined, wasAnswered: false,
      ask: .explain, testDescription: "rin explains in onboarding"),
    Case(
      policy: .rin, occasion: .onboardingStep, access: .notDetermined, wasAnswered: true,
      ask: .none(because: .answeredBefore), testDescription: "rin explains there once"),
    Case(
      policy: .rin, occasion: .flowEntry, access: .notDetermined, wasAnswered: false,
      ask: .none(because: .explainedElsewhere), testDescription: "rin's invite flow asks nothing"),
    Case(
      policy: .rin, occasion: .actionNeedsContacts, access: .notDetermined, wasAnswered: true,
      ask: .explain, testDescription: "after Not now the system can still be asked"),
    Case(
      policy: .rin, occasion: .actionNeedsContacts, access: .denied, wasAnswered: true,
      ask: .openSettings, testDescription: "after a denial only settings help"),
    Case(
      policy: .rin, occasion: .actionNeedsContacts, access: .restricted, wasAnswered: true,
      ask: .openSettings, testDescription: "restricted is like denied"),
    Case(
      policy: .rin, occasion: .actionNeedsContacts, access: .limited, wasAnswered: true,
      ask: .proceed, testDescription: "some contacts are contacts"),
    Case(
      policy: .design, occasion: .flowEntry, access: .notDetermined, wasAnswered: false,
      ask: .explain, testDescription: "design explains on first flow entry"),
    Case(
      policy: .design, occasion: .flowEntry, access: .notDetermined, wasAnswered: true,
      ask: .none(because: .answeredBefore), testDescription: "and on the first only"),
    Case(
      policy: .design, occasion: .onboardingStep, access: .notDetermined, wasAnswered: false,
      ask: .none(because: .explainedElsewhere), testDescription: "design's onboarding asks nothing"),
    Case(
      policy: .product, occasion: .onboardingStep, access: .notDetermined, wasAnswered: false,
      ask: .none(because: .explainedElsewhere), testDescription: "product asks nowhere"),
    Case(
      policy: .product, occasion: .actionNeedsContacts, access: .denied, wasAnswered: true,
      ask: .none(because: .neverAsksAgain), testDescription: "product never asks again"),
  ]

  @Test(arguments: cases)
  func `DNY-03 · only an action that needs contacts asks again`(_ example: Case) {
    let ask = example.policy.ask(
      on: example.occasion, access: example.access, wasAnswered: example.wasAnswered)
    #expect(ask == example.ask)
  }

  @Test(arguments: [PermissionPolicy.rin, .product, .design])
  func `DNY-04, DNY-06 · neither time nor sessions ever ask`(_ policy: PermissionPolicy) {
    for access in [ContactsAccess.notDetermined, .denied, .restricted] {
      for occasion in [ContactsOccasion.sessionBegan, .timePassed] {
        for wasAnswered in [false, true] {
          #expect(
            policy.ask(on: occasion, access: access, wasAnswered: wasAnswered)
              == .none(because: .userStartedNothing))
        }
      }
    }
  }

  @Test func `DNY-04, DNY-06 · a thousand sessions bring no prompt, one action brings one`() throws
  {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .explainer)
    walk.play(.skipped)
    walk.go(to: .home)
    let shown = walk.events.filter { $0 == .contactsPromptShown }.count
    for _ in 0..<1_000 {
      #expect(walk.play(.occasion(.sessionBegan)).refusal == .contactsNotAsked)
      #expect(walk.play(.occasion(.timePassed)).refusal == .contactsNotAsked)
    }
    #expect(walk.events.filter { $0 == .contactsPromptShown }.count == shown)
    walk.play(.occasion(.actionNeedsContacts))
    #expect(walk.events.filter { $0 == .contactsPromptShown }.count == shown + 1)
    #expect(walk.play(.occasion(.actionNeedsContacts)).refusal == .alreadyDone)
  }

  @Test func `PER-01 · asking again explains again, and then the system asks`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .explainer)
    walk.play(.skipped)
    walk.go(to: .home)
    let again = walk.play(.occasion(.actionNeedsContacts))
    #expect(again.actions.members == [.showContactsExplainer])
    #expect(walk.play(.continued).actions.members == [.requestContacts])
    let granted = walk.play(.contacts(.authorized))
    #expect(granted.actions.contains(.startSync))
    #expect(walk.journey.screen == .home)
    #expect(!walk.journey.isSelfManaged(under: walk.rules))
  }
}
