import Experiments
import LoadTrials
import Profiles
import Scenarios

extension RunParameter {
  /// What reports tell of a plan in their heads.
  private static let told: Set = ["question", "profile", "seed", "target"]

  /// All keys of a load plan, and the settings in which it leaves its profile.
  static func all(of scenario: LoadScenario) -> [RunParameter] {
    let keys = scenario.writtenKeys.filter { !told.contains($0.name) }.map { key in
      RunParameter(
        parameter: key.name, value: key.value, meaning: key.meaning, source: nil, grade: nil)
    }
    let settings = Profile(scenario.profile.id).differences(to: scenario.profile).map { setting in
      RunParameter(
        parameter: setting.name, value: setting.variant ?? "none",
        meaning: "A setting in which the plan leaves its profile.", source: nil, grade: nil)
    }
    return keys + settings
  }
}
