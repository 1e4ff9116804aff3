package import GrowthloopStudies
package import RandomStreams
package import SimulationKernel
import Statistics

/// Counts by chance, for simulators whose laws are always within their domains.
enum ChanceCounts {
  /// Returns how many of `count` happen, each with the chance `share`, which is brought within 0 to 1.
  static func binomial(_ count: Int, _ share: Double, _ draw: inout Draw) -> Int {
    let chance = min(max(share, 0), 1)
    return Binomial.certain(try Binomial(count: count, probability: chance)).sample(using: &draw)
  }

  static func poisson(_ mean: Double, _ draw: inout Draw) -> Int {
    Poisson.certain(try Poisson(mean: max(mean, 0))).sample(using: &draw)
  }
}

/// A branching model of invites with eight parameters, as cohort counts of so many days.
///
/// Members send, invites are tapped and installed with log-normal delays in days, newcomers become
/// members who stay or leave, and send.
package struct BranchingFunnel: Sendable {
  private let days = 28
  private let seeds = 400

  package init() {}

  /// In the order of the values.
  package static let parameters = [
    CalibratedParameter("sends", in: 0.2...1.2, on: .ratio),
    CalibratedParameter("stay", in: 0.6...0.97, on: .odds),
    CalibratedParameter("recipients", in: 1...5, on: .ratio),
    CalibratedParameter("tap", in: 0.1...0.7, on: .odds),
    CalibratedParameter("tapMedian", in: 0.1...3, on: .ratio),
    CalibratedParameter("tapSigma", in: 0.6...2.4, on: .ratio),
    CalibratedParameter("install", in: 0.05...0.6, on: .odds),
    CalibratedParameter("installMedian", in: 0.1...3, on: .ratio),
  ]

  /// The ends of the groups of lags, in days.
  private static let groups = [1, 2, 3, 5, 8, 14]

  package static let cells: [CalibrationCell] =
    (0..<4).map { CalibrationCell("shares of week \($0 + 1)", stage: "shared", .rate) }
    + [CalibrationCell("invites of shares", stage: "sent", .rate)]
    + (0..<4).map { CalibrationCell("members of week \($0 + 1)", stage: "members", .rate) }
    + groups.map { CalibrationCell("taps before day \($0)", stage: "tapped", .share) }
    + groups.map { CalibrationCell("launches before day \($0)", stage: "launched", .share) }

  package func counts(_ values: [Double], _ draw: inout Draw) -> [CellCount] {
    let (sends, stay, recipients) = (values[0], values[1], values[2])
    let (tap, install) = (values[3], values[6])
    let tapLags = lags(DelayCurve(median: values[4], sigma: values[5]))
    let installLags = lags(DelayCurve(median: values[7], sigma: 1.2))
    var arrivals = [Int](repeating: 0, count: days)
    var shares = [Int](repeating: 0, count: days)
    var active = [Int](repeating: 0, count: days)
    var invites = 0
    var (tapped, tapRisk) = ([Int](repeating: 0, count: 6), [Int](repeating: 0, count: 6))
    var (launched, launchRisk) = ([Int](repeating: 0, count: 6), [Int](repeating: 0, count: 6))
    var members = seeds
    for day in 0..<days {
      members = ChanceCounts.binomial(members, stay, &draw) + arrivals[day]
      active[day] = members
      shares[day] = ChanceCounts.poisson(Double(members) * sends / 7, &draw)
      // One person at least receives a share.
      let sent =
        shares[day]
        + ChanceCounts.poisson(
          Double(shares[day]) * (recipients - 1), &draw)
      invites += sent
      var open = ChanceCounts.binomial(sent, tap, &draw)
      // Taps by lag, of those that will be, one hazard after the other.
      var atRisk = sent
      var left = 1.0
      var launchesAt = [Int](repeating: 0, count: days - day)
      var tapsAt = [Int](repeating: 0, count: days - day)
      for lag in 0..<days - day where open > 0 {
        let now = ChanceCounts.binomial(open, tapLags[lag] / left, &draw)
        left -= tapLags[lag]
        open -= now
        tapsAt[lag] = now
        var coming = ChanceCounts.binomial(now, install, &draw)
        var rest = 1.0
        for later in lag..<days - day where coming > 0 {
          let arrived = ChanceCounts.binomial(coming, installLags[later - lag] / rest, &draw)
          rest -= installLags[later - lag]
          coming -= arrived
          launchesAt[later] += arrived
          arrivals[day + later] += day + later > day ? arrived : 0
        }
      }
      var known = 0
      var arrived = 0
      var lag = 0
      for (group, end) in Self.groups.enumerated() where day + end <= days {
        let (taps, launches) = (lag..<end).reduce((0, 0)) {
          ($0.0 + tapsAt[$1], $0.1 + launchesAt[$1])
        }
        known += taps
        tapped[group] += taps
        tapRisk[group] += atRisk
        atRisk -= taps
        launched[group] += launches
        launchRisk[group] += known - arrived
        arrived += launches
        lag = end
      }
    }
    func week(_ days: [Int], _ week: Int) -> Int {
      days[week * 7..<min((week + 1) * 7, days.count)].reduce(0, +)
    }
    return (0..<4).map { CellCount(Double(week(shares, $0)), of: Double(max(week(active, $0), 0))) }
      + [CellCount(Double(invites - shares.reduce(0, +)), of: Double(shares.reduce(0, +)))]
      + (0..<4).map { CellCount(Double(week(active, $0)), of: 7) }
      + (0..<6).map { CellCount(Double(tapped[$0]), of: Double(tapRisk[$0])) }
      + (0..<6).map { CellCount(Double(launched[$0]), of: Double(launchRisk[$0])) }
  }

  private func lags(_ delay: DelayCurve) -> [Double] {
    (0..<days).map { delay.share(within: Double($0) + 1) - delay.share(within: Double($0)) }
  }
}

