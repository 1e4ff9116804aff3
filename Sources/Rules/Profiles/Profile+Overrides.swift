import Vocabulary

extension Profile {
  /// A changed setting, as written by the user.
  public struct Override: Hashable, Sendable {
    /// The dotted name of the setting: `link.format`.
    public var name: String
    /// The new value, in the notation of files and the command line.
    public var value: String
    /// Whether the user marked it as deliberate although the profile rules it out.
    public var isDeliberate: Bool

    /// Creates an override, which is deliberate only if marked so.
    public init(_ name: String, _ value: String, isDeliberate: Bool = false) {
      self.name = name
      self.value = value
      self.isDeliberate = isDeliberate
    }
  }

  /// The reason why an override is refused.
  public enum OverrideMistake: Hashable, Sendable {
    /// No setting has this name.
    case unknownSetting(String)
    /// The text is no value of the setting; `expects` describes a valid one.
    case badValue(name: String, value: String, expects: String)
    /// The list sets this setting more than once.
    case givenTwice(name: String)
  }

  /// All mistakes in a list of overrides.
  public struct OverrideMistakes: Error, Hashable, Sendable {
    /// The mistakes, those in `prompts.ruleSet` first and the others in the order of the list.
    public let mistakes: [OverrideMistake]

    /// Creates the error with all mistakes of one list.
    public init(mistakes: [OverrideMistake]) {
      self.mistakes = mistakes
    }
  }

  /// Applies all overrides, or none of them and throws every mistake.
  ///
  /// `prompts.ruleSet` comes first, wherever it stands: it is a shorthand that single rules refine.
  public mutating func apply(_ overrides: [Override]) throws(OverrideMistakes) {
    var changed = self
    var mistakes: [OverrideMistake] = []
    var seen: Set<String> = []
    let isShorthand = { (override: Override) in override.name == Setting.promptRuleSetName }
    for override in overrides.filter(isShorthand) + overrides.filter({ !isShorthand($0) }) {
      guard let setting = Setting.named(override.name) else {
        mistakes.append(.unknownSetting(override.name))
        continue
      }
      if !seen.insert(override.name).inserted {
        mistakes.append(.givenTwice(name: override.name))
      } else if !setting.write(&changed, override.value) {
        mistakes.append(
          .badValue(name: override.name, value: override.value, expects: setting.expects))
      } else {
        changed.overridden.insert(override.name)
        if override.isDeliberate { changed.deliberate.insert(override.name) }
      }
    }
    guard mistakes.isEmpty else { throw OverrideMistakes(mistakes: mistakes) }
    self = changed
  }
}
