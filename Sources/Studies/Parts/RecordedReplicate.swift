import Foundation
import GrowthloopFindings
import GrowthloopModel
import Statistics
import Vocabulary

/// The results of one replication in the form of a file: without loss, and without a choice of words.
struct RecordedReplicate: Codable {
  /// The place of the plan among those of the run.
  let plan: Int
  let number: UInt32
  /// The digest of all events, in hexadecimal.
  let digest: String
  let events: UInt64
  /// In the order of the metrics: no number for an undefined one, its value, or events, exposure and
  /// what is added to their ratio.
  let readings: [[Double]]
  let rules: [String: Int]
  let credit: [String: [Int]]
  let days: [Int]
  let dashboards: [InviterDashboard]

  init(_ outcome: ReplicateOutcome, ofPlan plan: Int) {
    let replicate = outcome.replicate
    self.plan = plan
    number = replicate.number
    digest = replicate.digest
    events = replicate.events
    readings = replicate.readings.map(\.recorded)
    rules = Dictionary(uniqueKeysWithValues: replicate.rules.map { ("\($0.rule)", $0.count) })
    credit = Dictionary(
      uniqueKeysWithValues: replicate.credit.map { ("\($0.key)", $0.value.counts) })
    days = outcome.days
    dashboards = replicate.screens
  }

  /// The limit of a count, so that a hundred thousand replications can be added.
  private static let mostCounted = 1_000_000_000_000
  /// The limit of a reading, which may be a count divided by a small proportion.
  private static let greatestReading = 1e15

  /// Whether a replication may have these numbers.
  private var isPlausible: Bool {
    let screens = dashboards.map { screen in
      [screen.person, screen.sent, screen.installed, screen.completed].compactMap(\.self)
    }
    return ([days, Array(rules.values)] + credit.values + screens).joined()
      .allSatisfy { (0...Self.mostCounted).contains($0) }
      && readings.joined().allSatisfy { $0.magnitude <= Self.greatestReading }
      && events <= Self.mostCounted
  }

  /// The same results; `nil` if a number or a rule is missing, or a number is none of a replication.
  var outcome: ReplicateOutcome? {
    let known = readings.compactMap(MetricReading.init(recorded:))
    let counts = rules.compactMap { rule, count in
      RuleID(rule).map { Replicate.RuleCount(rule: $0, count: count) }
    }
    var verdicts: [RuleID: CreditTally.Verdicts] = [:]
    for (rule, counts) in credit {
      guard let rule = RuleID(rule), let counts = CreditTally.Verdicts(counts) else { return nil }
      verdicts[rule] = counts
    }
    guard isPlausible, let hash = UInt64(digest, radix: 16), known.count == readings.count,
      known.count == Metric.all.count,
      counts.count == rules.count, days.count.isMultiple(of: DaySeries.columns.count)
    else { return nil }
    return ReplicateOutcome(
      Replicate(
        number: number, hash: hash, events: events, readings: known,
        rules: counts.sorted { $0.rule < $1.rule }, credit: verdicts, screens: dashboards),
      days: days)
  }
}

extension MetricReading {
  fileprivate var recorded: [Double] {
    counts.map { [$0.events, $0.exposure, origin] } ?? value.map { [$0] } ?? []
  }

  fileprivate init?(recorded numbers: [Double]) {
    switch numbers.count {
    case 0: self.init(nil)
    case 1: self.init(numbers[0])
    case 3: self.init(EventCounts(numbers[0], per: numbers[1]), above: numbers[2])
    default: return nil
    }
  }
}

/// Replications that were computed before, by other processes: what parts of a run hold.
public struct RecordedReplications: Sendable {
  private struct Key: Hashable {
    let plan: Int
    let number: UInt32
  }

  private var outcomes: [Key: ReplicateOutcome] = [:]

  public init() {}

  /// The results of a replication of the plan at that place; `nil` if it was not recorded.
  subscript(plan: Int, number: UInt32) -> ReplicateOutcome? {
    outcomes[Key(plan: plan, number: number)]
  }

  /// The number of recorded results, over all plans.
  public var count: Int { outcomes.count }

  /// A line that is no result of a replication.
  public struct UnreadableLine: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    public let line: Int
    public let words: String
  }

  /// Adds the results of a part with the replications `numbers`: a line for each plan of each.
  ///
  /// - Throws: `UnreadableLine` for the first line that is none of them, or is missing.
  public mutating func add(
    _ lines: [UInt8], ofPlans plans: Int, numbers: Range<UInt32>
  ) throws(UnreadableLine) {
    var count = 0
    for bytes in lines.split(separator: UInt8(ascii: "\n")) {
      count += 1
      let line: RecordedReplicate
      do {
        line = try JSONDecoder().decode(RecordedReplicate.self, from: Data(bytes))
      } catch {
        throw UnreadableLine(line: count, words: "it is no result of a replication")
      }
      guard (0..<plans).contains(line.plan), numbers.contains(line.number),
        let outcome = line.outcome
      else { throw UnreadableLine(line: count, words: "it is no result of this part") }
      outcomes[Key(plan: line.plan, number: line.number)] = outcome
    }
    guard count == plans * numbers.count else {
      throw UnreadableLine(
        line: count + 1,
        words: "\(plans * numbers.count) lines should be here, a plan's replication each")
    }
  }
}
