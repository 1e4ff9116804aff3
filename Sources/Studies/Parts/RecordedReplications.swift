import Foundation
import GrowthloopFindings

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
