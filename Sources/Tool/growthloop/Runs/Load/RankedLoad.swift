package import GrowthloopStudies
import Foundation
package import GrowthloopTransport
import GrowthloopLoadGenerator
package import GrowthloopReports

/// A load plan whose agents are the ranks of a job: they begin together, and rank 0 joins what all have
/// measured.
package struct RankedLoad {
  private let group: RankGroup
  private let interrupt: Interrupt
  private let patience: Duration

  /// The kinds of messages, which are none of those of replications.
  private enum Kind: UInt8 {
    case ready = 16
    case start, measured
  }

  /// The time between the message of rank 0 and the common start.
  private static let notice: Int64 = 100_000_000

  /// Rank 0 waits for others to begin, and for theirs after its own end, as long as `patience`.
  ///
  /// - Throws: `UsageError` for more ranks than a plan can have agents.
  package init(
    _ group: RankGroup, until interrupt: Interrupt, patience: Duration = .seconds(60)
  ) throws(UsageError) {
    guard group.transport.count <= LoadShare.most else {
      throw UsageError(description: "a plan has at most \(LoadShare.most) agents: use fewer ranks")
    }
    self.group = group
    self.interrupt = interrupt
    self.patience = patience
  }

  /// The agent that this rank is.
  package var agent: LoadAgent {
    LoadAgent(LoadShare(group.transport.rank + 1, of: group.transport.count))
  }

  /// Waits until all ranks are ready; returns their common start by this machine's monotonic clock.
  ///
  /// No moment crosses clocks: the starts differ by the way of one message.
  package func start() throws -> MonotonicTime {
    group.noteService()
    if group.transport.rank == 0 {
      let ready = try collect(.ready)
      let late = others.filter { ready[$0] == nil }
      guard late.isEmpty else {
        throw UnfitInput(description: "\(Self.list(late)) did not begin within \(patience)")
      }
      for rank in others { send(.start, to: rank) }
    } else {
      send(.ready, to: 0)
      try wait(for: .start)
    }
    return MonotonicTime(nanoseconds: MonotonicTime.now().nanoseconds + Self.notice)
  }

  /// Returns what the ranks have measured, on rank 0; a rank that is lost is a missing agent.
  ///
  /// - Throws: `RankGroup.Dismissed` on all others.
  package func join(_ file: ResultFile) throws -> AgentFiles {
    guard group.transport.rank == 0 else {
      send(.measured, Array(file.text.utf8), to: 0)
      try wait(for: nil)
      throw RankGroup.Dismissed()
    }
    var files = try collect(.measured)
    for rank in others where files[rank] == nil {
      group.note("rank \(rank) is lost: its measurement did not come", isLoss: true)
    }
    files[0] = Array(file.text.utf8)
    return try AgentFiles(
      decoding: files.sorted { $0.key < $1.key }.map { ("rank \($0.key)", $0.value) },
      areRanks: true)
  }

  private var others: Range<Int> { 1..<max(1, group.transport.count) }

  /// Collects a message of that kind from every other rank, or from those that send one in time.
  ///
  /// - Throws: `UnfitInput` for a rank that ended before the start.
  private func collect(_ kind: Kind) throws -> [Int: [UInt8]] {
    var collected: [Int: [UInt8]] = [:]
    let end = ContinuousClock.now + patience
    var gone: Set<Int> = []
    while collected.count + gone.count < others.count, ContinuousClock.now < end {
      guard let (rank, message) = try next() else { continue }
      if case .left(let reason) = group.ending(in: message) {
        guard kind == .measured else {
          throw UnfitInput(description: "rank \(rank) ended: \(reason)")
        }
        gone.insert(rank)
      }
      if message.first == kind.rawValue { collected[rank] = Array(message.dropFirst()) }
    }
    return collected
  }

  /// Waits for a message of that kind from rank 0.
  ///
  /// - Throws: `RankGroup.Dismissed` when rank 0 needs this one no more, or is lost.
  private func wait(for kind: Kind?) throws {
    let end = ContinuousClock.now + patience * 2
    while ContinuousClock.now < end {
      guard let (_, message) = try next() else { continue }
      if message.first == kind?.rawValue { return }
      if group.ending(in: message) == .dismissed { break }
    }
    throw RankGroup.Dismissed()
  }

  /// Returns the next message; `nil` after a short rest.
  private func next() throws -> (sender: Int, message: [UInt8])? {
    if let message = group.transport.receive() { return message }
    try interrupt.check()
    Thread.sleep(forTimeInterval: 0.000_1)
    return nil
  }

  private func send(_ kind: Kind, _ bytes: [UInt8] = [], to rank: Int) {
    group.transport.send([kind.rawValue] + bytes, to: rank)
  }

  private static func list(_ ranks: [Int]) -> String {
    (ranks.count == 1 ? "rank " : "ranks ") + ranks.map { "\($0)" }.joined(separator: ", ")
  }
}
