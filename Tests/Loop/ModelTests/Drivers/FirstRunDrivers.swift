import GrowthloopModel
import Onboarding
import Profiles
import RandomStreams
import TestSupport
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
let patient: FirstRun = {
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
    let stream = RandomSource(seed: seed).stream(for: DrawPurpose.onboarding)
    return (0..<count).map { walk(of: newcomer, at: noon(0), by: stream[UInt64($0)]) }
  }
}

func newcomer(isInvited: Bool) -> Newcomer {
  var newcomer = Newcomer()
  newcomer.isInvited = isInvited
  newcomer.contacts = 150
  return newcomer
}

extension FirstRun {
  func with(_ change: (inout FirstRun) -> Void) -> FirstRun {
    var behaviour = self
    change(&behaviour)
    return behaviour
  }
}
