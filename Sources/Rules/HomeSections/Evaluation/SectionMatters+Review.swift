import Vocabulary

extension SectionMatters {
  /// The list behind "See All" of Needs Attention: every item that the section counts, in the order
  /// of its cards.
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
