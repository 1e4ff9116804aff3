/// One search of a book.
struct DuplicateSearch {
  private let ids: [ContactID]
  private let policy: DuplicatePolicy
  private let notSame: Set<EntryPair>
  private var comparison: PairComparison
  private let rates: BookRates
  private var found: [Found] = []

  private struct Found {
    let left: Int
    let right: Int
    let pair: DuplicatePair
  }

  /// The probability of one person below which two entries are certainly of two people.
  private static let strangers = 0.01

  init(of records: [DuplicateRecord], under policy: DuplicatePolicy, notSame: Set<EntryPair>) {
    let records = records.sorted { $0.id < $1.id }
    ids = records.map(\.id)
    self.policy = policy
    self.notSame = notSame
    let columns = DuplicateColumns(records)
    let candidates = CandidatePairs(of: columns)
    var comparison = PairComparison(of: columns)
    let odds = candidates.map { comparison.odds(of: $0.left, $0.right) }
    self.comparison = comparison
    var rates = BookRates(count: records.count)
    rates.learn(from: odds)
    self.rates = rates
    choose(candidates, odds)
  }

  private mutating func choose(_ candidates: CandidatePairs, _ odds: [PairOdds]) {
    for ((left, right), odds) in zip(candidates, odds) {
      let confidence = policy.limited(rates.shares(of: odds).person, by: odds)
      guard policy.band(of: confidence) != .apart else { continue }
      let entries = EntryPair(ids[left], ids[right])
      guard !notSame.contains(entries) else { continue }
      let pair = DuplicatePair(
        entries: entries, confidence: confidence, evidence: odds.evidence)
      found.append(Found(left: left, right: right, pair: pair))
    }
    found.sort { $0.pair.comes(before: $1.pair) }
  }

  /// Every pair that need not be kept apart, the surest first.
  var pairs: [DuplicatePair] { found.map(\.pair) }

  mutating func findings() -> DuplicateFindings {
    var builder = GroupBuilder(count: ids.count, apart: places(of: notSame))
    for pair in found where policy.band(of: pair.pair.confidence) == .autoMerge {
      builder.join(pair.left, pair.right, confidence: pair.pair.confidence) { left, right in
        rates.shares(of: comparison.odds(of: left, right)).person < Self.strangers
      }
    }
    var findings = DuplicateFindings()
    findings.groups = builder.groups.map { group in
      DuplicateGroup(members: group.members.map { ids[$0] }, confidence: group.confidence)
    }
    findings.suggestions =
      found.filter { !builder.areTogether($0.left, $0.right) }.map(\.pair)
    return findings
  }

  private func places(of pairs: Set<EntryPair>) -> [(Int, Int)] {
    guard !pairs.isEmpty else { return [] }
    let places = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    return pairs.compactMap { pair in
      guard let first = places[pair.first], let second = places[pair.second] else { return nil }
      return (first, second)
    }
  }
}
