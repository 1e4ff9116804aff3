import Invites
import Testing
import Vocabulary

@Suite("Links · where they lead")
struct DestinationTests {
  typealias Fixture = LinkFixture

  struct Age: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let age: Interval
    let standing: InviteLink.Standing
  }

  static let ages = [
    Age(testDescription: "new", age: .zero, standing: .valid),
    Age(
      testDescription: "a millisecond short of 30 days", age: Fixture.aMonth - Fixture.moment,
      standing: .valid),
    Age(testDescription: "30 days to the millisecond", age: Fixture.aMonth, standing: .valid),
    Age(
      testDescription: "a millisecond older", age: Fixture.aMonth + Fixture.moment,
      standing: .expired),
  ]

  @Test(arguments: ages)
  func `D-RES-02, P-EDG-04 · a link is expired when older than thirty days`(_ example: Age) {
    for policy in [LinkPolicy.product, .design] {
      let invite = InviteLifecycle(createdAt: Fixture.noon, under: policy)
      #expect(
        policy.standing(of: invite, clickedAt: Fixture.noon + example.age) == example.standing)
    }
  }

  @Test func `LNK-08 · Rin's link never expires`() {
    let invite = InviteLifecycle(createdAt: Fixture.noon, under: .rin)
    #expect(invite.expiresAt == nil)
    for days in [31, 36_500] as [Int64] {
      #expect(LinkPolicy.rin.standing(of: invite, clickedAt: Fixture.noon + .days(days)) == .valid)
    }
  }

  @Test func `P-EDG-04, P-EDG-05 · the product's expired page, and then the App Store`() {
    for appIsInstalled in [true, false] {
      let route = LinkPolicy.product.route(.expired, appIsInstalled: appIsInstalled)
      #expect(route.destination == .expiredPage)
      #expect(route.leadsToAppStore)
      #expect(route.rule == "P-EDG-04")
      #expect(
        route.destination.pageText(in: .product)
          == "This invite has expired. Download [App] to get started.")
    }
    let rin = LinkDestination.expiredPage.pageText(in: .rin)
    #expect(rin == "This invite has expired. Download Rin to get started.")
  }

  @Test func `onboarding needs the app: without it the App Store comes first`() {
    for standing in [InviteLink.Standing.unknown, .tampered, .exhausted] {
      #expect(!LinkPolicy.product.route(standing, appIsInstalled: true).leadsToAppStore)
      #expect(LinkPolicy.product.route(standing, appIsInstalled: false).leadsToAppStore)
    }
  }

  @Test func `D-RES-03 · the design's expired link leads to the App Store, and to no page`() {
    for appIsInstalled in [true, false] {
      let route = LinkPolicy.design.route(.expired, appIsInstalled: appIsInstalled)
      #expect(route.destination == .appStoreRedirect)
      #expect(route.leadsToAppStore)
      #expect(route.destination.pageText(in: .design) == nil)
      #expect(!route.destination.keepsContext && !route.destination.earnsCredit)
      #expect(route.rule == "D-RES-03")
    }
  }

  @Test func `LNK-12 · with the app, a good link opens it and is handled there`() {
    for policy in [LinkPolicy.rin, .product, .design] {
      let route = policy.route(.valid, appIsInstalled: true)
      #expect(route.destination == .inviteHandler)
      #expect(!route.leadsToAppStore)
      #expect(route.destination.keepsContext && route.destination.earnsCredit)
      #expect(route.rule == "LNK-12")
    }
  }

  @Test func `LNK-13 · without the app, a good link leads to the App Store and keeps the invite`() {
    for policy in [LinkPolicy.rin, .product, .design] {
      let route = policy.route(.valid, appIsInstalled: false)
      #expect(route.destination == .appStoreKeepingInvite)
      #expect(route.leadsToAppStore)
      #expect(route.destination.keepsContext && route.destination.earnsCredit)
      #expect(route.rule == "LNK-13")
    }
  }

  @Test func `An unknown code gives the standard onboarding, and says nothing`() throws {
    for policy in [LinkPolicy.rin, .product, .design] {
      #expect(policy.standing(of: nil, clickedAt: Fixture.noon) == .unknown)
      let route = policy.route(.unknown, appIsInstalled: false)
      #expect(route.destination == .standardOnboarding)
      #expect(!route.destination.keepsContext && !route.destination.isLogged)
      #expect(route.rule == "CNF-14")
    }
  }

  @Test func `P-LNK-08 · a link that was meddled with gives generic onboarding and a log line`() {
    let route = LinkPolicy.product.route(.tampered, appIsInstalled: false)
    #expect(route.destination == .genericOnboardingAndLog)
    #expect(route.destination.isLogged)
    #expect(!route.destination.keepsContext && !route.destination.earnsCredit)
    #expect(route.rule == "P-LNK-08")
    // Where nothing is signed there is nothing to meddle with: the link is just unknown.
    for policy in [LinkPolicy.rin, .design] {
      #expect(
        policy.route(.tampered, appIsInstalled: false).destination
          == policy.route(.unknown, appIsInstalled: false).destination)
    }
  }

  @Test func `P-INV-15 · the second to come by a link for one gets no credit`() throws {
    var policy = LinkPolicy.product
    let invite = try Self.accepted(times: 1, under: policy)
    #expect(policy.standing(of: invite, clickedAt: Fixture.noon) == .exhausted)

    let generic = policy.route(.exhausted, appIsInstalled: false)
    #expect(generic.destination == .genericOnboarding)
    #expect(!generic.destination.keepsContext && !generic.destination.earnsCredit)
    policy.onExhausted = .personaliseWithoutCredit
    let personal = policy.route(.exhausted, appIsInstalled: false)
    #expect(personal.destination == .personalisedWithoutCredit)
    #expect(personal.destination.keepsContext && !personal.destination.earnsCredit)
    #expect([generic.rule, personal.rule] == ["P-INV-15", "P-INV-15"])
  }

  @Test func `P-INV-15 · the links of Rin and of the design bring any number of people`() throws {
    for policy in [LinkPolicy.rin, .design] {
      let invite = try Self.accepted(times: 1_000, under: policy)
      #expect(invite.acceptances == 1_000)
      #expect(policy.standing(of: invite, clickedAt: Fixture.noon) == .valid)
    }
  }

  @Test func `Age speaks before exhaustion`() throws {
    let invite = try Self.accepted(times: 1, under: .product)
    let late = Fixture.noon + Fixture.aMonth + Fixture.moment
    #expect(LinkPolicy.product.standing(of: invite, clickedAt: late) == .expired)
  }

  @Test
  func `D-RES-02 · a link tapped on day 29 and installed on day 33 is good, by a setting not`() {
    var policy = LinkPolicy.design
    let invite = InviteLifecycle(createdAt: Fixture.noon, under: policy)
    let click = Fixture.noon + .days(29)
    let install = Fixture.noon + .days(33)
    #expect(policy.standing(of: invite, clickedAt: click, installedAt: install) == .valid)
    policy.expiryCheckedAt = .clickAndInstall
    #expect(policy.standing(of: invite, clickedAt: click, installedAt: install) == .expired)
    #expect(
      policy.standing(of: invite, clickedAt: click, installedAt: Fixture.noon + .days(30))
        == .valid)
  }

  private static func accepted(times: Int, under policy: LinkPolicy) throws -> InviteLifecycle {
    var invite = InviteLifecycle(createdAt: Fixture.noon, under: policy)
    for _ in 0..<times {
      let step = invite.receive(
        .accepted(clickedAt: Fixture.noon), at: Fixture.noon, under: policy)
      if case .refused(let refusal) = step {
        throw Fixture.NoSuchThing(text: refusal.rawValue)
      }
    }
    return invite
  }
}
