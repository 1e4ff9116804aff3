import Vocabulary

/// A circle in which a person may belong; no step waits for the answer.
public struct CircleSuggestion: Hashable, Sendable {
  /// The user's answer to a suggestion.
  public enum State: String, CaseIterable, Sendable {
    /// The user has not answered yet.
    case open
    /// The user accepted, and the member was placed in the circle.
    case taken
    /// The user declined the proposal.
    case dismissed
  }

  /// The person to place.
  public let member: CircleMember
  /// The name of the proposed circle.
  public let circle: String
  /// The user's latest answer; a refused placement leaves it as it is.
  public private(set) var state = State.open

  /// Creates an open suggestion to place `member` in the circle named `circle`.
  public init(of member: CircleMember, for circle: String) {
    self.member = member
    self.circle = circle
  }

  /// Accepts the suggestion; until then it places no member.
  public mutating func take(in book: inout CircleBook) -> CircleDecision {
    let decision = book.place(member, in: circle, because: .suggestionTaken)
    if decision == .done { state = .taken }
    return decision
  }

  /// Dismisses the suggestion.
  public mutating func dismiss() { state = .dismissed }
}

extension OnboardingRules {
  static let suggestions: [Rule] = [
    Rule("CCL-08", "Circle help is suggestions and passive assistance, never mandatory work.")
  ]
}
