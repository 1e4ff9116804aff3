public import Vocabulary

/// The rule book of matching: which click a first launch belongs to.
public enum MatchingRules {
  public static let all: [Rule] =
    clicks + decisions + matching + contest + ownService + candidates + policies
}
