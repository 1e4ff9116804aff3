public import Vocabulary

/// The rule book of retention: how long clicks, installs and referrals are kept.
public enum RetentionRules {
  public static let all: [Rule] = periods + deletion
}
