public import Vocabulary

/// The rules that this module decides.
public enum PromptRules {
  public static let all: [Rule] =
    suppression + events + moments + cards + placement + states
}
