public import Vocabulary

/// The rule book of matching: the assignment of a launch to a click.
public enum MatchingRules {
  /// All rules about clicks, match decisions and matchers, section by section.
  public static let all: [Rule] =
    clicks + decisions + matching + contest + ownService + candidates + policies
}

/// The rules by which credit is given.
public enum CreditRules {
  /// All rules about the choice of the click and the progress of a referral.
  public static let all: [Rule] = deciding + progress
}

/// The rule book of receiving: the surfaces shown to a person who opens an invite link.
public enum ReceiptRules {
  /// All rules about the opening of a link, from the landing page to the end of onboarding.
  public static let all: [Rule] =
    decisions + surfaces + states + landing + elsewhere + previews + verification + arrival
}

/// The rule book of retention: the lifetime of clicks, installs and referrals.
public enum RetentionRules {
  /// All rules about retention periods and deleted accounts.
  public static let all: [Rule] = periods + deletion
}
