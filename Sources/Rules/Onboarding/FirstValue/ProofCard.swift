public import Vocabulary

/// A card of the magic moment, with the count it proves.
public enum ProofCard: Hashable, Sendable {
  /// The number of duplicate contacts.
  case duplicates(Int)
  /// The number of contacts with a better identity match.
  case identityMatches(Int)
  /// The user's present reachability policy, which needs no contacts.
  case reachability

  /// The action that a card offers.
  public enum Action: String, CaseIterable, Sendable {
    /// Opens the merge review in one tap.
    case reviewMerge
    /// Previews the matches; nothing is applied before.
    case preview
    /// Tightens the reachability policy in one tap.
    case tighten
  }
}

extension ProofCard {
  /// The card's text; the singular forms are ours (CNF-62).
  public var title: String {
    switch self {
    case .duplicates(1): "1 duplicate contact detected"
    case .duplicates(let count): "\(count) duplicate contacts detected"
    case .identityMatches(1): "1 contact with a better identity match"
    case .identityMatches(let count): "\(count) contacts with better identity matches"
    case .reachability: "Your current reachability policy"
    }
  }

  /// The action of the card; each kind has its own.
  public var action: Action {
    switch self {
    case .duplicates: .reviewMerge
    case .identityMatches: .preview
    case .reachability: .tighten
    }
  }

  /// Returns the cards of the first session; `findings` is `nil` where contacts may not be read,
  /// which leaves only the reachability card.
  ///
  /// The first-value cards of the policy and this bundle agree only on the duplicates. The policy
  /// decides which cards count as first value, and the bundle adds its proof.
  public static func bundle(for findings: ContactFindings?) -> [ProofCard] {
    var cards: [ProofCard] = []
    if let findings {
      if findings.duplicates > 0 { cards.append(.duplicates(findings.duplicates)) }
      if findings.identityMatches > 0 { cards.append(.identityMatches(findings.identityMatches)) }
    }
    return cards + [.reachability]
  }

  /// The statement of the magic moment.
  public static func statement(for app: AppIdentity) -> String {
    "\(app.name) instantly cleaned and organized part of your network, "
      + "and you can see/control how people can reach you."
  }
}

extension OnboardingRules {
  static let proof: [Rule] = [
    Rule("VAL-03", "The words of the magic moment."),
    Rule("VAL-04", "\"X duplicate contacts detected\", with one-tap merge review."),
    Rule("VAL-05", "\"Y contacts with better identity matches\", with a preview."),
    Rule("VAL-06", "\"Your current reachability policy\", with a summary and one-tap tighten."),
    Rule("VAL-07", "X and Y are live counts from the user's own contacts."),
    Rule("VAL-09", "The required cards and the proof bundle agree only on the duplicates."),
  ]
}

/// The sync's findings so far among the user's own contacts.
public struct ContactFindings: Hashable, Sendable, BitwiseCopyable {
  /// Contacts that are duplicates.
  public var duplicates: Int
  /// Contacts that need cleaning.
  public var cleanups: Int
  /// Contacts with a better identity match.
  public var identityMatches: Int

  /// Creates findings; without arguments, those of a sync that has found nothing yet.
  public init(duplicates: Int = 0, cleanups: Int = 0, identityMatches: Int = 0) {
    self.duplicates = duplicates
    self.cleanups = cleanups
    self.identityMatches = identityMatches
  }
}
