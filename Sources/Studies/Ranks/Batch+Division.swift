import GrowthloopModel
import GrowthloopFindings

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
