public import Vocabulary

/// One setting of a profile, identified by its dotted name.
public struct Setting: Sendable {
  /// The dotted name: `prompts.minIntervalDays`.
  public let name: String
  /// The conflict that the setting decides.
  public let conflict: RuleID
  /// The profiles whose document does not give the value, so that it is taken from elsewhere.
  public let silent: Set<ProfileID>
  /// The form of a value, in words that complete "must be …".
  public let expects: String
  /// The same form for a program, such as an editor that checks a file.
  public let shape: SettingShape
  let read: @Sendable (Profile) -> String
  let write: @Sendable (inout Profile, String) -> Bool
}

extension Setting {
  /// Returns the value in `profile`, as files spell it.
  public func value(in profile: Profile) -> String { read(profile) }

  /// Whether the three profiles take different positions.
  public var isDisputed: Bool {
    Set(ProfileID.allCases.map { value(in: Profile($0)) }).count > 1
  }

  /// Creates a setting from a name, a place in the profile and a notation.
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

extension Setting {
  /// Every setting, in the order in which profiles are printed.
  public static let all: [Setting] =
    links + attribution + receipt + prompts + flow + limits + contacts + messages + share
    + onboarding + connection + visibility + failure + privacy + measures + events + plans + home

  /// Returns the setting of that name.
  public static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// The form of a setting's values, for a program that checks them before we do.
///
/// It may accept a value that the setting then refuses; it accepts every valid value.
public indirect enum SettingShape: Hashable, Sendable {
  /// One of these words.
  case choice([String])
  /// `true` or `false`.
  case flag
  /// A whole number in this range; `Int.max` sets no upper limit.
  case whole(ClosedRange<Int>)
  /// A finite number of at least so much.
  case number(least: Double)
  /// A proportion from 0 to 1, or in per cent.
  case share
  /// A number of at least so much in the unit of the setting, or a time with its own unit.
  case time(least: Int)
  /// Text, matching a regular expression where one is given.
  case text(pattern: String?)
  /// A value of any of these forms.
  case either([SettingShape])
  /// Values in a list, or none.
  case list(of: SettingShape)
}
