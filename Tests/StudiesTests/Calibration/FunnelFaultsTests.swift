import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
@testable import GrowthloopStudies
import RandomStreams
import SimulationKernel
import Statistics
import Testing

/// A funnel of a month whose truth is known: invites a day, taps of them after a log-normal delay, and
/// launches of taps after another one, in days.
private struct MonthFunnel {
  var invites = 80.0
  var tap = 0.4
  var tapDelay = DelayCurve(median: 0.15, sigma: 1.6)
  var install = 0.25
  var days = 28
  /// The part of a day, from its beginning, in which invites are sent and tapped.
  var open = 0.0

  func table(_ number: Int, seed: UInt64 = 5) -> FunnelTable {
    var draw = RandomSource(seed: seed).stream(for: Purpose(rawValue: 9))[UInt64(number)]
    func binomial(_ count: Int, _ share: Double) -> Int {
      (try? Binomial(count: count, probability: min(max(share, 0), 1)))?.sample(using: &draw) ?? 0
    }
    /// Returns how many of those that will come do so on each day from the first one on.
    func days(of count: Int, _ shares: [Double], _ most: Int) -> [Int] {
      var (open, before) = (count, 0.0)
      return shares.prefix(most).map { share in
        let now = open > 0 ? binomial(open, (share - before) / (1 - before)) : 0
        (open, before) = (open - now, share)
        return now
      }
    }
    func shares(_ delay: DelayCurve) -> [Double] {
      (1...self.days).map { day in
        (0..<24).reduce(0) {
          $0 + delay.share(within: Double(day) - self.open * (Double($1) + 0.5) / 24) / 24
        }
      }
    }
    var table = FunnelTable(.cohorts, days: self.days, stages: [.sent, .tapped, .launched])
    let (tapShares, installShares) = (
      shares(tapDelay), shares(DelayCurve(median: 0.4, sigma: 1.6))
    )
    for day in 0..<self.days {
      let sent = (try? Poisson(mean: invites))?.sample(using: &draw) ?? 0
      table[.sent, day] = sent
      for (lag, taps) in days(of: binomial(sent, tap), tapShares, self.days - day).enumerated() {
        table[.tapped, day, lag] = taps
        let launches = days(
          of: binomial(taps, install), installShares, self.days - day - lag)
        for (later, count) in launches.enumerated() where count > 0 {
          table[.launched, day, lag + later] = (table[.launched, day, lag + later] ?? 0) + count
        }
      }
    }
    return table
  }
}

extension FunnelTable {
  /// Changes the counts of a stage on some days, by the day of the event or of sending.
  fileprivate mutating func change(
    _ stage: FunnelStage, on changed: Range<Int>, sent: Range<Int> = 0..<28, _ new: (Int) -> Int?
  ) {
    for day in sent where day < days {
      for lag in 0..<days - day where changed.contains(day + lag) {
        self[stage, day, lag] = self[stage, day, lag].flatMap(new)
      }
    }
  }
}

@Suite("Days that are unlike the rest of a funnel")
struct FunnelDaysTests {
  typealias Odd = [(series: FunnelDays.Series, stretch: OddStretch)]

  /// Looks for odd days among sixty runs without a fault.
  private static let runs = (1...60).map { MonthFunnel().table($0) }

  private func odd(_ table: FunnelTable) -> Odd {
    let daily = FunnelDays(of: table)
    return daily.oddStretches(
      of: table, among: Self.runs.map { daily.counts(of: $0.counted(like: table)) },
      discrepancy: 0.03)
  }

  @Test("taps that were logged twice for a week are found, and the week named")
  func twice() throws {
    var table = MonthFunnel().table(0)
    table.change(.tapped, on: 7..<14) { 2 * $0 }
    let found = try #require(odd(table).first)
    #expect(found.series.stage == .tapped && !found.series.isOfSending)
    #expect(found.stretch.places == 7..<14, "\(found)")
    #expect(found.stretch.count > 1.3 * found.stretch.expected)
  }

  @Test("cohorts without rows are found, and none once they are said to be missing")
  func absent() throws {
    var table = MonthFunnel().table(0)
    for stage in table.stages { table.change(stage, on: 0..<28, sent: 8..<11) { _ in 0 } }
    let found = try #require(odd(table).first)
    #expect(found.series.stage == .sent && found.stretch.places == 8..<11)
    #expect(found.stretch.count == 0)
    for day in 8..<11 { table[.sent, day] = nil }
    #expect(odd(table).isEmpty)
  }

