public import Vocabulary

/// The decision whether a prompt appears, with every reason against it.
///
/// It is stored without an array, so that deciding allocates nothing; `because` lists the reasons.
public struct PromptDecision: Hashable, Sendable {
  /// One reason, with its rule.
  public struct Reason: Hashable, Sendable {
    /// The reason against the prompt.
    public let suppression: PromptSuppression
    /// The rule of the reason, as the document of the policy numbers it.
    public let rule: RuleID
    /// The first moment at which the reason no longer holds, where time alone ends it.
    public let until: Instant?
  }

  /// The trigger that the decision concerns.
  public let trigger: PromptTrigger
  /// The number of this prompt, shown or withheld, among the user's prompts, from 1.
  public let number: Int
  /// All reasons that hold, without their rules; empty for a prompt that is shown.
  public internal(set) var suppressions: PromptSuppression.Set = []
  let document: ProfileID

  var intervalEnds: Instant?
  var weekEnds: Instant?
  var cooldownEnds: Instant?
  var silenceEnds: Instant?
  var shareFades: Instant?

  init(trigger: PromptTrigger, number: Int, document: ProfileID) {
    self.trigger = trigger
    self.number = number
    self.document = document
  }
}

extension PromptDecision {
  /// Whether the prompt appears: no reason holds against it.
  public var isShown: Bool { suppressions.isEmpty }

  /// Returns the first moment at which `suppression` no longer holds, where time alone ends it.
  public func until(_ suppression: PromptSuppression) -> Instant? {
    switch suppression {
    case .minInterval: intervalEnds
    case .weeklyCap: weekEnds
    case .dismissCooldown: cooldownEnds
    case .dismissedTooOften: silenceEnds
    case .recentShare: shareFades
    case .notATrigger, .triggerSpent, .lifetimeCap, .sessionCap, .tooEarlySession,
      .tooFewContacts, .coreFlow, .behindMore:
      nil
    }
  }

  /// All reasons that hold, in the order of the rules; empty for a prompt that is shown.
  public var because: [Reason] {
    PromptSuppression.allCases.filter { suppressions.contains($0) }.map {
      Reason(suppression: $0, rule: $0.rule(in: document), until: until($0))
    }
  }

  /// The deciding rule: the first that withholds the prompt, or the one that lets it appear.
  public var rule: RuleID {
    if let first = PromptSuppression.allCases.first(where: { suppressions.contains($0) }) {
      return first.rule(in: document)
    }
    return switch document {
    case .rin: "PRM-24"
    case .product: "P-PRM-06"
    case .design: "D-ENT-06"
    }
  }

  /// The time at which the prompt could appear without further events; `nil` if time alone is not
  /// enough.
  public var eligibleAt: Instant? {
    var latest: Instant?
    for reason in because {
      guard let until = reason.until else { return nil }
      latest = max(latest ?? until, until)
    }
    return latest
  }
}
