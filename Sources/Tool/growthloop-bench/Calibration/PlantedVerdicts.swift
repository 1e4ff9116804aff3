package import GrowthloopStudies
import RandomStreams
import Statistics

/// Small funnels of which is known what their data identify.
package struct PlantedVerdicts: Sendable {
  package var seed: UInt64 = 1

  package init() {}

  /// What is planted.
  package enum Kind: Int, CaseIterable, Sendable {
    /// Tap and install, of which only launches are logged.
    case product
    /// A parameter that changes nothing that is counted.
    case idle
    /// Two ways to join that are counted together.
    case sum
    /// Senders and how much each sends, of which invites are counted.
    case rates
    /// The same funnels with every stage counted.
    case productLogged, idleLogged, sumLogged, ratesLogged

    /// Whether the data identify both parameters.
    package var isIdentified: Bool { rawValue >= Kind.productLogged.rawValue }
  }

  /// Returns the verdicts on a case, and its kind.
  package func verdicts(
    _ number: Int, identified: Bool
  ) async throws -> (Kind, [ParameterVerdict.Kind]) {
    let kinds = Kind.allCases.filter { $0.isIdentified == identified }
    let kind = kinds[number % kinds.count]
    var draw = draw(number, identified ? 1 : 2)
    let parameters = [
      CalibratedParameter("first", in: 0.05...0.95, on: .odds),
      CalibratedParameter("second", in: 0.05...0.95, on: .odds),
    ]
    let truth = parameters.map { $0.value(at: 1.2 * draw.uniform() - 0.6) }
    let count = 500 + Int(draw.uniform() * 4_500)
    let observed = Self.counts(kind, truth, count, &draw)
    var calibrator = Calibrator(
      parameters, Self.cells(kind), observed: observed
    ) { runs in
      runs.map { run in
        var draw = self.draw(number, identified ? 3 : 4, run.number)
        return Self.counts(kind, run.values, count, &draw)
      }
    }
    calibrator.runs = 500
    calibrator.waves = 4
    calibrator.seed = seed &+ UInt64(number)
    return (kind, try await calibrator.calibrate().verdicts.map(\.kind))
  }

  private func draw(_ number: Int, _ purpose: UInt32, _ run: Int = 0) -> Draw {
    RandomSource(seed: seed, replication: UInt32(number))
      .stream(for: Purpose(rawValue: 0x91A4_0000 + purpose))[UInt64(run)]
  }

  private static func cells(_ kind: Kind) -> [CalibrationCell] {
    let one = CalibrationCell("all", stage: "launched", .share)
    let both = ["first", "second"].map { CalibrationCell($0, stage: $0, .share) }
    return kind.isIdentified ? both : [one]
  }

  private static func counts(
    _ kind: Kind, _ values: [Double], _ count: Int, _ draw: inout Draw
  ) -> [CellCount] {
    let whole = Double(count)
    func cell(_ successes: Int, of trials: Int) -> CellCount {
      CellCount(Double(successes), of: Double(trials))
    }
    switch kind {
    case .product, .productLogged:
      let first = ChanceCounts.binomial(count, values[0], &draw)
      let second = ChanceCounts.binomial(first, values[1], &draw)
      return kind == .product
        ? [cell(second, of: count)] : [cell(first, of: count), cell(second, of: first)]
    case .idle, .idleLogged:
      let first = ChanceCounts.binomial(count, values[0], &draw)
      let second = ChanceCounts.binomial(count, values[1], &draw)
      return kind == .idle
        ? [cell(first, of: count)] : [cell(first, of: count), cell(second, of: count)]
    case .sum, .sumLogged:
      let first = ChanceCounts.binomial(count, values[0] / 2, &draw)
      let second = ChanceCounts.binomial(count, values[1] / 2, &draw)
      return kind == .sum
        ? [CellCount(Double(first + second), of: 2 * whole)]
        : [cell(first, of: count), cell(second, of: count)]
    case .rates, .ratesLogged:
      let first = ChanceCounts.binomial(count, values[0], &draw)
      let second = ChanceCounts.binomial(3 * first, values[1], &draw)
      return kind == .rates
        ? [cell(second, of: 3 * count)] : [cell(first, of: count), cell(second, of: 3 * first)]
    }
  }
}
