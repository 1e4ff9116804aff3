import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · milestones")
struct MilestoneTests {
  @Test(arguments: Position.allCases)
  func `P-SCO-01 · an install alone is no success, nor is coming without an invite`(
    _ position: Position
  ) throws {
    var walk = Walk(try position.rules(), isInvited: true)
    walk.play(.installed)
    #expect(walk.journey.milestones.contains(.installed))
    #expect(!walk.journey.isSuccessfulInvite)
    walk.play(.launched)
    #expect(!walk.journey.isSuccessfulInvite)
    walk.go(to: .home)
    #expect(walk.journey.isSuccessfulInvite)

    var organic = Walk(try position.rules())
    organic.go(to: .home)
    #expect(organic.journey.milestones.contains(.onboardingCompleted))
    #expect(!organic.journey.isSuccessfulInvite)
  }

  @Test(arguments: [
    (Milestones.phoneSubmitted, JourneyScreen.phoneNumber, JourneyScreen.code),
    (.phoneVerified, .code, .explainer), (.signedUp, .code, .explainer),
    (.permissionAnswered, .explainer, .name), (.basicsCompleted, .username, .sharing),
    (.defaultsSet, .sharing, .syncing), (.onboardingCompleted, .syncing, .home),
  ])
  func `a milestone is reached by leaving its screen, and no sooner`(
    _ milestone: Milestones, _ screen: JourneyScreen, _ next: JourneyScreen
  ) throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: screen)
    #expect(!walk.journey.milestones.contains(milestone))
    walk.go(to: next)
    #expect(walk.journey.milestones.contains(milestone))
  }

  @Test func `each milestone is its own`() {
    let all: [Milestones] = [
      .installed, .firstLaunched, .signUpStarted, .phoneSubmitted, .phoneVerified, .signedUp,
      .permissionAnswered, .basicsCompleted, .defaultsSet, .syncCompleted, .firstValueGenerated,
      .firstValueSeen, .onboardingCompleted, .firstActionTaken, .inviteDelivered, .connected,
      .accepted, .signedIn,
    ]
    #expect(Set(all.map(\.rawValue)).count == all.count)
    #expect(all.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
  }

  @Test func `accepted means what the profile says: completed, connected or signed up`() throws {
    var rin = Walk(try Position.rin.rules(), isInvited: true)
    rin.go(to: .syncing)
    #expect(!rin.journey.milestones.contains(.accepted))
    rin.go(to: .home)
    #expect(rin.journey.milestones.contains(.accepted))

    var product = Walk(try Position.product.rules(), isInvited: true)
    product.go(to: .home)
    #expect(!product.journey.milestones.contains(.accepted))
    product.play(.connected)
    #expect(product.journey.milestones.contains(.accepted))

    var design = Walk(try Position.design.rules(), isInvited: true)
    design.go(to: .account)
    #expect(!design.journey.milestones.contains(.accepted))
    design.play(.account(.newPrincipal))
    #expect(design.journey.milestones.contains(.accepted))
  }

  struct Definition: Sendable, CustomTestStringConvertible {
    let position: Position
    let counts: Journey.Input
    var testDescription: String { position.rawValue }
  }

  static let definitions = [
    Definition(position: .rin, counts: .sawCard(.checklist)),
    Definition(position: .product, counts: .sawContent),
    Definition(position: .design, counts: .inviteDelivered),
  ]

  @Test(arguments: definitions)
  func `first value is what the profile defines, and counts once`(_ definition: Definition) throws {
    var walk = Walk(try definition.position.rules())
    walk.go(to: .home)
    for other in MilestoneTests.definitions where other.position != definition.position {
      #expect(!walk.play(other.counts).events.contains(.firstValueSeen))
    }
    #expect(!walk.journey.milestones.contains(.firstValueSeen))
    #expect(walk.play(definition.counts).events.contains(.firstValueSeen))
    #expect(walk.play(definition.counts).events.isEmpty)
  }
}
