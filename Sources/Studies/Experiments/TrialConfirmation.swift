public import GrowthloopFindings
import GrowthloopModel
import RandomStreams
public import SimulationKernel
import Statistics
import Vocabulary

extension TrialStudy {
  /// The runs of a confirmation: twice as many as chose the design.
  public var confirmationRuns: Int { 2 * replications }

  /// The lengths that are tried, each under a seed of its own.
  private static let mostTries = 3

  /// Runs a design that was chosen under seeds that the choice did not see, and returns it with what
  /// they show; it is lengthened where fewer than four of five experiments find the effect.
  ///
  /// After a cancellation the design has no confirmation.
  public func confirmed(
    _ chosen: ExperimentRecommended, of variant: Int, effect: Double, exponent: Double,
    on workers: Workers, progress: @escaping @Sendable () -> Void = {}
  ) async throws -> ExperimentRecommended {
    var found = chosen
    for attempt in 1...Self.mostTries {
      guard let own = designs.first(where: { $0.unit.rawValue == found.unit }) else { break }
      let design = TrialDesign(
        own.unit, inherits: own.inherits, period: own.period,
        analysis: TrialEstimator(rawValue: found.analysis))
      let study = lasting(.days(Int64(found.days)), by: design, seed: seed &+ UInt64(attempt))
      let runs: [TrialRun]
      do {
        runs = try await workers.map(confirmationRuns) { number in
          try study.drawn(number).runs(design, UInt32(number), progress)[variant - 1]
        }
      } catch is CancellationError {
        return chosen
      }
      found.take(runs, of: study, towards: effect)
      guard !found.isConfirmed, attempt < Self.mostTries, exponent > 0,
        let power = found.power.value, power > 0
      else { break }
      // The standard error that is asked for, beside the one that the runs show.
      let analysis = PowerAnalysis()
      let shown = max(0.1, analysis.threshold + Double.normalQuantile(power))
      let days = found.days * Double.exp(Double.log(analysis.reach / shown) / exponent)
      guard days <= Self.longest.inDays else { break }
      found.days = days.rounded(.up)
    }
    return found
  }

  /// Returns the study of one design and another length, under another seed.
  private func lasting(_ length: Interval, by design: TrialDesign, seed: UInt64) -> TrialStudy {
    var study = self
    let planned = looks.last.map { $0 - maturity } ?? .zero
    study.plan.days += Int((length - planned).inDays.rounded(.up))
    study.designs = [design]
    study.guardrails = []
    study.looks = [length + maturity]
    study.seed = seed
    return study
  }
}

extension ExperimentRecommended {
  /// Takes the runs of a confirmation of an effect.
  fileprivate mutating func take(
    _ runs: [TrialRun], of study: TrialStudy, towards effect: Double
  ) {
    let hits = runs.count { run in
      run.effects[0].map { $0.rejects() && ($0.difference > 0) == (effect > 0) } ?? false
    }
    seed = study.seed
    self.runs = runs.count
    power = Measure(Proportion(hits, of: runs.count).wilson(), in: .share)
    rows = Measure(
      Estimate(predictionBy: runs.map { Double($0.rowsAtLooks.last ?? 0) }), in: .count)
    let areMembersInArms = study.designs[0].unit != .time && study.designs[0].unit != .invite
    members =
      areMembersInArms
      ? Measure(
        Estimate(predictionBy: runs.map { Double($0.split.all.reduce(0, +)) }), in: .count)
      : nil
  }
}

extension Interval {
  /// The length in days.
  fileprivate var inDays: Double { Double(milliseconds) / 86_400_000 }
}
