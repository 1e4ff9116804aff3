import Vocabulary

/// A circle that someone may belong in; nothing waits for an answer.
public struct CircleSuggestion: Hashable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    case open
    case taken
    case dismissed
  }

  public let member: CircleMember
  public let circle: String
  public private(set) var state = State.open

  public init(of member: CircleMember, for circle: String) {
    self.member = member
    self.circle = circle
  }

  /// Follows the suggestion; until then nobody is placed.
  public mutating func take(in book: inout CircleBook) -> CircleDecision {
    let decision = book.place(member, in: circle, because: .suggestionTaken)
    if decision == .done { state = .taken }
    return decision
  }

  /// Puts the suggestion away.
  public mutating func dismiss() { state = .dismissed }
}

extension OnboardingRules {
  static let suggestions: [Rule] = [
    Rule("CCL-08", "Circle help is suggestions and passive assistance, never mandatory work.")
  ]
}
