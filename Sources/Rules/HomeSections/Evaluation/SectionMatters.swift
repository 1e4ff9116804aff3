import Vocabulary

/// The facts that an evaluation needs beside the contacts; all are local, without a network.
public struct SectionMatters: Hashable, Sendable {
  /// The number of unresolved sync conflicts.
  public var conflicts = 0
  /// The places of conflicts whose cards are deferred until the app is launched again.
  public var conflictsPutOff: Set<Int> = []
  /// The pairs of entries that may be one person; an evaluation counts those that need a review.
  public var suggestions: [MergeSuggestion] = []
  /// The user's reminders; an evaluation counts those that are not complete and are due today or
  /// within seven days.
  public var reminders: [Reminder] = []
  /// The proposals that the user has not dismissed.
  public var proposals: [CircleProposal] = []
  /// The score and its last change; `nil` withholds the section of the score.
  public var score: ScoreWatch?

  /// Creates matters without conflicts, suggestions, reminders, proposals and score.
  public init() {}
}

extension SectionMatters {
  /// Returns the list behind "See All" of Needs Attention, in the order of its cards.
  ///
  /// It contains every item that the section counts.
  public func attentionList(
    among contacts: Span<SectionContact>
  ) -> [SectionContents.AttentionItem] {
    var items = (0..<conflicts).map { SectionContents.AttentionItem.conflict($0) }
    let open = suggestions.indices.filter {
      suggestions[$0].needsReview && !suggestions[$0].isSkipped
    }
    items += open.sorted {
      (-suggestions[$0].confidence, $0) < (-suggestions[$1].confidence, $1)
    }.map { .suggestion($0) }
    for place in contacts.indices where contacts[place].isIncomplete {
      items.append(.incomplete(place))
    }
    return items
  }
}

extension SectionRules {
  static let attentionList: [Rule] = [
    Rule("NAT-15", "The review of duplicates lists conflicts and incomplete contacts, too.")
  ]
}
