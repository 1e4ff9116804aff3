public import Vocabulary

/// The rule book of message texts, their length, and preview cards.
public enum MessageRules {
  public static let all: [Rule] =
    templates + result + composing + choice + length + preview + prompts
}
