import AddressBooks
import Attribution
import HomeSections
import Invites
import Onboarding
import Prompts
public import Vocabulary

/// Every rule that the modules decide, by its catalogue id.
public enum RuleBook {
  /// The rules in the order of their ids.
  public static let all: [Rule] = [
    PromptRules.all, OnboardingRules.all, CreditRules.all, MatchingRules.all, ReceiptRules.all,
    RetentionRules.all, LinkRules.all, SharingRules.all, MessageRules.all, EventRules.all,
    VisibilityRules.all, ConnectionRules.all, ContactRules.all, SectionRules.all,
    ConflictRules.all,
  ].joined().sorted { $0.id < $1.id }

  /// Returns the rule of that id.
  public static func rule(_ id: String) -> Rule? {
    RuleID(id).flatMap { byID[$0] }
  }

  private static let byID = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}

/// The conflicts of the documents that settings decide and no single rule covers.
enum ConflictRules {
  static let all: [Rule] = links + limits + onboarding + measures + plans + home + budgets
}
