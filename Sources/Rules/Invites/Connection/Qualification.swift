import Vocabulary

/// The progress of an invitee toward counting for a reward.
///
/// Every profile keeps it; it is shown only where rewards are switched on.
public enum Qualification: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// The invitee installed the app, and has not completed onboarding.
  case installed
  /// The invitee completed onboarding, and is below the activity threshold.
  case completedOnboarding
  /// The invitee completed onboarding and is active enough to count for a reward.
  case metActivityThreshold

  public static func < (left: Qualification, right: Qualification) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Qualification {
  /// Creates the stage of an invitee; `nil` before the install.
  ///
  /// No document supplied here defines activity or its threshold. The caller passes both in one
  /// unit, and there is no default. An activity equal to `threshold` is enough.
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
