import Invites
import Testing
import Vocabulary

@Suite("Permission · explainer, system prompt, Allow link")
struct PermissionFlowTests {
  typealias Event = PermissionFlow.Event

  static let first = Event.opened(.notDetermined, explainedBefore: false)

  static func flow(
    _ events: [Event], under policy: SharingPolicy = .design
  ) -> (flow: PermissionFlow, actions: [SharingAction]) {
    var flow = PermissionFlow()
    let actions = flow.run(events, under: policy)
    return (flow, actions)
  }

  @Test func `D-PER-02, D-PER-09 · on first entry the explainer comes before the system asks`() {
    let opened = Self.flow([Self.first])
    #expect(opened.actions == [.showExplainer, .log(.contactsPromptShown)])
    #expect(opened.actions.map(\.isHalfSheet) == [true, false])
    let walk = FlowWalk(PermissionFlow(), opening: Self.first, under: .design)
    let asked = walk.shortest { $0 == .askForContacts }
    #expect(asked?.actions.first == .showExplainer)
    // After the system was asked, the explainer never shows.
    #expect(walk.moves.filter { $0.actions.contains(.showExplainer) }.count == 1)
  }

  @Test func `D-PER-01, D-PER-04 · Allow asks the system, Skip leaves the access undetermined`() {
    #expect(Self.flow([Self.first, .tapped(.allow)]).actions.last == .askForContacts)
    let skipped = Self.flow([Self.first, .tapped(.skip)])
    #expect(skipped.flow.stage == .linkOnly(because: .skipped))
    #expect(skipped.flow.access == .notDetermined)
    #expect(!skipped.actions.contains(.askForContacts))
  }

  @Test(arguments: [
    (ContactsAccess.authorized, PermissionFlow.Stage.reading, InviteStep.permissionGranted),
    (.limited, .reading, .permissionGranted),
    (.denied, .linkOnly(because: .denied), .permissionDenied),
    (.restricted, .linkOnly(because: .restricted), .permissionDenied),
  ])
  func `D-PER-01, D-PER-05, D-PER-09 · the system's answer is followed and logged`(
    _ answer: ContactsAccess, _ stage: PermissionFlow.Stage, _ step: InviteStep
  ) {
    let answered = Self.flow([Self.first, .tapped(.allow), .systemAnswered(answer)])
    #expect(answered.flow.stage == stage)
    #expect(answered.actions.logged.contains(InviteEvent(step)))
    #expect(answered.actions.contains(.loadContacts) == (stage == .reading))
  }

  @Test func `D-PER-01, D-PER-09 · a prompt without an answer is skipped, not denied`() {
    let left = Self.flow([Self.first, .tapped(.allow), .systemAnswered(.notDetermined)])
    #expect(left.flow.stage == .linkOnly(because: .skipped))
    #expect(left.actions.last == .askForContacts)
    #expect(left.flow.allowLink(under: .design) == .systemPrompt)
  }

  @Test(arguments: [ContactsAccess.denied, .restricted])
  func `D-PER-06, CNF-11 · denied and restricted lead to Settings, and nothing is fetched`(
    _ access: ContactsAccess
  ) {
    let opened = Self.flow([.opened(access, explainedBefore: true)])
    #expect(opened.actions == [.log(.pickerWithoutPermission)])
    #expect(opened.flow.allowLink(under: .design) == .settings)
    let link = Self.flow([.opened(access, explainedBefore: true), .tapped(.allowLink)])
    #expect(link.actions.last == .openSystemSettings)

    let granted = Self.flow(
      [.opened(access, explainedBefore: true), .tapped(.allowLink), .returned(.authorized)])
    #expect(granted.flow.stage == .reading)
    let still = Self.flow(
      [.opened(access, explainedBefore: true), .tapped(.allowLink), .returned(access)])
    #expect(!still.actions.contains(.loadContacts))
    #expect(still.flow.allowLink(under: .design) == .settings)
  }

  @Test func `D-PER-08, CNF-11 · after Skip the explainer stays away until the user asks`() {
    let again = Self.flow([.opened(.notDetermined, explainedBefore: true)])
    #expect(again.actions.isEmpty)
    #expect(again.flow.stage == .linkOnly(because: .skipped))
    #expect(again.flow.allowLink(under: .design) == .systemPrompt)
    let tapped = Self.flow([.opened(.notDetermined, explainedBefore: true), .tapped(.allowLink)])
    #expect(tapped.actions == [.askForContacts])
  }

  @Test func `CNF-11 · a policy that never asks again offers no Allow link while undetermined`() {
    let never = SharingPolicy.design.with { $0.permission.reask = .never }
    let opened = Self.flow([.opened(.notDetermined, explainedBefore: true)], under: never)
    #expect(opened.flow.allowLink(under: never.permission) == nil)
    var flow = opened.flow
    #expect(flow.run([.tapped(.allowLink)], under: never) == [.stay(because: .notPossibleHere)])
  }

  @Test func `a walk tries the Allow link where it is offered, and only there`() {
    let never = SharingPolicy.design.with { $0.permission.reask = .never }
    for policy in [SharingPolicy.design, never] {
      for access in [ContactsAccess.notDetermined, .denied] {
        let flow = Self.flow([.opened(access, explainedBefore: true)], under: policy).flow
        let isOffered = flow.allowLink(under: policy.permission) != nil
        #expect(isOffered == (access == .denied || policy.permission.reask == .onNeed))
        #expect(flow.possibleEvents(under: policy) == (isOffered ? [.tapped(.allowLink)] : []))
        var invite = InviteFlow()
        invite.run(
          [.opened(from: .profile, access, explainedBefore: true, isOnline: true)], under: policy)
        let tried = invite.possibleEvents(under: policy)
        #expect(tried.contains(.permissionTapped(.allowLink)) == isOffered)
      }
    }
  }

  @Test func `CNF-11 · the literal document leads to Settings even while undetermined`() {
    let literal = SharingPolicy.design.with { $0.permission.allowLinkWhenUndetermined = .settings }
    let tapped = Self.flow([Self.first, .tapped(.skip), .tapped(.allowLink)], under: literal)
    #expect(tapped.actions.last == .openSystemSettings)
    var flow = tapped.flow
    flow.run([.returned(.notDetermined)], under: literal)
    #expect(flow.stage == .linkOnly(because: .skipped))
  }

  @Test func `CNF-11 · limited access is like granted, or like denied`() {
    let strict = SharingPolicy.design.with { $0.permission.limitedAccess = .likeDenied }
    let opened = Event.opened(.limited, explainedBefore: true)
    #expect(Self.flow([opened]).actions == [.loadContacts])
    let refused = Self.flow([opened], under: strict)
    #expect(refused.flow.stage == .linkOnly(because: .limited))
    #expect(refused.flow.allowLink(under: strict.permission) == .settings)
  }

  @Test(arguments: [ProfileID.rin, .product])
  func `CNF-11 · where the explainer is not the flow's, entering asks for nothing`(
    _ profile: ProfileID
  ) {
    let opened = Self.flow([Self.first], under: profile.sharing)
    #expect(opened.actions.isEmpty)
    #expect(opened.flow.stage == .linkOnly(because: .notAsked))
  }
}