/// The calibration of data whose truth is known.
package struct CalibrationBenchmark: Sendable {
  package var seed: UInt64 = 1
  package var runs = 2_000
  package var waves = 5

  package init() {}

  /// Ranks the truths of so many data sets of the branching funnel, each drawn from the priors,
  /// among draws that are taken so many times as far from their mean as they are.
  package func ranks(
    of sets: Int, on workers: Workers, width: [Double]
  ) async throws -> [TruthRanks] {
    var all = width.map { _ in TruthRanks(BranchingFunnel.parameters) }
    var found: [Int: [TruthRanks]] = [:]
    try await withThrowingTaskGroup(of: (Int, [TruthRanks]).self) { group in
      var next = 0
      func start() {
        guard next < sets else { return }
        let set = next
        next += 1
        group.addTask { (set, try await ranks(of: set, width: width)) }
      }
      for _ in 0..<workers.count { start() }
      while let (set, ranks) = try await group.next() {
        found[set] = ranks
        start()
      }
    }
    for set in 0..<sets {
      for place in width.indices { found[set].map { all[place].merge($0[place]) } }
    }
    return all
  }

  private func ranks(of set: Int, width: [Double]) async throws -> [TruthRanks] {
    try Task.checkCancellation()
    let (outcome, truth) = try await calibrated(set)
    return width.map { width in
      var ranks = TruthRanks(BranchingFunnel.parameters)
      ranks.record(outcome, truth: truth, width: width)
      return ranks
    }
  }

  private func draw(_ set: Int, _ purpose: UInt32, _ number: Int = 0) -> Draw {
    RandomSource(seed: seed, replication: UInt32(set))
      .stream(for: Purpose(rawValue: 0xBE4C_0000 + purpose))[UInt64(number)]
  }

  private func calibrated(_ set: Int) async throws -> (CalibrationOutcome, [Double]) {
    let model = BranchingFunnel()
    var draw = draw(set, 1)
    let truth = BranchingFunnel.parameters.map { $0.value(at: 2 * draw.uniform() - 1) }
    let observed = model.counts(truth, &draw)
    var calibrator = Calibrator(
      BranchingFunnel.parameters, BranchingFunnel.cells, observed: observed
    ) { runs in
      runs.map { run in
        var draw = self.draw(set, 2, run.number)
        return model.counts(run.values, &draw)
      }
    }
    calibrator.runs = runs
    calibrator.waves = waves
    calibrator.seed = seed &+ UInt64(set)
    calibrator.drawCount = 199
    return (try await calibrator.calibrate(), truth)
  }
}

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
