public import Vocabulary

/// A reason for which a prompt is withheld; the order is the order in which reasons are told.
public enum PromptSuppression: String, CaseIterable, Sendable, BitwiseCopyable {
  case notATrigger
  case triggerSpent
  case lifetimeCap
  case minInterval
  case weeklyCap
  case sessionCap
  case tooEarlySession
  case dismissCooldown
  case dismissedTooOften
  case recentShare
  case tooFewContacts
  case coreFlow
}

extension PromptSuppression {
  /// The rule that spoke, as the document of the policy numbers it.
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
    }
  }

  /// Some of the reasons, in one word of memory.
  public struct Set: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }
  }

  var bit: Set {
    switch self {
    case .notATrigger: Set(rawValue: 1)
    case .triggerSpent: Set(rawValue: 1 << 1)
    case .lifetimeCap: Set(rawValue: 1 << 2)
    case .minInterval: Set(rawValue: 1 << 3)
    case .weeklyCap: Set(rawValue: 1 << 4)
    case .sessionCap: Set(rawValue: 1 << 5)
    case .tooEarlySession: Set(rawValue: 1 << 6)
    case .dismissCooldown: Set(rawValue: 1 << 7)
    case .dismissedTooOften: Set(rawValue: 1 << 8)
    case .recentShare: Set(rawValue: 1 << 9)
    case .tooFewContacts: Set(rawValue: 1 << 10)
    case .coreFlow: Set(rawValue: 1 << 11)
    }
  }
}

extension PromptSuppression.Set {
  /// Returns whether `reason` is in the set.
  public func holds(_ reason: PromptSuppression) -> Bool { contains(reason.bit) }

  mutating func add(_ reason: PromptSuppression) { formUnion(reason.bit) }
}
