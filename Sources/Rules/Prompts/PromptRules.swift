public import Vocabulary

/// The rules that this module decides.
public enum PromptRules {
  /// All rules about contextual prompts, section by section.
  public static let all: [Rule] =
    suppression + events + moments + cards + placement + states
}
