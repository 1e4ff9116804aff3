public import Vocabulary

/// The progress of a credited arrival.
///
/// Each stage follows the one before it; a success stays a success.
///
/// An app needs it to report how far a referral has come.
public enum AttributionStage: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// The link was opened; a direct open begins here.
  case clicked
  /// The app was installed after the click; a deferred arrival begins here.
  case installed
  /// The invitee completed onboarding.
  case onboardingCompleted

  public static func < (left: AttributionStage, right: AttributionStage) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One referral: inviter, invitee and click.
public struct Attribution: Hashable, Sendable, BitwiseCopyable {
  /// The account that the deciding click names.
  public let inviter: PrincipalID
  /// The verified account of the arrival.
  public let invitee: PrincipalID
  /// The sequence number of the deciding click.
  public let click: UInt64
  /// The age of the click when it was resolved.
  public let clickAge: Interval
  /// Whether the inviter's account was gone, so that the referral serves analytics alone.
  public let inviterIsGone: Bool
  /// The furthest stage reached; it never goes back.
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
