package import GrowthloopStudies
import RandomStreams
import Statistics

/// The task SIR of sbibm (Lueckmann and others, 2021): an epidemic of two parameters, of which ten
/// samples of a thousand people are seen.
package struct EpidemicTask: Sendable {
  package var seed: UInt64 = 1
  package var runs = 1_000
  package var waves = 5

  package init() {}

  /// The rate of contact, and that of recovery, by the task's priors.
  package static let parameters = [
    CalibratedParameter(
      "contact", in: 0.4 / 10...0.4 * 10, on: .ratio, prior: .around(0.4, deviation: 0.5)),
    CalibratedParameter(
      "recovery", in: 0.125 / 3...0.125 * 3, on: .ratio, prior: .around(0.125, deviation: 0.2)),
  ]

  private static let people = 1_000_000.0
  private static let sample = 1_000

  /// The share of the infected on every seventeenth of 160 days, by steps of Runge and Kutta.
  private static func infected(_ contact: Double, _ recovery: Double) -> [Double] {
    var (susceptible, infected) = (people - 1, 1.0)
    var shares: [Double] = []
    let step = 0.1
    func change(_ susceptible: Double, _ infected: Double) -> (Double, Double) {
      let new = contact * susceptible * infected / people
      return (-new, new - recovery * infected)
    }
    for day in 0..<160 {
      if day % 17 == 0 { shares.append(min(max(infected / people, 0), 1)) }
      for _ in 0..<10 {
        let first = change(susceptible, infected)
        let second = change(susceptible + step / 2 * first.0, infected + step / 2 * first.1)
        let third = change(susceptible + step / 2 * second.0, infected + step / 2 * second.1)
        let fourth = change(susceptible + step * third.0, infected + step * third.1)
        susceptible += step / 6 * (first.0 + 2 * second.0 + 2 * third.0 + fourth.0)
        infected += step / 6 * (first.1 + 2 * second.1 + 2 * third.1 + fourth.1)
      }
    }
    return shares
  }

  /// Returns draws from the posterior of the numbers of infected in the ten samples.
  package func draws(_ count: Int, observed: [Int]) async throws -> [[Double]] {
    let cells = observed.indices.map {
      CalibrationCell("day \($0 * 17)", stage: "infected", .share)
    }
    let whole = Double(Self.sample)
    let seed = seed
    var calibrator = Calibrator(
      Self.parameters, cells, observed: observed.map { CellCount(Double($0), of: whole) }
    ) { runs in
      runs.map { run in
        var draw = RandomSource(seed: seed).stream(for: Purpose(rawValue: 0x5125_0000))[
          UInt64(run.number)]
        return Self.infected(run.values[0], run.values[1]).map {
          CellCount(Double(ChanceCounts.binomial(Self.sample, $0, &draw)), of: whole)
        }
      }
    }
    calibrator.runs = runs
    calibrator.waves = waves
    calibrator.seed = seed
    calibrator.drawCount = count
    return try await calibrator.calibrate().values
  }
}
