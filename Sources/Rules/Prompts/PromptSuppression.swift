public import Vocabulary

/// A reason for which a prompt is withheld; reasons are reported in this order.
public enum PromptSuppression: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The trigger is missing from ``PromptPolicy/triggers``.
  case notATrigger
  /// The trigger is spent: under the policy it fires only once.
  case triggerSpent
  /// As many prompts were counted as ``PromptPolicy/lifetimeMax`` permits; no time ends this.
  case lifetimeCap
  /// Less than ``PromptPolicy/minimumInterval`` has passed since the last prompt.
  case minInterval
  /// The week had as many prompts as ``PromptPolicy/maxPerWeek`` permits.
  case weeklyCap
  /// The session had as many prompts as ``PromptPolicy/maxPerSession`` permits.
  case sessionCap
  /// The session comes before ``PromptPolicy/minSession``.
  case tooEarlySession
  /// Less than ``PromptPolicy/dismissCooldown`` has passed since the last dismissal.
  case dismissCooldown
  /// The silence after ``PromptPolicy/dismissalsToSuppress`` dismissals has not ended.
  case dismissedTooOften
  /// Less than ``PromptPolicy/quietAfterShare`` has passed since the last share.
  case recentShare
  /// The user has fewer contacts than ``PromptPolicy/minContacts``.
  case tooFewContacts
  /// The user is in a core flow, and the policy keeps prompts out of it.
  case coreFlow
  /// The card's place is behind the link to more sections, where it has not been shown.
  case behindMore
}

extension PromptSuppression {
  /// Returns the deciding rule, as the document of the policy numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch (self, document) {
    case (.notATrigger, .rin): "PRM-05"
    case (.notATrigger, .product): "P-ENT-12"
    case (.notATrigger, .design): "D-ENT-04"
    case (.triggerSpent, _): "PRM-35"
    case (.lifetimeCap, _): "PRM-18"
    case (.minInterval, _): "PRM-17"
    case (.weeklyCap, .rin), (.weeklyCap, .design): "PRM-03"
    case (.weeklyCap, .product): "P-PRM-02"
    case (.sessionCap, _): "P-PRM-01"
    case (.tooEarlySession, _): "P-PRM-05"
    case (.dismissCooldown, _): "PRM-20"
    case (.dismissedTooOften, _): "P-PRM-04"
    case (.recentShare, _): "PRM-19"
    case (.tooFewContacts, _): "PRM-21"
    case (.coreFlow, _): "P-PRM-03"
    case (.behindMore, _): "CNF-41"
    }
  }
}

extension PromptSuppression: SmallSetMember {
  /// Some of the reasons, in one word of memory.
  public typealias Set = SmallSet<PromptSuppression>

  /// The place among all reasons, from 0 to 12, which a set of them stores as a bit.
  public var ordinal: UInt8 {
    switch self {
    case .notATrigger: 0
    case .triggerSpent: 1
    case .lifetimeCap: 2
    case .minInterval: 3
    case .weeklyCap: 4
    case .sessionCap: 5
    case .tooEarlySession: 6
    case .dismissCooldown: 7
    case .dismissedTooOften: 8
    case .recentShare: 9
    case .tooFewContacts: 10
    case .coreFlow: 11
    case .behindMore: 12
    }
  }
}

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
