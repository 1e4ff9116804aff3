public import Vocabulary

/// The decision whether an invitee counts as accepted, in one of the three senses.
public enum Acceptance: Hashable, Sendable {
  /// The milestone was reached, and in time where there is a window.
  case accepted(at: Instant, as: MetricPolicy.Accepted)
  /// The milestone has not been reached.
  case notYet(MetricPolicy.Accepted)
  /// The milestone came after the window had closed at `windowEnd`.
  case tooLate(at: Instant, windowEnd: Instant, as: MetricPolicy.Accepted)
  /// The window is counted from the send, and no send exists.
  case neverSent(MetricPolicy.Accepted)
}

extension Acceptance {
  /// The sense of "accepted"; a figure is never printed without it.
  public var meaning: MetricPolicy.Accepted {
    switch self {
    case .accepted(_, let meaning), .notYet(let meaning), .tooLate(_, _, let meaning),
      .neverSent(let meaning):
      meaning
    }
  }

  /// The time of the acceptance; `nil` without one.
  public var instant: Instant? {
    if case .accepted(let instant, _) = self { instant } else { nil }
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .accepted, .notYet: "CNF-52"
    case .tooLate, .neverSent: "D-MET-13"
    }
  }
}

extension MetricPolicy {
  /// Returns whether the invitee of `facts` is accepted; the window includes its last instant.
  public func acceptance(of facts: InviteFacts) -> Acceptance {
    let milestone =
      switch acceptedMeans {
      case .onboardingCompleted: facts.completed
      case .connected: facts.connected
      case .signedUp: facts.signedUp
      }
    guard let milestone else { return .notYet(acceptedMeans) }
    guard let acceptanceWindow else { return .accepted(at: milestone, as: acceptedMeans) }
    guard let sent = facts.sent else { return .neverSent(acceptedMeans) }
    let windowEnd = sent + acceptanceWindow
    return milestone <= windowEnd
      ? .accepted(at: milestone, as: acceptedMeans)
      : .tooLate(at: milestone, windowEnd: windowEnd, as: acceptedMeans)
  }
}

extension VisibilityRules {
  static let acceptance: [Rule] = [
    Rule("CNF-52", "Accepted means onboarding completed, connected, or signed up, by a setting."),
    Rule("D-MET-13", "A sign-up counts as accepted only within seven days of the send."),
  ]
}
