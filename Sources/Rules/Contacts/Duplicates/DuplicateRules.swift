public import Vocabulary

/// The rules that the search for duplicates and their review decide.
public enum DuplicateRules {
  public static let all: [Rule] = bands + review
}
