import Vocabulary

/// A circle in which a person may belong; no step waits for the answer.
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
