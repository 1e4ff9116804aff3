public import Vocabulary

/// The review of a better identity match before it changes a contact.
///
/// An app needs it where it offers a better match of a contact.
public struct IdentityMatchReview: Hashable, Sendable, BitwiseCopyable {
  /// The progress of a review.
  public enum State: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// `previewed` or `declined` follows.
    case proposed
    /// `applied` or `declined` follows.
    case previewed
    /// The change was applied; nothing follows.
    case applied
    /// The change was declined; nothing follows.
    case declined
  }

  /// A choice of the user.
  public enum Input: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// A look at the proposed change, as often as the user likes before deciding.
    case preview
    /// Consent to the change, possible only after a preview.
    case apply
    /// Refusal of the change, possible without a preview.
    case decline
  }

  /// The app's action for a choice, or the reason for none.
  public enum Answer: Hashable, Sendable, BitwiseCopyable {
    /// Show the contact as it would become.
    case showPreview
    /// Change the contact now.
    case changeContact
    /// Leave the contact as it is.
    case leaveContact
    /// Do nothing: the choice is not possible now.
    case refused(because: Reason)

    /// The reason why a choice has no effect.
    public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
      /// The change was not previewed yet.
      case notPreviewed
      /// The change was applied or declined before.
      case alreadyDecided

      /// The deciding rule.
      public var rule: RuleID { "VAL-08" }
    }
  }

  /// The progress so far; a review starts as `proposed`.
  public private(set) var state = State.proposed

  /// Creates the review of a match that has not been previewed.
  public init() {}

  /// Applies the user's choice and returns the app's action; a refusal changes nothing.
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
