import GrowthloopStudies
import RandomStreams
import Statistics

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

  /// Invites a day for four weeks, the share that is tapped, and the median of its delay in days.
  static let lagParameters = [
    CalibratedParameter("invites", in: 20...200, on: .ratio),
    CalibratedParameter("tap", in: 0.1...0.7, on: .odds),
    CalibratedParameter("median", in: 0.02...2, on: .ratio),
  ]

  static let lagCells =
    [CalibrationCell("invites", stage: "sent", .rate)]
    + [1, 2, 3, 5, 8].map { CalibrationCell("taps before day \($0)", stage: "tapped", .share) }

  static func lags(_ values: [Double], _ draw: inout Draw) -> [CellCount] {
    let sent = poisson(28 * values[0], &draw)
    let delay = DelayCurve(median: values[2], sigma: 1.6)
    var (counts, before, open) = ([CellCount(Double(sent), of: 28)], 0.0, sent)
    for end in [1.0, 2, 3, 5, 8] {
      let share = values[1] * delay.share(within: end)
      let taps = binomial(open, (share - before) / (1 - before), &draw)
      counts.append(CellCount(Double(taps), of: Double(open)))
      (before, open) = (share, open - taps)
    }
    return counts
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
