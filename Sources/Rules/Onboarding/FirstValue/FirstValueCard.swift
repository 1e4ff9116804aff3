public import Vocabulary

/// A card of the first session.
///
/// An app needs it to draw the first session.
public struct FirstValueCard: Hashable, Sendable {
  /// The user's reason to come back after the first session (VAL-11).
  public enum ReasonToReturn: String, CaseIterable, Sendable {
    /// New contacts to merge or clean keep turning up.
    case ongoingCleanup
    /// The rules of reach and visibility can be adjusted further.
    case policyTuning
  }

  /// The kind of card, as the policy lists it.
  public let kind: FirstValuePolicy.Card
  /// The text of the card, with the number of findings if it is about contacts.
  public let title: String

  /// The user's reason to return to it.
  public var reasonToReturn: ReasonToReturn {
    switch kind {
    case .dedup, .cleanup: .ongoingCleanup
    case .checklist: .policyTuning
    }
  }
}

/// The decision whether a first-value card is shown.
///
/// An app needs it to choose the cards of the first session.
public enum CardDecision: Hashable, Sendable {
  /// The card has content and belongs to the first session.
  case shown(FirstValueCard)
  /// The card is not shown, for this reason.
  case withheld(because: Reason)

  /// The reason why a card is not shown.
  public enum Reason: String, CaseIterable, Sendable {
    /// The policy does not list the card.
    case notInPolicy
    /// The card is about contacts, which may not be read.
    case needsContacts
    /// The sync has found nothing for the card so far.
    case nothingFound
  }
}

extension CardDecision.Reason {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .notInPolicy: "VAL-01"
    case .needsContacts: "DNY-05"
    case .nothingFound: "VAL-07"
    }
  }
}

extension FirstValuePolicy.Card: SmallSetMember {
  /// The place among the cards in the order of their declaration, from 0 to 2.
  public var ordinal: UInt8 {
    switch self {
    case .dedup: 0
    case .cleanup: 1
    case .checklist: 2
    }
  }

  /// Whether the card is about the user's contacts.
  public var needsContacts: Bool {
    switch self {
    case .dedup, .cleanup: true
    case .checklist: false
    }
  }
}

extension FirstValuePolicy {
  /// Decides whether `card` is shown, given the sync's findings so far.
  ///
  /// The findings are `nil` when contacts may not be read.
  public func decide(_ card: Card, for findings: ContactFindings?) -> CardDecision {
    guard cards.contains(card) else { return .withheld(because: .notInPolicy) }
    switch card {
    case .checklist:
      // The words are ours (CNF-62).
      return .shown(FirstValueCard(kind: card, title: worded("Your profile and controls")))
    case .dedup:
      guard let findings else { return .withheld(because: .needsContacts) }
      guard findings.duplicates > 0 else { return .withheld(because: .nothingFound) }
      return .shown(
        FirstValueCard(kind: card, title: ProofCard.duplicates(findings.duplicates).title))
    case .cleanup:
      guard let findings else { return .withheld(because: .needsContacts) }
      guard findings.cleanups > 0 else { return .withheld(because: .nothingFound) }
      // The words are ours (CNF-62).
      let title =
        findings.cleanups == 1
        ? worded("1 contact to clean up") : worded("\(findings.cleanups) contacts to clean up")
      return .shown(FirstValueCard(kind: card, title: title))
    }
  }

  /// Returns the cards to show, in the policy's order.
  public func cards(for findings: ContactFindings?) -> [FirstValueCard] {
    cards.compactMap {
      switch decide($0, for: findings) {
      case .shown(let card): card
      case .withheld: nil
      }
    }
  }
}

extension OnboardingRules {
  static let cards: [Rule] = [
    Rule("VAL-01", "The first-value cards are dedup, cleanup and the profile checklist."),
    Rule("VAL-11", "The cards give a reason to return: cleanup and policy tuning."),
    Rule("DNY-05", "Without contacts no card mentions contacts; the checklist still can."),
  ]
}

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
    case .duplicates(1): worded("1 duplicate contact detected")
    case .duplicates(let count): worded("\(count) duplicate contacts detected")
    case .identityMatches(1): worded("1 contact with a better identity match")
    case .identityMatches(let count): worded("\(count) contacts with better identity matches")
    case .reachability: worded("Your current reachability policy")
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
    worded(
      """
      \(app.name) instantly cleaned and organized part of your network, and you can see/control \
      how people can reach you.
      """)
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
