import Vocabulary

/// How far an invitee has come toward counting for a reward.
///
/// It is kept in every profile; only switched-on rewards show anything of it.
public enum Qualification: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  case installed
  case completedOnboarding
  case metActivityThreshold

  public static func < (left: Qualification, right: Qualification) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Qualification {
  /// The stage of an invitee; `nil` before the install.
  ///
  /// No document supplied here says what activity is or how much is enough: whoever calls brings
  /// both, in one unit, and there is no default. Enough is `threshold` itself, or more.
  public init?(of invitee: InviteFacts, activity: Int, threshold: Int) {
    if invitee.completed != nil {
      self = activity >= threshold ? .metActivityThreshold : .completedOnboarding
    } else if invitee.installed != nil {
      self = .installed
    } else {
      return nil
    }
  }
}

extension ConnectionRules {
  static let qualification: [Rule] = [
    Rule("RWD-03", "An invitee is installed, has completed onboarding, or has met the threshold."),
    Rule("RWD-14", "The stage is kept from the start and shown only with rewards switched on."),
  ]
}
