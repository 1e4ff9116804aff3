import Diagnostics
import Experiments
package import Reports
import Runs
package import SimulationKernel
import Statistics
package import Terminal

/// Ranks the inputs of a run by how far they move its answer over their own ranges.
package struct InputRanking {
  package static let none = CommandOption(
    flag: "--no-ranking",
    "leaves out which inputs move the answer most, which takes some 70 runs of its own; a run of fewer "
      + "than \(fewest) replications has none", shapesResult: true)

  /// A run with fewer replications asks for a quick answer, and not for what it rests on.
  package static let fewest = 16

  private let choice: ChosenScenario
  private let seed: UInt64
  private let workers: Workers

  package init(of choice: ChosenScenario, seed: UInt64, on workers: Workers) {
    self.choice = choice
    self.seed = seed
    self.workers = workers
  }

  /// Ranks the inputs of finished `findings`, if they have enough replications; after an interrupt
  /// they are partial.
  package func rank(_ findings: inout some RankedFindings, on console: any Console) throws {
    guard !findings.isPartial, findings.replications >= Self.fewest else { return }
    let answer = findings.rankedAnswer
    guard let place = Metric.place(of: answer.metric) else { return }
    let race = InputRace(entries(answer), forMetric: place, seed: seed)
    guard race.total > 0 else { return }
    let movements = try Work(console: console, total: race.total).wait { [workers] meter in
      try await race.run(on: workers, meter: meter)
    }
    findings.isPartial = movements == nil
    let style = Metric.all[place].style
    findings.ranking = movements?.map { movement in
      let range = movement.yardstick.range
      return Measured(
        InputMove(
          movement.yardstick.key, from: range.low, to: range.high, isAssumed: range.isAssumed),
        Measure(movement.estimate, in: style))
    }
  }

  /// The parameters that have a range, with the scenario at both ends of it.
  private func entries(_ answer: RankedAnswer) -> [InputRace.Entry] {
    let ranking = FairRanking(
      of: choice.setup.parameters.filter { answer.parameters.contains($0.name) })
    return ranking.yardsticks.compactMap { yardstick in
      var ends = SoundPoints(of: choice.source.file, changed: choice.source.changes)
      ends.addIfSound(yardstick.ends.low)
      ends.addIfSound(yardstick.ends.high)
      guard ends.setups.count == 2 else { return nil }
      return InputRace.Entry(yardstick, low: ends.setups[0], high: ends.setups[1])
    }
  }
}
