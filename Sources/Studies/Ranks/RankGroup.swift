import Foundation
import Synchronization

/// The ranks that share the replications of a run: rank 0 hands them out and has the results, the
/// others compute and have none.
package final class RankGroup: Sendable {
  package let transport: any RankTransport
  /// The silence after which a rank is given up for lost.
  let limit: Duration
  private let state = Mutex(State())

  private struct State {
    var notices: [String] = []
    var hasLost = false
    var hasServed = false
  }

  package init(_ transport: any RankTransport, givingUpAfter limit: Duration? = nil) {
    self.transport = transport
    self.limit = limit ?? RankWatch.limit
  }

  /// The end of a rank's part in a run, whose results rank 0 has.
  package struct Dismissed: Error {
    package init() {}
  }

  /// Whether a rank was lost: the others may wait for it in vain.
  package var hasLost: Bool { state.withLock(\.hasLost) }

  /// Whether this rank took part in a run.
  package var hasServed: Bool { state.withLock(\.hasServed) }

  /// Takes out what happened to ranks, in words.
  package func takeNotices() -> [String] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  /// Notes what happened to a rank, for `takeNotices`.
  package func note(_ words: String, isLoss: Bool) {
    state.withLock {
      $0.notices.append(words)
      $0.hasLost = $0.hasLost || isLoss
    }
  }

  /// Notes that this rank takes part in a run.
  package func noteService() { state.withLock { $0.hasServed = true } }

  /// Says to rank 0 that this one ends, before it took part.
  package func leave(because reason: String) {
    transport.send(RankMessage.leaving("\(reason) (on \(Self.host))").bytes, to: 0)
  }

  /// Ends the part of all other ranks, also of those that are late.
  package func dismiss() {
    for rank in 1..<max(transport.count, 1) {
      transport.send(RankMessage.dismissed.bytes, to: rank)
    }
  }

  /// The end of a rank.
  package enum Ending: Hashable {
    /// Rank 0 needs this one no more.
    case dismissed
    /// The sender has ended, with its reason.
    case left(String)
  }

  /// Returns the end that a message is about; `nil` for a message of another kind.
  package func ending(in message: [UInt8]) -> Ending? {
    switch try? RankMessage(message) {
    case .dismissed: .dismissed
    case .leaving(let reason): .left(reason)
    default: nil
    }
  }

  /// The name of this machine.
  static let host =
    (try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown host"
}
