/// A setting or parameter in which two runs differ, with its values as files spell them.
public struct SettingChange: Codable, Sendable {
  public let setting: String
  /// The value of the base; `nil` where it has no such parameter.
  public let base: String?
  public let variant: String?

  public init(_ setting: String, base: String?, variant: String?) {
    self.setting = setting
    self.base = base
    self.variant = variant
  }
}

/// The same for a scenario: the value of the profile or the default, and that of the scenario.
public struct ScenarioChange: Codable, Sendable {
  public let setting: String
  public let profile: String?
  public let value: String?

  public init(_ setting: String, profile: String?, value: String?) {
    self.setting = setting
    self.profile = profile
    self.value = value
  }
}
