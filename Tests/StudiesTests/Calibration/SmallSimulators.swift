import GrowthloopStudies
import RandomStreams

/// Simulators of a few lines, of which the truth is known.
enum SmallSimulators {
  static func draw(_ seed: UInt64, _ number: Int) -> Draw {
    RandomSource(seed: seed).stream(for: Purpose(rawValue: 7))[UInt64(number)]
  }

  static func binomial(_ count: Int, _ share: Double, _ draw: inout Draw) -> Int {
    guard let law = try? Binomial(count: count, probability: min(max(share, 0), 1)) else {
      preconditionFailure("\(share) of \(count)")
    }
    return law.sample(using: &draw)
  }

  static func poisson(_ mean: Double, _ draw: inout Draw) -> Int {
    guard let law = try? Poisson(mean: mean) else { preconditionFailure("mean \(mean)") }
    return law.sample(using: &draw)
  }

  /// Sends, taps and launches of a month; with the taps logged or not.
  static let funnelCells = [
    CalibrationCell("taps of sends", stage: "tapped", .share),
    CalibrationCell("launches of sends", stage: "launched", .share),
  ]

  static func funnel(_ tap: Double, _ install: Double, _ draw: inout Draw) -> [CellCount] {
    let sent = 5_333
    let tapped = binomial(sent, tap, &draw)
    let launched = binomial(tapped, install, &draw)
    return [
      CellCount(Double(tapped), of: Double(sent)), CellCount(Double(launched), of: Double(sent)),
    ]
  }

  static func calibrator(
    _ parameters: [CalibratedParameter], _ cells: [CalibrationCell], observed: [CellCount?],
    seed: UInt64 = 1,
    _ simulate: @escaping @Sendable (_ values: [Double], _ draw: inout Draw) -> [CellCount]
  ) -> Calibrator {
    var calibrator = Calibrator(parameters, cells, observed: observed) { runs in
      runs.map { run in
        var draw = draw(seed &+ 0x5EED, run.number)
        return simulate(run.values, &draw)
      }
    }
    calibrator.seed = seed
    return calibrator
  }
}
