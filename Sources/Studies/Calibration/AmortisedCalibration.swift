/// A calibration whose runs all lie where the priors do: what it has learnt of the simulator answers
/// any observation without another run.
///
/// It is the step that the waves repeat, by itself. Where the priors are narrow it is enough; where
/// they are wide the waves are nearer to the truth.
public struct AmortisedCalibration: Sendable {
  private let calibrator: Calibrator
  private let emulator: Emulator
  private let points: [[Double]]

  fileprivate init(_ calibrator: Calibrator, _ emulator: Emulator, points: [[Double]]) {
    self.calibrator = calibrator
    self.emulator = emulator
    self.points = points
  }

  /// Returns what an observation of each cell says.
  public func outcome(of observed: [CellCount?]) -> CalibrationOutcome {
    var outcome = CalibrationOutcome(
      parameters: calibrator.parameters, cells: calibrator.cells, observed: observed)
    let likelihood = EmulatedLikelihood(
      emulator, observed: observed, discrepancy: calibrator.discrepancy)
    let draws = calibrator.sample(
      likelihood, from: points, 0, count: calibrator.drawCount, burn: 300)
    outcome.take(wave: likelihood, draws: draws, left: 1, of: points)
    return outcome
  }
}

extension Calibrator {
  /// Spends all runs at once, all over what the priors allow; the observation is not looked at.
  ///
  /// - Throws: The errors of the simulator, and `CancellationError` once the task is cancelled.
  public func amortised() async throws -> AmortisedCalibration {
    let found = try await run(firstPoints(runs), first: 0)
    return AmortisedCalibration(
      self, Emulator(cells, points: found.points, counts: found.counts), points: found.points)
  }
}
