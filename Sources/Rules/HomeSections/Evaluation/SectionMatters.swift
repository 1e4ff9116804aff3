import Vocabulary

/// What an evaluation needs beside the contacts; an app has all of it at hand, without a network.
public struct SectionMatters: Hashable, Sendable {
  /// How many conflicts of a sync nobody has resolved.
  public var conflicts = 0
  /// The places of those whose cards are put off until the app is launched again.
  public var conflictsPutOff: Set<Int> = []
  public var suggestions: [MergeSuggestion] = []
  public var reminders: [Reminder] = []
  /// Those that nobody has dismissed.
  public var proposals: [CircleProposal] = []
  public var score: ScoreWatch?

  public init() {}
}
