import GrowthloopFindings
public import Profiles

extension Profile.OverrideMistake {
  /// The setting of the mistake.
  public var setting: String {
    switch self {
    case .unknownSetting(let name), .badValue(let name, _, _), .givenTwice(let name):
      name
    }
  }

  /// The mistake in words, for files and command line alike.
  public var message: String {
    switch self {
    case .unknownSetting(let name): "unknown setting \(name.quoted)"
    case .badValue(let name, let value, let expects):
      "\(name.quoted) must be \(expects), not \(value.quoted)"
    case .givenTwice(let name): "\(name.quoted) is set more than once"
    }
  }

  /// The known setting that was probably meant by an unknown one.
  public var nearestSetting: String? {
    guard case .unknownSetting(let name) = self else { return nil }
    return Suggestion.nearest(to: name, among: Setting.all.map(\.name))
  }

  /// The mistake, and the setting that was probably meant.
  public var messageWithSuggestion: String {
    message + (nearestSetting.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// What to write instead: a word that resembles, or the value of the profile.
  func remedy(under profile: Profile) -> String? {
    switch self {
    case .unknownSetting: return nearestSetting.map { "did you mean \($0)?" }
    case .givenTwice: return "keep one of the two"
    case .badValue(let name, let value, _):
      guard let setting = Setting.named(name) else { return nil }
      let words = setting.shape.words
      if let near = Suggestion.nearest(to: value, among: words) { return "write \(near)" }
      let usual = setting.value(in: profile)
      return "write \(usual)" + (words.contains("none") && usual != "none" ? ", or none" : "")
    }
  }
}

extension SettingShape {
  /// The words accepted as a value.
  fileprivate var words: [String] {
    switch self {
    case .choice(let words): words
    case .flag: ["true", "false"]
    case .either(let shapes): shapes.flatMap(\.words)
    case .list(let shape): shape.words + ["none"]
    case .whole, .number, .share, .time, .text: []
    }
  }
}
