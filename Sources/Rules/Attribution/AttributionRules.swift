public import Vocabulary

/// The rule book of matching: the assignment of a launch to a click.
public enum MatchingRules {
  public static let all: [Rule] =
    clicks + decisions + matching + contest + ownService + candidates + policies
}

/// The rules by which credit is given.
public enum CreditRules {
  public static let all: [Rule] = deciding + progress
}

/// The rule book of receiving: the surfaces shown to a person who opens an invite link.
public enum ReceiptRules {
  public static let all: [Rule] =
    decisions + surfaces + states + landing + elsewhere + previews + verification + arrival
}

/// The rule book of retention: the lifetime of clicks, installs and referrals.
public enum RetentionRules {
  public static let all: [Rule] = periods + deletion
}
