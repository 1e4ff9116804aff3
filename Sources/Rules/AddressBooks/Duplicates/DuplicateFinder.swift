/// A search for the entries of an address book that belong to one person.
///
/// A Fellegi–Sunter model with three explanations for the fields that two entries share: one
/// person, one household, chance. It estimates the rarity of texts, and the number of duplicates
/// and households, from the book. The order of the entries does not matter.
public struct DuplicateFinder: Hashable, Sendable {
  /// The confidences from which pairs are merged or suggested.
  public var policy: DuplicatePolicy

  /// Creates a finder; by default it merges from 95% and suggests from 70%.
  public init(policy: DuplicatePolicy = DuplicatePolicy()) {
    self.policy = policy
  }

  /// Searches a book whose entries have different ids; the pairs in `notSame` are two people each.
  ///
  /// - Complexity: Not quadratic; grows with the number of entries.
  public func search(
    _ records: [DuplicateRecord], notSame: Set<EntryPair> = []
  ) -> DuplicateFindings {
    var search = DuplicateSearch(of: records, under: policy, notSame: notSame)
    return search.findings()
  }

  /// Returns every pair of at least the confidence of a review, the surest first.
  public func pairs(
    in records: [DuplicateRecord], notSame: Set<EntryPair> = []
  ) -> [DuplicatePair] {
    DuplicateSearch(of: records, under: policy, notSame: notSame).pairs
  }
}

/// The result of a search of a book.
public struct DuplicateFindings: Hashable, Sendable {
  /// The entries that are merged without asking.
  public internal(set) var groups: [DuplicateGroup] = []
  /// The pairs for the user to review, the surest first.
  public internal(set) var suggestions: [DuplicatePair] = []
}

/// Entries of one person.
public struct DuplicateGroup: Hashable, Sendable {
  /// Two or more, in the order of their ids.
  public let members: [ContactID]
  /// The confidence of the weakest pair that holds the group together.
  public let confidence: Double
}
