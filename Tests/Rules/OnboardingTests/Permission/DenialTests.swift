import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · without contacts")
struct DenialTests {
  /// The ways not to give contacts.
  enum No: String, CaseIterable, Sendable {
    case notNow
    case denied
    case restricted

    var inputs: [Journey.Input] {
      switch self {
      case .notNow: [.skipped]
      case .denied: [.continued, .contacts(.denied)]
      case .restricted: [.continued, .contacts(.restricted)]
      }
    }
  }

  func walk(saying answer: No, isInvited: Bool = false) throws -> Walk {
    var walk = Walk(try Position.rin.rules(), isInvited: isInvited)
    walk.go(to: .explainer)
    for input in answer.inputs { walk.play(input) }
    return walk
  }

  @Test(arguments: No.allCases)
  func `JRN-07, DNY-01, DEC-04, PER-05 · every step follows, and home is self-managed`(
    _ answer: No
  ) throws {
    var walk = try walk(saying: answer)
    walk.screens = []
    walk.go(to: .syncing)
    #expect(walk.actions.contains(.showSelfManagement), "with the checklist, before home")
    walk.go(to: .home)
    #expect(walk.screens == [.photo, .username, .sharing, .syncing, .home])
    #expect(walk.journey.isSelfManaged(under: walk.rules))
    #expect(walk.actions.contains(.showSelfManagement))
    #expect(!walk.actions.contains(.startSync))
  }

  @Test func `PER-06 · "Not now" leaves the system's prompt unspent, a denial does not`() throws {
    var later = try walk(saying: .notNow)
    later.go(to: .home)
    #expect(later.journey.isContactsPutOff)
    #expect(later.journey.isSelfManaged(under: later.rules))
    #expect(later.journey.access == .notDetermined)
    #expect(
      later.play(.occasion(.actionNeedsContacts)).actions.members == [.showContactsExplainer])

    var never = try walk(saying: .denied)
    never.go(to: .home)
    #expect(!never.journey.isContactsPutOff)
    #expect(never.journey.isSelfManaged(under: never.rules))
    #expect(never.play(.occasion(.actionNeedsContacts)).actions.members == [.openSettings])
    let granted = never.play(.contacts(.authorized))
    #expect(granted.actions.contains(.startSync))
    #expect(!granted.events.contains(.permissionGranted), "it answers no question of the app")
  }

  @Test(arguments: No.allCases)
  func `DNY-05, SYN-06 · no card of contacts and no sync, but the checklist`(_ answer: No) throws {
    var walk = try walk(saying: answer)
    walk.go(to: .syncing)
    #expect(walk.play(.found(.dedup)).refusal == .cardNeedsContacts)
    #expect(walk.play(.sawCard(.cleanup)).refusal == .cardNeedsContacts)
    #expect(walk.play(.sync(.progressed)).refusal == .noPermission)
    #expect(walk.play(.sawCard(.checklist)).events.contains(.firstValueSeen))
  }

  @Test func `what was found goes when the permission is taken back`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .home)
    walk.play(.found(.dedup), .contacts(.denied))
    #expect(walk.journey.found.members == [.checklist])
    #expect(walk.journey.sync == .idle)
    #expect(walk.play(.contacts(.authorized)).actions.contains(.startSync))
  }

  @Test func `limited access is like granted, or like denied if the setting says so`() throws {
    for (setting, isReadable) in [
      (PermissionPolicy.LimitedAccess.likeGranted, true), (.likeDenied, false),
    ] {
      var walk = Walk(try Position.rin.rules { $0.permission.limitedAccess = setting })
      walk.go(to: .explainer)
      walk.play(.continued, .contacts(.limited))
      #expect(walk.events.contains(.permissionGranted) == isReadable)
      #expect(walk.journey.isSelfManaged(under: walk.rules) == !isReadable)
    }
  }

  @Test func `a system prompt that went away unanswered can be brought up again`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .explainer)
    walk.play(.continued, .contacts(.notDetermined))
    #expect(walk.journey.screen == .explainer)
    #expect(walk.play(.continued).actions.members == [.requestContacts])
  }

  @Test func `contacts opened in the settings answer the explainer that is up`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .explainer)
    walk.play(.continued, .contacts(.notDetermined), .skipped)
    walk.go(to: .home)
    walk.play(.occasion(.actionNeedsContacts))
    #expect(walk.journey.isExplainingContacts)
    #expect(walk.play(.contacts(.authorized)).actions.contains(.startSync))
    #expect(!walk.journey.isExplainingContacts)
    #expect(walk.play(.occasion(.actionNeedsContacts)).actions.isEmpty)
  }

  @Test func `the wall does not open under an explainer`() throws {
    var walk = Walk(
      try Position.product.rules {
        $0.permission.reask = .onNeed
        $0.permission.allowLinkWhenUndetermined = .systemPrompt
      }, isInvited: true)
    walk.go(to: .destination)
    walk.play(.occasion(.actionNeedsContacts))
    #expect(walk.play(.interacted).refusal == .notHere)
    walk.play(.skipped, .interacted)
    #expect(walk.journey.screen == .account)
  }

  @Test func `DNY-02 · three benefits`() {
    #expect(
      SelfManagementBenefit.allCases.map(\.text) == [
        "Manage own profile", "Define public/everyone visibility", "Prepare for later sync",
      ])
  }

  @Test func `PER-02, PER-03 · the explainer's contract and its buttons`() {
    let text = ContactsExplainer.text(for: .rin)
    #expect(text.why == "Rin needs your contacts to find duplicates and keep them in order.")
    #expect(text.noSpam == "No spam: nobody hears from us without your permission.")
    #expect(text.control == "You control what is shared, and with whom.")
    #expect(text.allow == "Allow Contacts")
    #expect(text.notNow == "Not now")
  }
}
