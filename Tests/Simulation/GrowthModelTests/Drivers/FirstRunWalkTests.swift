import GrowthModel
import Onboarding
import Profiles
import RandomStreams
import Statistics
import TestSupport
import Testing
import Vocabulary

extension Profile {
  /// The journey's rules, with the numbers that rin leaves to its user.
  func firstRunRules() throws -> JourneyRules {
    var profile = self
    if profile.id == .rin {
      profile.signUp.numberSwitchLimit = .value(3)
      profile.signUp.socialProofLimit = .value(5)
      profile.signUp.otpExpirySeconds = .value(600)
    }
    return try profile.journeyRules()
  }
}

/// Nobody leaves, nothing is skipped or mistyped.
private let patient: FirstRun = {
  var behaviour = FirstRun()
  behaviour.dropPerScreen = 0
  behaviour.dropAtCode = 0
  behaviour.dropAtAccount = 0
  behaviour.grantWithExplainer = 1
  behaviour.limitedGrant = 0
  behaviour.wrongNumber = 0
  behaviour.wrongCode = 0
  behaviour.act = 0
  return behaviour
}()

extension FirstRunModel {
  func walks(_ count: Int, of newcomer: Newcomer, seed: UInt64 = 1) -> [FirstRunWalk] {
    let stream = RandomSource(seed: seed).stream(for: Luck.onboarding)
    return (0..<count).map { person in
      var chance = stream[UInt64(person)]
      return walk(of: newcomer, at: noon(0), using: &chance)
    }
  }
}

private func newcomer(isInvited: Bool) -> Newcomer {
  var newcomer = Newcomer()
  newcomer.isInvited = isInvited
  newcomer.contacts = 150
  return newcomer
}

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
    var behaviour = patient
    behaviour.dropAtCode = 0.25
    let model = try FirstRunModel(try Profile.rin.firstRunRules(), behaviour: behaviour)
    let walks = model.walks(4_000, of: newcomer(isInvited: true))
    let left = walks.count { $0.hasLeft }
    let interval = try #require(Proportion(left, of: 4_000).wilson(confidence: 0.999))
    #expect(interval.low <= 0.25 && 0.25 <= interval.high)
    #expect(walks.allSatisfy { !$0.hasLeft || $0.lastScreen == .code })
    #expect(walks.allSatisfy { $0.hasLeft == ($0.signedUpAfter == nil) })
  }
}
