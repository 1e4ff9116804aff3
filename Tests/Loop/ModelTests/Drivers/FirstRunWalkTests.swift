import GrowthloopModel
import Onboarding
import Profiles
import RandomStreams
import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite("Drivers · a first run")
struct FirstRunWalkTests {
  @Test(arguments: ProfileID.allCases, [true, false])
  func `the newcomer meets as many screens as the profile sets`(
    _ id: ProfileID, isInvited: Bool
  ) throws {
    let rules = try Profile(id).firstRunRules()
    let model = try FirstRunModel(rules, behaviour: patient)
    let plan = isInvited ? rules.invited : rules.organic
    let expected =
      isInvited ? Profile(id).onboarding.invitedScreens : Profile(id).onboarding.organicScreens
    for walk in model.walks(20, of: newcomer(isInvited: isInvited)) {
      #expect(walk.lastScreen == .home && !walk.hasLeft)
      #expect(plan.counted.count == expected)
      #expect(walk.screens.members.count { plan.counted.contains($0) } == expected)
      #expect(walk.milestones.isSuperset(of: [.signedUp, .onboardingCompleted]))
    }
  }

  @Test func `the code costs the stated share`() throws {
    let model = try FirstRunModel(
      try Profile.rin.firstRunRules(), behaviour: patient.with { $0.dropAtCode = 0.25 })
    let walks = model.walks(4_000, of: newcomer(isInvited: true))
    let left = walks.count { $0.hasLeft }
    let interval = try #require(Proportion(left, of: 4_000).wilson(confidence: 0.999))
    #expect(interval.low <= 0.25 && 0.25 <= interval.high)
    #expect(walks.allSatisfy { !$0.hasLeft || $0.lastScreen == .code })
    #expect(walks.allSatisfy { $0.hasLeft == ($0.signedUpAfter == nil) })
  }

