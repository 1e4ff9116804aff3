/// A stage of the invite funnel that a team can count.
public enum FunnelStage: String, CaseIterable, Sendable, Hashable {
  /// A share sheet that was completed, whatever the number of recipients.
  case shared
  /// An invite to one recipient.
  case sent
  /// The first tap on an invite.
  case tapped
  /// A first launch that an invite is credited with.
  case launched
  /// An account after such a launch.
  case signedUp
  case onboarded

  /// What is counted, in the plural.
  public var words: String {
    switch self {
    case .shared: "shares"
    case .sent: "invites"
    case .tapped: "taps"
    case .launched: "launches"
    case .signedUp: "accounts"
    case .onboarded: "completed onboardings"
    }
  }

  /// Whether each count of the stage belongs to one of the stage before it.
  ///
  /// A share reaches several people, so there may be more invites than shares.
  public func isPartOf(_ earlier: FunnelStage) -> Bool { earlier != .shared }
}
