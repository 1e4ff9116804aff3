public import Vocabulary

/// Finds the entries of an address book that are of one person.
///
/// A Fellegi–Sunter model of three explanations for what two entries share: one person, one household,
/// chance. How rare a text is and how many duplicates and households there are is learned from the book.
public struct DuplicateFinder: Hashable, Sendable {
  public var policy: DuplicatePolicy

  public init(policy: DuplicatePolicy = DuplicatePolicy()) {
    self.policy = policy
  }

  /// Returns the pairs that are not to be kept apart, the surest first; the order of `records` does
  /// not matter. Ids must differ.
  public func pairs(in records: [DuplicateRecord]) -> [DuplicatePair] {
    let records = records.sorted { $0.id < $1.id }
    let columns = DuplicateColumns(records)
    let candidates = CandidatePairs(of: columns)
    var comparison = PairComparison(of: columns)
    let odds = (0..<candidates.count).map {
      comparison.odds(of: candidates[$0].left, candidates[$0].right)
    }
    var rates = BookRates(count: records.count)
    rates.learn(from: odds)

    var pairs: [DuplicatePair] = []
    for (place, odds) in odds.enumerated() {
      let confidence = limited(rates.shares(of: odds).person, by: odds)
      guard policy.band(of: confidence) != .apart else { continue }
      let (left, right) = candidates[place]
      pairs.append(
        DuplicatePair(
          entries: EntryPair(records[left].id, records[right].id), confidence: confidence,
          evidence: odds.evidence))
    }
    return pairs.sorted {
      $0.confidence == $1.confidence
        ? $0.entries < $1.entries : $0.confidence > $1.confidence
    }
  }

  /// Leaves to people what a machine should not decide: entries that share a name and nothing else,
  /// and entries whose given names differ.
  private func limited(_ confidence: Double, by odds: PairOdds) -> Double {
    let isDoubtful = odds.givenNamesDiffer || odds.address * odds.reach < 10
    return isDoubtful ? min(confidence, policy.autoMergeFrom - 0.01) : confidence
  }
}

extension PairOdds {
  /// What speaks for one person, and clearly so.
  var evidence: SmallSet<DuplicateEvidence> {
    var evidence: SmallSet<DuplicateEvidence> = []
    if sharesPhone { evidence.insert(.phone) }
    if sharesEmail { evidence.insert(.email) }
    if names > 10 { evidence.insert(.name) }
    if address > 10 { evidence.insert(.address) }
    return evidence
  }
}
