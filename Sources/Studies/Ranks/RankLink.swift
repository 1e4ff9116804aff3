import Foundation
import GrowthloopModel

/// The ranks of a job as the holders of one population's shards.
final class RankLink: ShardLink, @unchecked Sendable {
  let rank: Int
  let count: Int
  private let group: RankGroup
  private let transport: any RankTransport
  /// The silence after which a rank is given up for lost.
  private let limit: Duration
  private var round: UInt64 = 0
  /// Messages of later rounds, by round and sender.
  private var early: [Key: [UInt8]] = [:]

  private struct Key: Hashable {
    let round: UInt64
    let sender: Int
  }

  /// `@unchecked`: the one thread that runs the rank's shard calls it.
  init(_ group: RankGroup) {
    self.group = group
    transport = group.transport
    rank = transport.rank
    count = transport.count
    // A rank says nothing while it works on a window.
    limit = group.limit * 12
  }

  func exchange(_ messages: [[UInt8]]) throws -> [[UInt8]] {
    round += 1
    for peer in 0..<count where peer != rank {
      transport.send([Self.mark] + Self.bytes(round) + messages[peer], to: peer)
    }
    var received = [[UInt8]?](repeating: nil, count: count)
    received[rank] = messages[rank]
    var missing = count - 1
    for peer in 0..<count {
      guard let message = early.removeValue(forKey: Key(round: round, sender: peer)) else {
        continue
      }
      received[peer] = message
      missing -= 1
    }
    var idle = 0
    var silentSince = ContinuousClock.now
    while missing > 0 {
      guard let (sender, message) = transport.receive() else {
        idle += 1
        try rest(idle, since: silentSince, awaiting: received)
        continue
      }
      idle = 0
      silentSince = .now
      guard message.first == Self.mark else {
        try end(sender, message)
        continue
      }
      let number = Self.number(message[1..<9])
      let rest = Array(message.dropFirst(9))
      if number == round {
        received[sender] = rest
        missing -= 1
      } else {
        early[Key(round: number, sender: sender)] = rest
      }
    }
    return received.map { $0 ?? [] }
  }

  /// What a message of an exchange begins with, and no other message between ranks.
  private static let mark: UInt8 = 0xFF

  /// Ends where a rank says that it has ended.
  private func end(_ sender: Int, _ message: [UInt8]) throws {
    switch group.ending(in: message) {
    case .left(let reason):
      throw LostRank(description: "rank \(sender) has ended: \(reason)")
    case .dismissed: throw LostRank(description: "rank \(sender) has ended the run")
    case nil: break
    }
  }

  /// Gives the core away while nothing comes: at once, and for longer the longer it lasts.
  private func rest(
    _ turns: Int, since start: ContinuousClock.Instant, awaiting received: [[UInt8]?]
  ) throws {
    guard turns > 2_000 else {
      if turns % 64 == 0 { sched_yield() }
      return
    }
    usleep(100)
    guard turns % 1_000 == 0, start.duration(to: .now) > limit else { return }
    let lost = received.indices.filter { received[$0] == nil }.map(String.init)
    throw LostRank(
      description: "rank \(lost.joined(separator: ", ")) is silent; its part of the population is "
        + "lost, and with it the replication")
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
