public import Vocabulary

/// The rule book of the first session.
public enum OnboardingRules {
  /// Every rule that this module decides, each beside its code.
  public static let all: [Rule] = [
    steps, plan, wall, milestones, spine, actions, order, joining, contacts, value, limits,
    verification, socialProof, asking, explainer, selfManagement, usernames, circles,
    circleBook,
    suggestions, access, cards, proof, matches, clock, destinations, welcome, offers, inviterOnHome,
    walk,
    home, positioning, store, intro,
  ].flatMap { $0 }
}
