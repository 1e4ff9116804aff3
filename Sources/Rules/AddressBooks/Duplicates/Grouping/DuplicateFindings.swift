/// What a search of a book came to.
public struct DuplicateFindings: Hashable, Sendable {
  /// The entries that are merged without asking.
  public internal(set) var groups: [DuplicateGroup] = []
  /// The pairs that someone is to look at, the surest first.
  public internal(set) var suggestions: [DuplicatePair] = []
}

/// Entries of one person.
public struct DuplicateGroup: Hashable, Sendable {
  /// Two or more, in the order of their ids.
  public let members: [ContactID]
  /// That of the weakest pair that holds the group together.
  public let confidence: Double
}
