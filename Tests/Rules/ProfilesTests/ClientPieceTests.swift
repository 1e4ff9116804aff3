import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import Testing
import Vocabulary

@Suite("The client's pieces, each without a screen")
struct ClientPieceTests {
  private let start = Instant(milliseconds: 0)

  @Test func `RES-01, P-CLI-02 · a link that opens the app is parsed, kept and led to the invite`()
    throws
  {
    let link = try InviteLink(parsing: "https://rin.app/invite/a3Xk9m2Q", in: .rin)
    let code = try #require(link.code)
    #expect(code.description == "a3Xk9m2Q")
    var arrival = InviteArrival()
    let invite = CarriedInvite(link: 7, inviter: PrincipalID(rawValue: 1))
    _ = arrival.receive(.linkOpened(invite), receipt: .rin, attribution: .rin)
    #expect(arrival.context == invite)
    for policy in [LinkPolicy.rin, .product, .design] {
      #expect(policy.route(.valid, appIsInstalled: true).destination == .inviteHandler)
      #expect(policy.route(.valid, appIsInstalled: false).destination == .appStoreKeepingInvite)
      #expect(!policy.route(.unknown, appIsInstalled: true).destination.keepsContext)
    }
  }

  @Test func `P-CLI-01 · product's flow creates the invite, and presents the sheet with its link`()
  {
    let policy = Profile.product.sharing
    var share = DirectShare()
    func receive(_ event: DirectShare.Event) -> [SharingAction] {
      share.receive(event, at: start, under: policy)
    }
    let opened = receive(.opened(from: .profileSettings, cachedLink: nil, isOnline: true))
    #expect(opened.contains { if case .createLink = $0 { true } else { false } })
    let ready = receive(.sheet(.linkReady("https://app.example.com/invite?x")))
    #expect(ready.contains(.composeMessage))
    let composed = receive(.sheet(.messageComposed("Join me https://app.example.com/invite?x")))
    #expect(composed.contains { if case .presentSheet = $0 { true } else { false } })
  }

  @Test func `P-CLI-03 · the condensed onboarding of an invited user has three screens, not six`()
    throws
  {
    let rules = try Profile.product.journeyRules()
    let invited = Journey(isInvited: true).plan(under: rules).counted.members
    let organic = Journey(isInvited: false).plan(under: rules).counted.members
    #expect(invited.count == 3 && organic.count == 6)
    #expect(Set(invited).isSubset(of: Set(organic)))
  }

  @Test func `P-CLI-04 · product's prompts: none in the first session, one in a later one`() {
    let policy = PromptPolicy.product
    var history = PromptHistory()
    func meet(_ trigger: PromptTrigger, after days: Int64) -> Bool {
      policy.meet(trigger, in: &history, at: start + .days(days), zone: .utc).isShown
    }
    policy.record(.sessionBegan, in: &history, at: start)
    #expect(!meet(.keyAction, after: 0))
    policy.record(.sessionBegan, in: &history, at: start + .days(1))
    #expect(meet(.keyAction, after: 1))
    #expect(!meet(.socialContent, after: 1))
  }

  @Test
  func `P-CLI-05 · the status is polled, and the client is no second push`() {
    var visibility = VisibilityPolicy.product
    visibility.dashboardEnabled = true
    visibility.inviterSees = [.sent, .installed, .completed]
    var screen = DashboardScreen(policy: visibility)
    #expect(screen.receive(.opened) == [.fetch])
    let figures = Dashboard(sent: 1, invitees: [], visibility: visibility, zone: .utc)
    let actions = figures.map { screen.receive(.loaded($0)) } ?? []
    #expect(actions.contains(.fetchAgain(after: .seconds(60))))
    #expect(screen.receive(.pollDue) == [.fetch])

    var facts = JoinFacts(
      inviter: PrincipalID(rawValue: 1), invitee: PrincipalID(rawValue: 2), inviteeName: "Ann",
      trigger: .client)
    let policy = NotificationPolicy.product
    #expect(policy.reasonForSilence(at: .accepted, for: facts) == .notTheTrigger)
    facts.trigger = .server
    #expect(policy.reasonForSilence(at: .accepted, for: facts) == nil)
    facts.wasNotified = true
    #expect(policy.reasonForSilence(at: .accepted, for: facts) == .alreadyNotified)
  }
}
