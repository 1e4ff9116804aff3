import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · which screens a newcomer meets")
struct JourneyPlanTests {
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let position: Position
    let isInvited: Bool
    let screens: [JourneyScreen]
    let count: Int
  }

  static let rinScreens: [JourneyScreen] = [
    .welcome, .reasons, .privacy, .phoneNumber, .code, .explainer, .name, .photo, .username,
    .sharing, .syncing, .home,
  ]
  static let standard: [JourneyScreen] = [
    .welcome, .privacy, .account, .name, .photo, .username, .home,
  ]

  static let ways = [
    Way(
      testDescription: "rin, organic", position: .rin, isInvited: false, screens: rinScreens,
      count: 12),
    Way(
      testDescription: "rin, invited", position: .rin, isInvited: true, screens: rinScreens,
      count: 12),
    Way(
      testDescription: "product, organic", position: .product, isInvited: false,
      screens: standard, count: 6),
    Way(
      testDescription: "product, invited", position: .product, isInvited: true,
      screens: [.welcome, .privacy, .name, .destination, .account, .home], count: 3),
    Way(
      testDescription: "design, organic", position: .design, isInvited: false, screens: standard,
      count: 6),
    Way(
      testDescription: "design, invited", position: .design, isInvited: true, screens: standard,
      count: 6),
  ]

  @Test(arguments: ways)
  func `P-ONB-02, P-RCV-06 · everyone meets as many screens as the policy says`(
    _ way: Way
  ) throws {
    var walk = Walk(try way.position.rules(), isInvited: way.isInvited)
    walk.go(to: .home)
    #expect(walk.screens == way.screens)
    #expect(walk.journey.screenCount(under: walk.rules) == way.count)
    let plan = walk.journey.plan(under: walk.rules)
    #expect(way.screens.compactMap { plan.number(of: $0) } == Array(1...way.count))
  }

  @Test func `P-RCV-05 · the invited skip the optional steps, and the invite fills in the rest`()
    throws
  {
    let rules = try Position.product.rules()
    let skipped = rules.organic.counted.members.filter { !rules.invited.counted.contains($0) }
    #expect(skipped == [.account, .photo, .username])

    let maya = Inviter(principal: PrincipalID(rawValue: 7), name: "Maya")
    let invitation = Invitation(inviter: maya, context: .content, subject: 3)
    #expect(Invitation.destination(of: invitation, under: .product) == .content(3))
  }

  @Test func `JRN-01, JRN-10 · twelve screens are the steps 1 to 8, in order`() throws {
    let rules = try Position.rin.rules()
    let screens = rules.organic.counted.members
    #expect(screens.map(\.standardNumber) == Array(1...12))
    #expect(screens.map(\.step.rawValue) == [1, 1, 1, 2, 3, 4, 5, 5, 5, 6, 7, 8])
    #expect(JourneyScreen.appStore.step == .appStoreImpression)
    #expect(
      JourneyStep.allCases == [
        .appStoreImpression, .launchIntro, .phoneNumberEntry, .otpVerification,
        .contactPermissionExplainer, .profileBasics, .defaultCirclesAndSharing,
        .syncProgressAndUtility, .home,
      ])
    for screen in screens { #expect(rules.organic.number(of: screen) == screen.standardNumber) }
  }

  @Test(arguments: 8...12)
  func `JRN-04 · the launch intro has three screens at most`(_ count: Int) throws {
    let rules = try Position.rin.rules { $0.onboarding.organicScreens = count }
    let intro = rules.organic.counted.members.filter { $0.step == .launchIntro }
    #expect((1...3).contains(intro.count))
    #expect(rules.organic.counted.count == count)
  }

  struct Length: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let organic: Int
    let invited: Int
    let fits: Bool
  }

  static let lengths = [
    Length(testDescription: "the longest the document allows", organic: 7, invited: 3, fits: true),
    Length(testDescription: "the shortest", organic: 5, invited: 2, fits: true),
    Length(testDescription: "more than there are", organic: 8, invited: 3, fits: false),
    Length(testDescription: "fewer than are needed", organic: 2, invited: 3, fits: false),
    Length(testDescription: "an invited one of one screen", organic: 6, invited: 1, fits: false),
  ]

  @Test(arguments: lengths)
  func `P-ONB-02 · 5-7 screens and 2-3 can be made, and what cannot is refused`(
    _ length: Length
  ) throws {
    let make = {
      try Position.product.rules {
        $0.onboarding.organicScreens = length.organic
        $0.onboarding.invitedScreens = length.invited
      }
    }
    if length.fits {
      let rules = try make()
      #expect(rules.organic.counted.count == length.organic)
      #expect(rules.invited.counted.count == length.invited)
    } else {
      #expect(throws: JourneySettingError.self) { try make() }
    }
  }

  @Test func `a delayed wall that leaves too few screens is refused, naming both settings`() throws
  {
    let error = #expect(throws: JourneySettingError.self) {
      try Position.rin.rules { $0.onboarding.signUpWall = .afterFirstMeaningfulInteraction }
    }
    #expect(
      error?.description == """
        'onboarding.invitedScreens' is 12, but with these policies ('onboarding.signUpWall' among \
        them) a journey has from 6 to 10 screens
        """)
    let fitting = try Position.rin.rules {
      $0.onboarding.signUpWall = .afterFirstMeaningfulInteraction
      $0.onboarding.invitedScreens = 10
    }
    var walk = Walk(fitting, isInvited: true)
    walk.go(to: .home)
    #expect(walk.screens.suffix(4) == [.destination, .phoneNumber, .code, .home])
    #expect(walk.journey.screenNumber(under: fitting) == 10)
  }

  @Test func `a journey is a small value`() {
    #expect(MemoryLayout<Journey>.size <= 16)
    #expect(MemoryLayout<JourneyAnswer>.size <= 16)
  }
}
