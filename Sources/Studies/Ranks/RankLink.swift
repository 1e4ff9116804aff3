import Foundation
import GrowthloopFindings
import GrowthloopModel
import SimulationKernel

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

extension Batch {
  /// Whether the ranks divide each population among them, because there are fewer replications than
  /// ranks and the populations are large.
  ///
  /// - Throws: `UndividedPopulation` where that would be of use, and a rule forbids it.
  func dividesPopulations(among ranks: RankGroup) throws -> Bool {
    let count = ranks.transport.count
    guard count > 1, total < count, plans.allSatisfy(Self.isLarge) else { return false }
    for plan in plans {
      if let reason = plan.reasonForOneShard {
        throw UndividedPopulation(reason: reason, ranks: count)
      }
    }
    return plans.allSatisfy { count <= $0.mostShards }
  }

  /// Runs one replication after the other, each on all ranks, and calls `deliver` on the first.
  ///
  /// - Throws: `RankGroup.Dismissed` on every rank but the first.
  func divide(
    among ranks: RankGroup, as run: String, inOrder deliver: (ReplicateOutcome) throws -> Bool
  ) throws {
    let link = RankLink(ranks)
    let isFirst = link.rank == 0
    if !isFirst { ranks.noteService() }
    do {
      try agree(on: run, over: link)
      for number in 0..<total {
        let outcome = try recordedOutcome(of: number) ?? compute(number, over: link)
        // The others have no outcome, and wait for the decision of the first.
        guard try link.agree({ isFirst ? try outcome.map(deliver) ?? false : true }) else { break }
      }
    } catch  where !isFirst {
      throw RankGroup.Dismissed()
    }
    guard isFirst else { throw RankGroup.Dismissed() }
  }

  /// Checks that all ranks run the same.
  private func agree(on run: String, over link: RankLink) throws {
    let runs = try link.exchange([[UInt8]](repeating: Array(run.utf8), count: link.count))
    guard let other = runs.firstIndex(where: { $0 != Array(run.utf8) }) else { return }
    throw LostRank(
      description: "rank \(other) runs another scenario, or another build: start all ranks with "
        + "the same command and files")
  }

  /// Computes a replication on all ranks; `nil` on every one but the first.
  private func compute(_ number: Int, over link: RankLink) throws -> ReplicateOutcome? {
    let (plan, replication) = place(of: number)
    return try Replicate.run(
      plans[plan], seed: seed, number: replication, over: link, showing: persons, meter: meter)
  }
}

/// One population that several ranks cannot share.
package struct UndividedPopulation: Error, CustomStringConvertible {
  let reason: String
  let ranks: Int

  package var description: String {
    "one population cannot be divided among \(ranks) ranks, since \(reason): ask for at least "
      + "\(ranks) replications with '--replications', which the ranks share, or run without 'mpirun'"
  }
}

extension RankLink {
  /// Whether all ranks want to go on; an error of this one ends the others, too.
  fileprivate func agree(_ decide: () throws -> Bool) throws -> Bool {
    let decision = Result { try decide() }
    let goesOn = (try? decision.get()) ?? false
    let answers = try exchange([[UInt8]](repeating: [goesOn ? 1 : 0], count: count))
    _ = try decision.get()
    return answers.allSatisfy { $0 == [1] }
  }
}

extension Batch {
  /// Runs the replications on ranks, and calls `deliver` with the outcomes in the order of their
  /// numbers until it returns `false`.
  ///
  /// - Throws: `RankGroup.Dismissed` on every rank but the first: the results are there.
  func run(
    among ranks: RankGroup, inOrder deliver: (ReplicateOutcome) throws -> Bool
  ) throws {
    let digest =
      ([ToolVersion.current, "\(seed)", "\(total)", "\(first)", "\(persons)"]
      + plans.map(\.digest)).joined(separator: " ")
    if try dividesPopulations(among: ranks) {
      return try divide(among: ranks, as: digest, inOrder: deliver)
    }
    guard ranks.transport.rank == 0 else {
      let meter = ProgressMeter()
      try RankMember(group: ranks, workers: workers.count, run: digest, meter: meter) {
        number, outcome in
        try RecordedReplicate(outcome, ofPlan: place(of: number).plan).bytes()
      } compute: { number, isWanted in
        try compute(number, reportingTo: meter, while: isWanted)
      }.serve()
    }
    var leader = RankLeader(
      ranks, workers: workers.count, total: total, run: digest, meter: meter, known: recordedOutcome
    ) { bytes in
      guard let outcome = try RecordedReplicate(bytes).outcome else {
        throw UnreadableOutcome()
      }
      return outcome
    } compute: { number, isWanted in
      try compute(number, while: isWanted)
    }
    try leader.lead { _, outcome in try deliver(outcome) }
  }

  /// An outcome of another rank that cannot be read; it is computed again.
  private struct UnreadableOutcome: Error {}
}

/// A rank that is waited for in vain, with its part of a population.
package struct LostRank: Error, CustomStringConvertible {
  package let description: String
}
