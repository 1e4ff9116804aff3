public import Vocabulary

/// The progress of a credited arrival.
///
/// Each stage follows the one before it; a success stays a success.
public enum AttributionStage: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  case clicked
  case installed
  case onboardingCompleted

  public static func < (left: AttributionStage, right: AttributionStage) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One referral: inviter, invitee and click.
public struct Attribution: Hashable, Sendable, BitwiseCopyable {
  public let inviter: PrincipalID
  public let invitee: PrincipalID
  public let click: UInt64
  /// The age of the click when it was resolved.
  public let clickAge: Interval
  /// Whether the inviter's account was gone, so that the referral serves analytics alone.
  public let inviterIsGone: Bool
  public private(set) var stage: AttributionStage

  /// Creates the referral that `decision` records; `nil` if it credits and records nothing.
  public init?(_ decision: CreditDecision, arrival: Arrival, under policy: AttributionPolicy) {
    guard decision.outcome != .none, let click = decision.click else { return nil }
    inviter = click.inviter
    invitee = arrival.principal
    self.click = click.sequence
    clickAge = policy.decisiveMoment(for: arrival) - click.at
    inviterIsGone = decision.outcome == .recordedOnly
    stage = arrival.route == .deferred ? .installed : .clicked
  }

  /// The age of the click in whole days, as `days_since_click` reports it.
  public var daysSinceClick: Int { Int(clickAge.wholeDays) }

  /// Whether the referral is a success: through onboarding, by an inviter whose account was active.
  public var isSuccessful: Bool { stage == .onboardingCompleted && !inviterIsGone }

  /// Advances to `stage`; an earlier stage changes nothing.
  public mutating func reach(_ stage: AttributionStage) {
    self.stage = max(self.stage, stage)
  }
}

extension CreditRules {
  static let progress: [Rule] = [
    Rule("ATT-13", "An attribution goes from clicked to installed to onboarding completed."),
    Rule("ATT-14", "Installed and through onboarding is a success, and stays one."),
    Rule("ATT-16", "The age of the click is kept, in whole days."),
  ]
}
