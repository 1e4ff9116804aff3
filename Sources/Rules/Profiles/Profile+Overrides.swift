import Vocabulary

extension Profile {
  /// A setting that someone changes, as it was written.
  public struct Override: Hashable, Sendable {
    public var name: String
    public var value: String
    /// Whether it is meant although the profile rules it out.
    public var isDeliberate: Bool

    public init(_ name: String, _ value: String, isDeliberate: Bool = false) {
      self.name = name
      self.value = value
      self.isDeliberate = isDeliberate
    }
  }

  /// Why an override cannot be taken.
  public enum OverrideMistake: Hashable, Sendable {
    case unknownSetting(String)
    /// The text is no value of the setting; `expects` tells what would be.
    case badValue(name: String, value: String, expects: String)
    case givenTwice(name: String)
  }

  /// All that is wrong with a list of overrides.
  public struct OverrideMistakes: Error, Hashable, Sendable {
    public let mistakes: [OverrideMistake]

    public init(mistakes: [OverrideMistake]) {
      self.mistakes = mistakes
    }
  }

  /// Takes the overrides, or none of them and tells every mistake.
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
