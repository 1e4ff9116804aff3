import Vocabulary

/// A circle in which a person may belong; no step waits for the answer.
///
/// An app needs it where it proposes circles for new contacts.
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
  /// The user's answer, which is final; a refused placement leaves the suggestion open.
  public private(set) var state = State.open

  /// Creates an open suggestion to place `member` in the circle named `circle`.
  public init(of member: CircleMember, for circle: String) {
    self.member = member
    self.circle = circle
  }

  /// Accepts the suggestion, if it is open; until then it places no member.
  public mutating func take(in book: inout CircleBook) -> CircleDecision {
    guard state == .open else { return .refused(because: .alreadyAnswered) }
    let decision = book.place(member, in: circle, because: .suggestionTaken)
    if decision == .done { state = .taken }
    return decision
  }

  /// Dismisses the suggestion, if it is open.
  public mutating func dismiss() {
    if state == .open { state = .dismissed }
  }
}

extension OnboardingRules {
  static let suggestions: [Rule] = [
    Rule("CCL-08", "Circle help is suggestions and passive assistance, never mandatory work.")
  ]
}