  @Test("later stages that end some days before the first one are found")
  func lost() throws {
    var table = MonthFunnel().table(0)
    for stage in [FunnelStage.tapped, .launched] { table.change(stage, on: 25..<28) { _ in 0 } }
    let found = odd(table)
    #expect(found.map(\.series.stage) == [.tapped])
    #expect(found[0].stretch.places == 25..<28 && found[0].stretch.count == 0)
    for stage in [FunnelStage.tapped, .launched] { table.change(stage, on: 25..<28) { _ in nil } }
    #expect(odd(table).isEmpty)
  }

  @Test("invites of some days whose launches were lost are found by the day of sending")
  func lostOfSending() throws {
    var table = MonthFunnel().table(0)
    table.change(.launched, on: 0..<28, sent: 10..<16) { _ in 0 }
    let found = try #require(odd(table).first)
    #expect(found.series.stage == .launched && found.series.isOfSending)
    #expect(found.stretch.places == 10..<16)
  }

  @Test("totals by day show the days, too")
  func totals() throws {
    var table = MonthFunnel().table(0)
    table.change(.tapped, on: 7..<14) { 2 * $0 }
    let found = try #require(odd(table.totals).first)
    #expect(found.series.stage == .tapped && found.stretch.places == 7..<14, "\(found)")
  }

  @Test("of thirty funnels without a fault at most two have odd days")
  func falseAlarms() {
    let alarms = (100..<130).count { !odd(MonthFunnel().table($0)).isEmpty }
    #expect(alarms <= 2, "\(alarms)")
  }
}

@Suite("Calibration to a faulty funnel", .timeLimit(.minutes(60)))
struct FaultyFunnelTests {
  private static func axis(
    _ name: String, _ value: Double, _ ends: ClosedRange<Double>, _ kind: ParameterAxis.Kind
  ) -> CalibratedAxis {
    let axis = ParameterAxis(kind, at: value, within: ends) { "\($0)" }
    return CalibratedAxis(Parameter(name, "\(value)", meaning: ""), called: name, within: axis)
  }

  private func study(
    of table: FunnelTable, runs: Int = 450, waves: Int = 3, open: Double = 0
  ) -> CalibrationStudy {
    let axes = [
      Self.axis("invites", 80, 30...200, .number), Self.axis("tap", 0.4, 0.1...0.7, .chance),
      Self.axis("tapDelay.median", 0.15, 0.02...1, .number),
      Self.axis("install", 0.25, 0.05...0.6, .chance),
    ]
    var study = CalibrationStudy(axes, to: table) { values, run, _, _ in
      let numbers = values.compactMap(Double.init)
      var funnel = MonthFunnel(invites: numbers[0], tap: numbers[1], install: numbers[3])
      funnel.tapDelay = DelayCurve(median: numbers[2], sigma: 1.6)
      (funnel.days, funnel.open) = (table.days, open)
      return funnel.table(run, seed: 6)
    }
    study.runs = runs
    study.waves = waves
    return study
  }

  private func findings(
    _ table: FunnelTable, runs: Int = 450, waves: Int = 3, open: Double = 0
  ) async throws -> CalibrationFindings {
    let study = study(of: table, runs: runs, waves: waves, open: open)
    let outcome = try await study.run(on: Workers(1))
    return CalibrationFindings(outcome, of: study, isRehearsal: false)
  }

  private func faultless(days: Int = 14) -> FunnelTable {
    var funnel = MonthFunnel()
    funnel.days = days
    return funnel.table(0)
  }

  @Test("a sound funnel is identified, and nothing speaks against it")
  func sound() async throws {
    let found = try await findings(faultless())
    #expect(!found.isDoubted, "\(found.faults) \(found.chanceOfMisfit ?? 1) \(found.isUnsettled)")
    #expect(found.calibrated.map(\.verdict) == found.calibrated.map { _ in .identified })
  }

  @Test("a calibration without the runs that check it has the same draws, and nothing to check")
  func withoutChecks() async throws {
    var study = study(of: faultless(), runs: 240, waves: 2)
    let whole = try await study.run(on: Workers(1))
    study.leaveOutChecks()
    let bare = try await study.run(on: Workers(1))
    #expect(!whole.values.isEmpty && bare.values == whole.values)
    #expect(!whole.predictions.isEmpty && bare.predictions.isEmpty)
    #expect(study.runs == 240 - whole.predictions.count)
  }

  @Test("taps that were logged twice leave nothing identified")
  func twice() async throws {
    var table = faultless()
    table.change(.tapped, on: 5..<9) { 2 * $0 }
    let found = try await findings(table)
    let fault = try #require(found.faults.first)
    #expect(fault.stage == "taps" && (fault.first, fault.last) == (6, 9))
    #expect(!found.calibrated.contains { $0.verdict == .identified })
    #expect(found.calibrated.contains { $0.verdict == .doubted })
  }

