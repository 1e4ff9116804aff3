import Invites
import Onboarding
import Prompts
import Testing
import TestSupport
import Vocabulary

@Suite("Profiles · what takes two modules to hold")
struct AcrossModulesTests {
  /// Whether the flow behind an entry point opens, told by what it logs first.
  private func opens(_ entry: FlowPolicy.EntryPoint, under policy: SharingPolicy) -> Bool {
    let actions: [SharingAction]
    switch (entry, policy.document) {
    case (.contactDetail, _):
      var invite = ContactInvite(
        contact: ContactFacts(principal: nil, hasPhone: true, hasEmail: false))
      actions = invite.receive(
        .tapped(cachedLink: nil, isOnline: true), at: noon(9_999), under: policy)
    case (_, .rin):
      var screen = ShareScreen()
      actions = screen.receive(
        .opened(from: entry, cachedLink: nil, isOnline: true), at: noon(9_999), under: policy)
    case (_, .product):
      var share = DirectShare()
      actions = share.receive(
        .opened(from: entry, isOnline: true), at: noon(9_999), under: policy)
    case (_, .design):
      var flow = InviteFlow()
      actions = flow.receive(
        .opened(from: entry, .denied, isOnline: true), at: noon(9_999), under: policy)
    }
    return actions.first == .log(.flowOpened, .entry(entry))
  }

  @Test func `PRM-22, P-ENT-13 · where prompts are over the entry points stay`() {
    for (prompts, trigger, sharing) in [
      (PromptPolicy.rin, PromptTrigger.dedupReview, SharingPolicy.rin),
      (.product, .keyAction, .product),
    ] {
      // No prompt may come: too early, too few contacts, and in the middle of a core flow.
      var history = PromptHistory()
      history.isInCoreFlow = true
      history.shown = prompts.lifetimeMax ?? 0
      #expect(!prompts.decide(trigger, for: history, at: noon(9_999), zone: .utc).isShown)
      let persistent = sharing.flow.entryPoints.filter {
        ![.homePrompt, .contextual, .postAction].contains($0)
      }
      #expect(persistent.count >= 2)
      for entry in persistent { #expect(opens(entry, under: sharing), "\(entry)") }
      // Nothing that opens a flow is told of prompts.
      let settings = Mirror(reflecting: sharing).children.compactMap(\.label)
      #expect(!settings.contains { $0.lowercased().contains("prompt") })
    }
  }

  @Test func `RWD-02 · what an invite of rin brings: counts, a card, a connection`() {
    let figures = Dashboard.Figures(sent: 5, installed: 4, completed: 3)
    #expect(ShareFooter(figures).text == "Your invites: 5 sent, 3 joined")
    var joined = InviteFacts()
    joined.invitee = PrincipalID(rawValue: 2)
    joined.completed = noon(1)
    #expect(Dashboard(sent: 5, invitees: [joined], zone: .utc)?.figures.completed == 1)
    let ann = Inviter(principal: PrincipalID(rawValue: 1), name: "Ann")
    let welcome = WelcomeScreen.welcome(Invitation(inviter: ann), under: .rin, in: .rin)
    #expect(welcome.card?.text == "Invited by Ann")
    let facts = ConnectionFacts(inviter: ann.principal, verified: PrincipalID(rawValue: 2))
    #expect(ConnectionPolicy.rin.decide(facts) == .connect(in: .contacts))
    // And that is all: three who qualify earn nothing.
    let friends = Array(repeating: Qualification.metActivityThreshold, count: 3)
    #expect(RewardPolicy.rin.standing(of: friends, app: .rin) == nil)
  }
}
