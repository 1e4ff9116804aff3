import Attribution
import Invites
import Prompts
public import Vocabulary

extension StoryEvent {
  /// The rules that spoke, the one that decided first.
  public var rules: [RuleID] {
    switch self {
    case .tapped(_, let received), .inviteTapped(_, let received): [received.rule]
    case .credit(let credit): [credit.rule] + credit.passedOver.map(\.rule)
    case .connection(_, let decision): [decision.rule]
    case .news(_, _, let decision): [decision.rule]
    case .prompt(let decision, _):
      decision.isShown ? [decision.rule] : decision.because.map(\.rule)
    case .shared(let story): story.attempt.rule.map { [$0] } ?? []
    case .wasThere, .received, .arrived, .firstRun, .reachedHome, .session, .answered, .invited,
      .joined, .deletedAccount, .left:
      []
    }
  }
}