  @Test("a delay of another shape does not pass for another median")
  func shape() async throws {
    var funnel = MonthFunnel()
    (funnel.days, funnel.invites) = (14, 160)
    funnel.tapDelay = DelayCurve(median: 0.4, sigma: 0.7)
    let found = try await findings(funnel.table(0))
    #expect(found.isContradicted, "\(found.chanceOfMisfit ?? 1)")
    #expect(!found.calibrated.contains { $0.verdict == .identified })
  }

  @Test("a delay of another shape within the first day does not pass for a third of its median")
  func shapeWithinADay() async throws {
    var funnel = MonthFunnel(invites: 160, open: 1)
    funnel.tapDelay = DelayCurve(median: 0.1, sigma: 0.8)
    let found = try await findings(funnel.table(0), runs: 600, open: 1)
    let median = try #require(found.calibrated[2].median.flatMap(Double.init))
    #expect(median < 0.06, "\(median)")
    let shape = try #require(found.shapes.first)
    #expect(shape.stage == "taps" && shape.isContradiction && shape.distance < -3, "\(shape)")
    #expect(shape.count < 3 && shape.expected > 10)
    #expect(!found.shapes[1].isContradiction, "\(found.shapes[1])")
    #expect(!found.calibrated.contains { $0.verdict == .identified })
  }

  @Test("a shape that lags by day cannot show is said to be unknown")
  func unknownShape() async throws {
    var funnel = MonthFunnel(open: 1)
    funnel.tapDelay = DelayCurve(median: 0.03, sigma: 0.8)
    let found = try await findings(funnel.table(0), open: 1)
    #expect(!found.isContradicted)
    #expect(found.remarks[0].contains("These counts cannot show the shape"), "\(found.remarks)")
  }

  @Test("a median below the step of the lags rests on a shape that the later lags bear out")
  func belowADay() async throws {
    let found = try await findings(faultless(days: 28), runs: 300, waves: 2)
    #expect(found.remarks[0].hasPrefix("tapDelay.median is shorter than a day"), "\(found.remarks)")
    #expect(found.remarks[0].contains("They do not contradict it"), "\(found.remarks)")
  }

  @Test("of thirty funnels of the scenario's own shape one at most has another by its lags")
  func falseAlarms() async throws {
    let tables = (0..<30).map { MonthFunnel().table($0) }
    let cells = FunnelCells(of: tables[0])
    func counts(_ table: FunnelTable) -> [CellCount?] { cells.counts(of: table) }
    var calibrator = Calibrator(
      [
        CalibratedParameter("tap", in: 0.3...0.5), CalibratedParameter("median", in: 0.08...0.3),
        CalibratedParameter("install", in: 0.15...0.35),
      ], cells.cells, observed: counts(tables[0])
    ) { runs in
      runs.map { run in
        var funnel = MonthFunnel(tap: run.values[0], install: run.values[2])
        funnel.tapDelay = DelayCurve(median: run.values[1], sigma: 1.6)
        return cells.counts(of: funnel.table(run.number, seed: 6)).map { $0 ?? CellCount(0, of: 0) }
      }
    }
    (calibrator.runs, calibrator.drawCount, calibrator.discrepancy) = (400, 60, 0.03)
    let emulated = try await calibrator.amortised()
    let distances = try tables.flatMap { table in
      let counts = counts(table)
      let outcome = emulated.outcome(
        of: counts.indices.map { cells.isCompared($0) ? counts[$0] : nil })
      let centre = try #require(outcome.centre)
      return cells.shapes.map {
        outcome.likelihood?.misfit(
          of: $0.late, among: $0.others + [$0.late], counts: counts, at: centre) ?? .infinity
      }
    }
    #expect(distances.count == 60)
    #expect(distances.count { $0.magnitude > 3 } <= 1, "\(distances)")
    // And they vary as much as chance makes them.
    let square = distances.reduce(0) { $0 + $1 * $1 } / 60
    #expect(square > 0.5 && square < 1.6, "\(square)")
  }

  @Test("totals of a month identify its chances")
  func totals() async throws {
    let cohorts = faultless(days: 28)
    let stages: [FunnelStage] = [.sent, .tapped, .launched]
    var table = FunnelTable(.totals, days: 28, stages: stages)
    table.periods = stages.map {
      FunnelTable.Period($0, 0..<28, cohorts.totals.total($0, on: 0..<28))
    }
    let found = try await findings(table)
    let known = found.calibrated.filter { $0.verdict == .identified }.map(\.parameter)
    #expect(known == ["invites", "tap", "install"])
    let median = try #require(found.calibrated[1].median.flatMap(Double.init))
    #expect(abs(median - 0.4) < 0.04)
  }
}

