import AddressBooks
import Glibc

/// A measurement of precision, recall and speed of duplicate search in a register with known truth.
public struct DuplicateBenchmark: Sendable {
  /// The result for one register.
  public struct Row: Encodable, Sendable {
    public let book: String
    public let records: Int
    public let truePairs: Int
    /// The accuracy of the pairs that are suggested or merged.
    public let pairs: Accuracy
    /// The accuracy of the groups that result when every such pair is merged.
    public let groups: Accuracy
    /// The accuracy of the pairs that are merged without a question.
    public let merged: Accuracy
    public let bands: [Band]
    /// The median processor time of a search.
    public let coreSeconds: Double
  }

  /// The found pairs compared with the true pairs.
  public struct Accuracy: Encodable, Sendable {
    public let found: Int
    public let wrong: Int
    public let precision: Double
    public let recall: Double
    public let f1: Double

    init(found: Int, right: Int, of all: Int) {
      self.found = found
      wrong = found - right
      precision = found == 0 ? 1 : Double(right) / Double(found)
      recall = all == 0 ? 1 : Double(right) / Double(all)
      f1 = right == 0 ? 0 : 2 * precision * recall / (precision + recall)
    }
  }

  /// The pairs within a range of confidence: the mean confidence, and the proportion that is right.
  public struct Band: Encodable, Sendable {
    public let from: Double
    public let pairs: Int
    public let meanConfidence: Double
    public let right: Double
  }

  private static let floors = [0.7, 0.8, 0.9, 0.95, 0.99]

  public var rounds = 5

  public init() {}

  public func measure(_ book: RegisterBook) -> Row {
    let finder = DuplicateFinder()
    var eager = finder
    eager.policy.autoMergeFrom = eager.policy.reviewFrom
    let pairs = finder.pairs(in: book.records)
    return Row(
      book: book.name, records: book.records.count, truePairs: book.truePairs,
      pairs: Self.accuracy(of: pairs.map { [$0.entries.first, $0.entries.second] }, in: book),
      groups: Self.accuracy(of: eager.search(book.records).groups.map(\.members), in: book),
      merged: Self.accuracy(of: finder.search(book.records).groups.map(\.members), in: book),
      bands: Self.bands(of: pairs, in: book), coreSeconds: time(finder, book))
  }

  private static func accuracy(of groups: [[ContactID]], in book: RegisterBook) -> Accuracy {
    var (found, right) = (0, 0)
    for group in groups {
      for (place, one) in group.enumerated() {
        for other in group[..<place] {
          found += 1
          if book.isTrue(one, other) { right += 1 }
        }
      }
    }
    return Accuracy(found: found, right: right, of: book.truePairs)
  }

  private static func bands(of pairs: [DuplicatePair], in book: RegisterBook) -> [Band] {
    zip(floors, floors.dropFirst() + [.infinity]).map { floor, ceiling in
      let band = pairs.filter { (floor..<ceiling).contains($0.confidence) }
      let right = band.count { book.isTrue($0.entries.first, $0.entries.second) }
      let count = Double(max(1, band.count))
      return Band(
        from: floor, pairs: band.count,
        meanConfidence: band.reduce(0) { $0 + $1.confidence } / count,
        right: Double(right) / count)
    }
  }

  private func time(_ finder: DuplicateFinder, _ book: RegisterBook) -> Double {
    let times = (0..<rounds).map { _ in
      let before = Self.coreSeconds
      let findings = finder.search(book.records)
      precondition(findings.groups.allSatisfy { $0.members.count > 1 })
      return Self.coreSeconds - before
    }
    return times.sorted()[rounds / 2]
  }

  private static var coreSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