  @Test(arguments: ProfileID.allCases)
  func `each screen before home costs its share`(_ id: ProfileID) throws {
    let rules = try Profile(id).firstRunRules()
    let model = try FirstRunModel(rules, behaviour: patient.with { $0.dropPerScreen = 0.05 })
    let walks = model.walks(4_000, of: newcomer(isInvited: false))
    let screens = try FirstRunModel(rules, behaviour: patient)
      .walks(1, of: newcomer(isInvited: false))[0].screens
    // The code and the account have a share of their own, home has none.
    let losing = screens.members.count { ![.code, .account, .home].contains($0) }
    let arrival = (0..<losing).reduce(1.0) { share, _ in share * 0.95 }
    let interval = try #require(
      Proportion(walks.count { !$0.hasLeft }, of: 4_000).wilson(confidence: 0.999))
    #expect(interval.low <= arrival && arrival <= interval.high)
  }

  @Test func `P-ONB-03 · behind a delayed wall the first value comes before the account`() throws {
    let model = try FirstRunModel(try Profile.product.firstRunRules(), behaviour: patient)
    for walk in model.walks(50, of: newcomer(isInvited: true)) {
      let (value, account) = (try #require(walk.firstValueAfter), try #require(walk.signedUpAfter))
      #expect(value < account && walk.screens.contains(.destination))
    }
    for walk in model.walks(50, of: newcomer(isInvited: false)) {
      let (value, account) = (try #require(walk.firstValueAfter), try #require(walk.signedUpAfter))
      #expect(account < value && !walk.screens.contains(.destination))
    }
  }

  @Test func `each profile connects in its own way`() throws {
    func connections(_ id: ProfileID, isInvited: Bool) throws -> [FirstRunWalk] {
      try FirstRunModel(
        try Profile(id).firstRunRules(), behaviour: patient.with { $0.acceptConnection = 0.6 }
      ).walks(1_000, of: newcomer(isInvited: isInvited))
    }
    for walk in try connections(.rin, isInvited: true) {
      #expect(walk.connection == .automatic && walk.connectionAfter == walk.signedUpAfter)
      #expect(walk.milestones.contains(.connected))
    }
    let product = try connections(.product, isInvited: true)
    let accepted = product.count { $0.connection == .accepted }
    let interval = try #require(Proportion(accepted, of: 1_000).wilson(confidence: 0.999))
    #expect(interval.low <= 0.6 && 0.6 <= interval.high)
    for walk in product {
      #expect(walk.connection != .none && walk.connectionAfter == walk.completedAfter)
      #expect(walk.milestones.contains(.connected) == (walk.connection == .accepted))
      #expect(walk.milestones.contains(.accepted) == (walk.connection == .accepted))
    }
    for walk in try connections(.design, isInvited: true) + connections(.rin, isInvited: false) {
      #expect(walk.connection == .none && walk.connectionAfter == nil)
    }
  }

  @Test func `PER-06 · who does not allow contacts denies the system or says "Not now"`() throws {
    func walks(_ change: (inout FirstRun) -> Void) throws -> [FirstRunWalk] {
      try FirstRunModel(try Profile.rin.firstRunRules(), behaviour: patient.with(change))
        .walks(1_000, of: newcomer(isInvited: true))
    }
    for walk in try walks({ ($0.grantWithExplainer, $0.notNow) = (0, 0) }) {
      #expect(walk.access == .denied && walk.wasExplained && walk.wasAsked)
      #expect(walk.lastScreen == .home)
    }
    for walk in try walks({ ($0.grantWithExplainer, $0.notNow) = (0, 1) }) {
      #expect(walk.access == .notDetermined && walk.wasExplained && !walk.wasAsked)
    }
    let granted = try walks { $0.grantWithExplainer = 0.66 }.count { $0.access == .authorized }
    let interval = try #require(Proportion(granted, of: 1_000).wilson(confidence: 0.999))
    #expect(interval.low <= 0.66 && 0.66 <= interval.high)
  }

  @Test func `of those who allow contacts the stated share chooses some of them`() throws {
    let behaviour = patient.with { ($0.grantWithExplainer, $0.limitedGrant) = (0.5, 0.4) }
    let walks = try FirstRunModel(try Profile.rin.firstRunRules(), behaviour: behaviour)
      .walks(2_000, of: newcomer(isInvited: true))
    let granted = walks.count { [.authorized, .limited].contains($0.access) }
    let limited = walks.count { $0.access == .limited }
    let interval = try #require(Proportion(limited, of: granted).wilson(confidence: 0.999))
    #expect(interval.low <= 0.4 && 0.4 <= interval.high)
  }

  @Test func `a profile that asks for no contacts leaves the access open`() throws {
    let model = try FirstRunModel(
      try Profile.product.firstRunRules(), behaviour: patient.with { $0.act = 1 })
    for walk in model.walks(50, of: newcomer(isInvited: true)) {
      #expect(walk.access == .notDetermined && !walk.wasExplained && !walk.wasAsked)
    }
  }

  @Test func `PHN-13 · whoever gets every code too late leaves at the code`() throws {
    var profile = Profile.rin
    profile.signUp.numberSwitchLimit = .value(3)
    profile.signUp.socialProofLimit = .value(5)
    profile.signUp.otpExpirySeconds = .value(60)
    let model = try FirstRunModel(
      try profile.journeyRules(), behaviour: patient.with { $0.codeTime = .fixed(.seconds(61)) })
    for walk in model.walks(20, of: newcomer(isInvited: true)) {
      #expect(walk.hasLeft && walk.lastScreen == .code && walk.signedUpAfter == nil)
    }
  }

  @Test func `PHN-02 · a mistyped number is changed, unless the device may not`() throws {
    let wrong = patient.with { $0.wrongNumber = 1 }
    for walk in try FirstRunModel(try Profile.rin.firstRunRules(), behaviour: wrong)
      .walks(20, of: newcomer(isInvited: true))
    {
      #expect(walk.lastScreen == .home && walk.milestones.contains(.phoneVerified))
    }
    var policies = JourneyPolicies.rin
    policies.signUp.numberSwitchLimit = .value(0)
    policies.signUp.socialProofLimit = .value(5)
    policies.signUp.otpExpirySeconds = .value(60)
    for walk in try FirstRunModel(try JourneyRules(policies), behaviour: wrong)
      .walks(20, of: newcomer(isInvited: true))
    {
      #expect(walk.hasLeft && walk.lastScreen == .phoneNumber)
    }
  }

  @Test func `EDG-03 · who has an account already signs in, and nobody is connected`() throws {
    let model = try FirstRunModel(try Profile.rin.firstRunRules(), behaviour: patient)
    var member = newcomer(isInvited: true)
    member.owner = .knownPrincipal
    for walk in model.walks(20, of: member) {
      #expect(walk.milestones.contains(.signedIn) && !walk.milestones.contains(.signedUp))
      #expect(walk.connection == .none && !walk.journey.isInvited)
    }
  }

  @Test func `a walk takes the time of its screens`() throws {
    let behaviour = patient.with { $0.perScreen = .fixed(.seconds(10)) }
    for walk in try FirstRunModel(try Profile.design.firstRunRules(), behaviour: behaviour)
      .walks(20, of: newcomer(isInvited: false))
    {
      // Home is arrived at, then looked at for as long as any other screen.
      #expect(walk.took == .seconds(10) * Int64(walk.screens.count))
      #expect(walk.completedAfter == walk.took - .seconds(10))
    }
  }
}