@Suite("Calibration to the funnel of a product that runs", .timeLimit(.minutes(60)))
struct RunningFunnelTests {
  /// A market that neither grows nor shrinks, for those who share without being asked.
  private static func plan() -> GrowthPlan {
    var plan = GrowthPlan()
    plan.behaviour.market.people = 20_000
    plan.behaviour.arrivals.seeds = 160
    plan.behaviour.arrivals.organicPerDay = 12
    plan.behaviour.sharing.visit = 0.1
    return plan
  }

  private func findings() async throws -> CalibrationFindings {
    var plan = Self.plan()
    plan.behaviour.recipients.tap = 0.3
    // The product has run for two months.
    let table = try FunnelTable.simulated(plan, from: 60, days: 14, seed: 3)
    plan.behaviour.arrivals.seedsAre = .warm
    let axes = [
      ("visit", 0.1, 0.03...0.3), ("tap", 0.4, 0.1...0.7), ("install", 0.25, 0.05...0.6),
    ].map { name, value, ends in
      let axis = ParameterAxis(.chance, at: value, within: ends) { "\($0)" }
      return CalibratedAxis(Parameter(name, "\(value)", meaning: ""), called: name, within: axis)
    }
    var study = CalibrationStudy(axes, to: table) { [plan] values, run, _, _ in
      let numbers = values.compactMap(Double.init)
      var plan = plan
      plan.behaviour.sharing.visit = numbers[0]
      plan.behaviour.recipients.tap = numbers[1]
      plan.behaviour.recipients.install = numbers[2]
      return try FunnelTable.simulated(plan, days: 14, seed: 7, replication: UInt32(run))
    }
    (study.runs, study.waves) = (240, 2)
    let outcome = try await study.run(on: Workers(1))
    return CalibrationFindings(outcome, of: study, isRehearsal: false)
  }

  @Test("a warm start has no misfit by name, and finds what the product has")
  func warm() async throws {
    let found = try await findings()
    #expect(found.faults.isEmpty && !found.isContradicted, "\(found.faults) \(found.shapes)")
    let tap = try #require(found.calibrated[1].median.flatMap(Double.init))
    #expect(abs(tap - 0.3) < 0.05, "\(tap)")
  }
}

@Suite("What to do after a calibration")
struct AfterCalibrationTests {
  @Test(
    "precisions add up: the interval is half as wide after 3 / (1 − w²) times the days",
    arguments: [(0.01, 84.0084), (0.2, 87.5), (0.5, 112), (0.8, 233.333_333)])
  func furtherDays(row: (width: Double, days: Double)) throws {
    var found = CalibratedFound()
    found.width = row.width
    #expect(abs(try #require(found.furtherDays(after: 28)) - row.days) < 1e-3)
    found.width = 0.95
    #expect(found.furtherDays(after: 28) == nil, "data that tell nothing tell no more by waiting")
  }

  @Test func `next month is simulated past the table, and its inputs are ranked`() async throws {
    let axis = CalibratedAxis(
      Parameter("install", "0.3", meaning: ""), called: "install",
      within: ParameterAxis(.chance, at: 0.3, within: 0.1...0.5) { "\($0)" })
    let table = MonthFunnel(install: 0.3).table(0)
    var study = CalibrationStudy([axis], to: table) { values, run, study, _ in
      let install = values.first.flatMap(Double.init) ?? 0
      var funnel = MonthFunnel(install: install).table(run)
      guard study.further > 0 else { return funnel }
      // On each further day a hundred people times the chance reach home.
      funnel = FunnelTable(
        .totals, days: table.days + study.further, stages: FunnelStage.allCases)
      for day in table.days..<funnel.days { funnel[.onboarded, day] = Int(100 * install) }
      return funnel
    }
    study.runs = 300
    study.waves = 2
    let outcome = try await study.run(on: Workers(2))
    let month = try #require(try await study.nextMonth(outcome, on: Workers(2)))
    let install = try #require(outcome.estimate(of: 0))
    #expect(month.days == 30)
    // Thirty days of a hundred times the posterior, rounded down to whole people each day.
    #expect(abs((month.newcomers.value ?? 0) / 3_000 - install.value) < 0.03)
    #expect((month.newcomers.low ?? 0) >= 3_000 * install.low - 300)
    #expect((month.inputs.first?.share ?? 0) > 0.9)
    #expect(try await study.nextMonth(outcome, on: Workers(1))?.newcomers == month.newcomers)
  }
}
