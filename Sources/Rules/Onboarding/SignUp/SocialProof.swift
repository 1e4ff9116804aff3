public import Vocabulary

/// The line that reports how many people have a number already.
///
/// An app needs it to draw the line at sign-up.
public struct SocialProofLine: Hashable, Sendable {
  /// The words of the line, the same with and without a count.
  public let text: String
  /// The number of people who have the number, if it is shown; never their identities.
  public let count: Int?
}

/// The decision whether the social-proof line is shown.
///
/// An app needs it to show or leave out the line at sign-up.
public enum SocialProofDecision: Hashable, Sendable {
  /// At least one person has the number, and the limit permits the look-up.
  case shown(SocialProofLine)
  /// The line is not shown, for this reason.
  case withheld(because: Reason)

  /// The reason why the line is not shown.
  public enum Reason: String, CaseIterable, Sendable {
    /// The device has reached its limit of look-ups.
    case lookUpLimit
    /// No address book contains the number, so the line would be false.
    case noAccountHasIt = "nobodyHasIt"
  }
}

extension SocialProofDecision.Reason {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .lookUpLimit: "PHN-06"
    case .noAccountHasIt: "PHN-03"
    }
  }
}

extension SocialProofLine {
  /// Counts the people whose address book contains `number`, each once.
  ///
  /// "Your network" is read as those who have the newcomer's number: at this point the newcomer's
  /// own contacts are unknown (ours; no document defines it). For privacy it reads marks in place
  /// of numbers, and returns a count in place of people.
  public static func people(
    having number: NumberKey, among addressBooks: some Sequence<some Sequence<NumberKey>>
  ) -> Int {
    addressBooks.reduce(0) { $0 + ($1.contains(number) ? 1 : 0) }
  }
}

extension PhoneVerification {
  /// Decides about the line for a number that `people` have, and counts the look-up.
  ///
  /// It may be called before the code as well as after. Every answer counts, so that trying out
  /// numbers soon reveals nothing more.
  public mutating func lookUpSocialProof(
    people: Int, showsCount: Bool, under limits: SignUpLimits
  ) -> SocialProofDecision {
    if let most = limits.socialProofLookUps, lookUps >= most {
      return .withheld(because: .lookUpLimit)
    }
    lookUps += 1
    guard people > 0 else { return .withheld(because: .noAccountHasIt) }
    return .shown(
      SocialProofLine(
        text: "People in your network already have this number.",
        count: showsCount ? people : nil))
  }
}

extension OnboardingRules {
  static let socialProof: [Rule] = [
    Rule("DEC-02", "Social proof may be shown before or around verification, within limits."),
    Rule("PHN-03", "The social-proof counter shows how many have the number, never who."),
    Rule(
      "PHN-12", "\"Your network\" is whoever has the number; the newcomer's contacts are unknown."),
    Rule("PHN-04", "The words of the social-proof line."),
    Rule("PHN-05", "Showing the count is optional."),
    Rule("PHN-06", "Look-ups are limited, so that numbers cannot be enumerated."),
  ]
}
