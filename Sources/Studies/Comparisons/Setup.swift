import Vocabulary
public import GrowthloopFindings
public import GrowthloopModel
public import Profiles
import GrowthloopPlans

/// A plan under a name, with its parameters.
public struct Setup: Sendable {
  /// The name in tables, taken from its file.
  public var name: String
  public var plan: GrowthPlan
  /// The parameters of the behaviour; empty for a plan without a scenario.
  public var parameters: [Parameter]
  /// The plans of draws from a posterior, one for each replication in turn; empty for `plan` alone.
  public var draws: [GrowthPlan] = []

  public init(_ name: String, _ plan: GrowthPlan, parameters: [Parameter] = []) {
    self.name = name
    self.plan = plan
    self.parameters = parameters
  }
}

/// A setting or parameter that differs between two setups.
public struct SettingDifference: Sendable, Hashable {
  public let name: String
  /// The values as files spell them; `nil` where one setup has no such parameter.
  public let base: String?
  public let variant: String?
}

extension Setup {
  /// Returns the differences of `variant`: rules first, then behaviour, then the length of the run.
  public func differences(to variant: Setup) -> [SettingDifference] {
    let profile = plan.profile.differences(to: variant.plan.profile)
    let names =
      parameters.map(\.name)
      + variant.parameters.map(\.name).filter { name in
        !parameters.contains { $0.name == name }
      }
    let behaviour = names.compactMap { name -> SettingDifference? in
      let (base, changed) = (value(of: name), variant.value(of: name))
      return base == changed
        ? nil : SettingDifference(name: name, base: base, variant: changed)
    }
    let days =
      plan.days == variant.plan.days
      ? []
      : [SettingDifference(name: "days", base: "\(plan.days)", variant: "\(variant.plan.days)")]
    return profile + behaviour + days
  }

  private func value(of name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension Profile {
  /// Returns the settings that differ in `variant`, with the profile itself first.
  public func differences(to variant: Profile) -> [SettingDifference] {
    let itself =
      id == variant.id
      ? []
      : [SettingDifference(name: "profile", base: id.rawValue, variant: variant.id.rawValue)]
    return itself
      + Setting.all.compactMap { setting in
        let (base, changed) = (setting.value(in: self), setting.value(in: variant))
        return base == changed
          ? nil : SettingDifference(name: setting.name, base: base, variant: changed)
      }
  }
}
