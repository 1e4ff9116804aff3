public import Vocabulary

/// The review of a better identity match before it changes a contact.
public struct IdentityMatchReview: Hashable, Sendable, BitwiseCopyable {
  public enum State: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// `previewed` or `declined` follows.
    case proposed
    /// `applied` or `declined` follows.
    case previewed
    case applied
    case declined
  }

  public enum Input: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case preview
    case apply
    case decline
  }

  public enum Answer: Hashable, Sendable, BitwiseCopyable {
    case showPreview
    /// Change the contact now.
    case changeContact
    case leaveContact
    case refused(because: Reason)

    public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
      case notPreviewed
      case alreadyDecided

      /// The deciding rule.
      public var rule: RuleID { "VAL-08" }
    }
  }

  public private(set) var state = State.proposed

  public init() {}

  public mutating func receive(_ input: Input) -> Answer {
    switch (state, input) {
    case (.proposed, .preview), (.previewed, .preview):
      state = .previewed
      return .showPreview
    case (.previewed, .apply):
      state = .applied
      return .changeContact
    case (.proposed, .decline), (.previewed, .decline):
      state = .declined
      return .leaveContact
    case (.proposed, .apply):
      return .refused(because: .notPreviewed)
    case (.applied, _), (.declined, _):
      return .refused(because: .alreadyDecided)
    }
  }
}

extension OnboardingRules {
  static let matches: [Rule] = [
    Rule("VAL-08", "An identity match is never applied without a preview.")
  ]
}
