import GrowthloopFindings
import GrowthloopStudies
package import GrowthloopReports
package import SimulationKernel
import Statistics

/// Ranks the inputs of a run by how far they move its answer over their own ranges.
package struct InputRanking {
  package static let none = CommandOption(
    flag: "--no-ranking",
    "leaves out which inputs move the answer most, which takes some 70 runs of its own, and twice as many beside a sure "
      + "difference; a run of fewer than \(fewest) replications has none", shapesResult: true)

  /// A run with fewer replications asks for a quick answer, and not for what it rests on.
  package static let fewest = 16

  private let choice: ChosenScenario
  private let variant: ChosenScenario?
  private let seed: UInt64
  private let workers: Workers

  /// Creates the ranking for a scenario, or for the first variant that is compared with it.
  package init(
    of choice: ChosenScenario, beside variant: ChosenScenario? = nil, seed: UInt64,
    on workers: Workers
  ) {
    self.choice = choice
    self.variant = variant
    self.seed = seed
    self.workers = workers
  }

  /// Ranks the inputs of finished `findings`, if they have enough replications; after an interrupt
  /// they are partial.
  package func rank(_ findings: inout some RankedFindings, on console: any Console) throws {
    guard !findings.isPartial, findings.replications >= Self.fewest else { return }
    let answer = findings.rankedAnswer
    guard let place = Metric.place(of: answer.metric) else { return }
    let sure = (findings as? ComparisonFindings)?.sureDifference
    let race = InputRace(
      entries(answer), forMetric: place, seed: seed,
      beside: sure.map { InputRace.Compared($0, in: findings.replications) })
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
          movement.yardstick.key, from: range.low, to: range.high, isAssumed: range.isAssumed,
          atLow: movement.differences.map { Measure($0.low, in: style) },
          atHigh: movement.differences.map { Measure($0.high, in: style) },
          turningEnd: movement.turn.map { $0.isHigh ? range.high : range.low },
          atTurn: movement.turn.map {
            Measure($0.difference.value, $0.difference, in: style, count: findings.replications)
          }),
        Measure(movement.estimate, in: style))
    }
  }

  /// The parameters that have a range, with the scenario at both ends of it; those that the variant
  /// changes are what is compared.
  private func entries(_ answer: RankedAnswer) -> [InputRace.Entry] {
    let changed = Set(variant.map { choice.setup.differences(to: $0.setup).map(\.name) } ?? [])
    let companions = variant == nil ? [] : answer.companions(of: changed)
    let names = companions.union(answer.parameters).subtracting(changed)
    let parameters = choice.setup.parameters.filter { names.contains($0.name) }
    var yardsticks = FairRanking(of: parameters, ofOneApp: true).yardsticks
    let (cost, most) = RankedAnswer.dismissalCost
    let isFree = choice.setup.parameters.contains { $0.name == cost && Double($0.value) == 0 }
    if isFree, !changed.contains(cost), changed.contains(where: { $0.hasPrefix("prompts.") }) {
      yardsticks.append(FairRanking.supposed(cost, upTo: most))
    }
    return yardsticks.compactMap { yardstick in
      guard let ends = ends(of: choice, yardstick) else { return nil }
      guard let variant else { return InputRace.Entry(yardstick, ends) }
      return self.ends(of: variant, yardstick).map {
        InputRace.Entry(
          yardstick, ends, variant: $0, isSeeded: companions.contains(yardstick.key))
      }
    }
  }

  private func ends(
    of choice: ChosenScenario, _ yardstick: FairRanking.Yardstick
  ) -> InputRace.Ends? {
    var ends = SoundPoints(of: choice.source.file, changed: choice.source.changes)
    ends.addIfSound(yardstick.ends.low)
    ends.addIfSound(yardstick.ends.high)
    guard ends.setups.count == 2 else { return nil }
    let value = choice.setup.parameters.first { $0.name == yardstick.key }?.value
    func isBase(_ end: String) -> Bool {
      end == value || Double(end).map { $0 == value.flatMap(Double.init) } ?? false
    }
    return InputRace.Ends(
      low: ends.setups[0], high: ends.setups[1],
      isBase: (isBase(yardstick.range.low), isBase(yardstick.range.high)))
  }
}
