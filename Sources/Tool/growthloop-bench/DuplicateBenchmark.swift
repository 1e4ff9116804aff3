public import AddressBooks
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

/// A register in which some people were entered more than once, with the truth.
public struct RegisterBook: Sendable {
  public let name: String
  public private(set) var records: [DuplicateRecord] = []
  /// The person of each record.
  private(set) var people: [Substring] = []

  /// A line that is not a record.
  public struct BadLine: Error, CustomStringConvertible {
    public let book: String
    public let line: Int

    public var description: String {
      "\(book):\(line): a record has nine fields: \(RegisterBook.fields.joined(separator: ","))"
    }
  }

  static let fields = [
    "person", "given", "family", "number", "street", "extra", "locality", "postcode", "region",
  ]

  /// Reads comma-separated text whose first line names the fields.
  public init(_ name: String, csv text: String) throws(BadLine) {
    self.name = name
    for (place, line) in text.split(whereSeparator: \.isNewline).enumerated().dropFirst() {
      let parts = line.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == Self.fields.count else { throw BadLine(book: name, line: place + 1) }
      let texts = parts.map(String.init)
      people.append(parts[0])
      records.append(
        DuplicateRecord(
          id: ContactID(rawValue: UInt64(records.count)), given: texts[1], family: texts[2],
          address: .init(
            number: texts[3], street: texts[4], extra: texts[5], locality: texts[6],
            postcode: texts[7], region: texts[8])))
    }
  }
}

extension RegisterBook {
  /// The number of pairs of records of one person.
  var truePairs: Int {
    Dictionary(grouping: people, by: \.self).values.reduce(0) {
      $0 + $1.count * ($1.count - 1) / 2
    }
  }

  /// Whether two records are of one person.
  func isTrue(_ one: ContactID, _ other: ContactID) -> Bool {
    people[Int(one.rawValue)] == people[Int(other.rawValue)]
  }
}
