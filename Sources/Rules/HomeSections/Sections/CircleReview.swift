import Vocabulary

/// The half-sheet in which the user confirms a proposal.
public struct CircleReview: Hashable, Sendable {
  /// The proposal under review.
  public let proposal: CircleProposal
  /// The contacts selected to join the circle; at first all.
  public private(set) var selected: Set<UInt64>

  /// Creates a review of `proposal` with every contact selected.
  public init(_ proposal: CircleProposal) {
    self.proposal = proposal
    selected = Set(proposal.contacts)
  }

  /// Selects or deselects a contact of the proposal.
  public mutating func toggle(_ contact: UInt64) {
    guard proposal.contacts.contains(contact) else { return }
    if selected.remove(contact) == nil { selected.insert(contact) }
  }

  /// The contacts that join the circle on confirming, in the order of the list.
  public var confirmed: [UInt64] { proposal.contacts.filter(selected.contains) }
}

/// The proposals that the user has dismissed.
public struct DismissedProposals: Hashable, Sendable {
  private struct Group: Hashable {
    let circle: UInt64
    let contacts: [UInt64]
  }

  private var groups: Set<Group> = []

  /// Creates a record without dismissals.
  public init() {}

  /// Dismisses a proposal for ever: this circle for exactly these contacts.
  public mutating func dismiss(_ proposal: CircleProposal) {
    groups.insert(Group(circle: proposal.circle, contacts: proposal.contacts))
  }

  /// Returns whether the proposal may be shown.
  public func allow(_ proposal: CircleProposal) -> Bool {
    !groups.contains(Group(circle: proposal.circle, contacts: proposal.contacts))
  }
}

extension SectionRules {
  static let circleReview: [Rule] = [
    Rule("SGC-07", "Review opens a half-sheet with the contacts and the circle."),
    Rule("SGC-08", "Contacts can be left out; only the selected join."),
    Rule("SGC-09", "Dismiss is for ever, for this circle and exactly these contacts."),
    Rule("SGC-10", "Other contacts by the same pattern may be proposed again."),
  ]
}
