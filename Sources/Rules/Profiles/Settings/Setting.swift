public import Vocabulary

/// One dial of a profile, known by its dotted name.
public struct Setting: Sendable {
  /// The dotted name: `prompts.minIntervalDays`.
  public let name: String
  /// The conflict that the setting decides.
  public let conflict: RuleID
  /// The profiles whose document says nothing, so that the value is taken from elsewhere.
  public let silent: Set<ProfileID>
  /// What a value looks like, in words that complete "must be …".
  public let expects: String
  /// The same for a program, such as an editor that checks a file.
  public let shape: SettingShape
  let read: @Sendable (Profile) -> String
  let write: @Sendable (inout Profile, String) -> Bool
}

extension Setting {
  /// The value in `profile`, as files spell it.
  public func value(in profile: Profile) -> String { read(profile) }

  /// Whether the three profiles take different positions.
  public var isDisputed: Bool {
    Set(ProfileID.allCases.map { value(in: Profile($0)) }).count > 1
  }

  /// Ties a name to a place in the profile and to a way of writing it.
  static func row<Value>(
    _ name: String, _ conflict: RuleID,
    _ path: any WritableKeyPath<Profile, Value> & Sendable, _ format: SettingFormat<Value>,
    silent: ProfileID...
  ) -> Setting {
    Setting(
      name: name, conflict: conflict, silent: Set(silent), expects: format.expects,
      shape: format.shape,
      read: { format.print($0[keyPath: path]) },
      write: { profile, text in
        guard let value = format.parse(text) else { return false }
        profile[keyPath: path] = value
        return true
      })
  }
}
