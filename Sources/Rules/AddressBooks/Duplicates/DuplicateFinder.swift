/// Finds the entries of an address book that are of one person.
///
/// A Fellegi–Sunter model with three explanations for what two entries share: one person, one
/// household, chance. How rare a text is, and how many duplicates and households there are, is learned
/// from the book. The order of the entries does not matter.
public struct DuplicateFinder: Hashable, Sendable {
  public var policy: DuplicatePolicy

  public init(policy: DuplicatePolicy = DuplicatePolicy()) {
    self.policy = policy
  }

  /// Searches a book whose entries have different ids; the pairs in `notSame` are two people each.
  ///
  /// The work grows with the number of entries, not with its square.
  public func search(
    _ records: [DuplicateRecord], notSame: Set<EntryPair> = []
  ) -> DuplicateFindings {
    var search = DuplicateSearch(of: records, under: policy, notSame: notSame)
    return search.findings()
  }

  /// Returns every pair from the confidence of a review on, the surest first.
  public func pairs(
    in records: [DuplicateRecord], notSame: Set<EntryPair> = []
  ) -> [DuplicatePair] {
    DuplicateSearch(of: records, under: policy, notSame: notSame).pairs
  }
}
