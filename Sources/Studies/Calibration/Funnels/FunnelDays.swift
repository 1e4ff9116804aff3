import Attribution
public import GrowthloopModel
public import GrowthloopPlans
public import Vocabulary

/// What happened on each day, and what came of each day's invites, beside what the same people would
/// do if all days of the table were alike.
///
/// A calibration does not use them. Days unlike the rest show events that were logged twice, or lost.
public struct FunnelDays: Sendable {
  /// One count of every day.
  public struct Series: Sendable, Hashable {
    public let stage: FunnelStage
    /// Whether a day is that of sending; else it is that of the event.
    public let isOfSending: Bool
  }

  public let series: [Series]
  private let stages: [FunnelStage]
  private let days: Int

  /// Creates the series of tables such as this; of totals over periods there is none.
  public init(of table: FunnelTable) {
    days = table.days
    stages = table.periods.isEmpty ? table.stages : []
    series = stages.enumerated().flatMap { place, stage in
      table.form == .totals || place == 0 || stage == .sent
        ? [Series(stage: stage, isOfSending: false)]
        : [false, true].map { Series(stage: stage, isOfSending: $0) }
    }
  }

  /// Returns every day's count in each series, one series after the other; a day of which nothing is
  /// known has no exposure.
  public func counts(of table: FunnelTable) -> [CellCount] {
    var counts: [CellCount] = []
    let steps = FunnelStage.steps(of: stages)
    for (place, stage) in stages.enumerated() {
      guard table.form == .cohorts, place > 0 else {
        counts += (0..<days).map { day in
          table[stage, day].map { CellCount(Double($0), of: 1) } ?? CellCount(0, of: 0)
        }
        continue
      }
      let (ofEvents, ofSending) = self.counts(of: stage, steps[place - 1].earlier, in: table)
      counts += ofEvents
      if stage != .sent { counts += ofSending }
    }
    return counts
  }

  private func counts(
    of stage: FunnelStage, _ earlier: FunnelStage, in table: FunnelTable
  ) -> (ofEvents: [CellCount], ofSending: [CellCount]) {
    // Of each cohort and lag, until a count is missing: who could come, and who did.
    var steps: [(day: Int, lag: Int, atRisk: Double, count: Double)] = []
    for day in 0..<days {
      var (reached, before) = (0, 0)
      for lag in 0..<(stage == .sent ? 1 : days - day) {
        guard let more = table[earlier, day, lag], let now = table[stage, day, lag] else { break }
        reached += more
        steps.append((day, lag, Double(max(reached - before, now)), Double(now)))
        before += now
      }
    }
    var hazards = [(count: Double, atRisk: Double)](repeating: (0, 0), count: days)
    for step in steps {
      hazards[step.lag].count += step.count
      hazards[step.lag].atRisk += step.atRisk
    }
    var (ofEvents, ofSending) = (
      [CellCount](repeating: CellCount(0, of: 0), count: days),
      [CellCount](repeating: CellCount(0, of: 0), count: days)
    )
    func add(_ count: Double, of expected: Double, to cell: inout CellCount) {
      cell = CellCount(cell.count + count, of: cell.exposure + expected)
    }
    for step in steps where hazards[step.lag].atRisk > 0 {
      let expected = step.atRisk * hazards[step.lag].count / hazards[step.lag].atRisk
      add(step.count, of: expected, to: &ofEvents[step.day + step.lag])
      add(step.count, of: expected, to: &ofSending[step.day])
    }
    return (ofEvents, ofSending)
  }

  /// Returns the stretches of days that are less like the rest than any in the runs whose counts are
  /// `runs`, the oddest first; at most one of a stage.
  public func oddStretches(
    of table: FunnelTable, among runs: [[CellCount]], discrepancy: Double
  ) -> [(series: Series, stretch: OddStretch)] {
    let observed = counts(of: table)
    let places = series.indices.map { $0 * days..<($0 + 1) * days }
    let scans = places.map { places in
      StretchScan(runs.map { Array($0[places]) }, discrepancy: discrepancy)
    }
    // One limit for all: by chance one of so many runs has a stretch that is as odd.
    let limit = scans.reduce(Self.leastDistance) { max($0, $1.greatest.max() ?? 0) }
    var odd: [(series: Series, stretch: OddStretch)] = []
    for (number, scan) in scans.enumerated() {
      guard let stretch = scan.oddest(in: Array(observed[places[number]])),
        stretch.distance.magnitude > limit,
        (stretch.count - stretch.expected).magnitude >= CalibrationOutcome.fewestEvents
      else { continue }
      odd.append((series[number], stretch))
    }
    // Most of what happens on some days comes of the invites of these days: both stray together.
    func weight(_ found: (series: Series, stretch: OddStretch)) -> Double {
      found.stretch.distance.magnitude * (found.series.isOfSending ? Self.preference : 1)
    }
    odd.sort { weight($0) > weight($1) }
    var seen: Set<FunnelStage> = []
    return odd.filter { seen.insert($0.series.stage).inserted }
  }

  /// How much less the days of sending count than those of events, of which there are more faults.
  private static let preference = 0.8

  /// The least distance of a stretch that is called odd, where few runs say how far one strays.
  private static let leastDistance = 4.5
}

/// Counts the invites of an observed run by their day, and what became of them.
///
/// An invite counts once in each stage: by its first tap, and by the launch that it is credited with.
public final class FunnelRecorder: GrowthObserver {
  /// The table so far.
  public private(set) var table: FunnelTable
  private let start: Instant

  /// An invite, with its day.
  private struct Invite {
    let day: Int
    var isTapped = false
  }

  /// A tap of a person who may launch the app later.
  private struct Tap {
    let invite: UInt64
    let at: Instant
  }

  private var invites: [UInt64: Invite] = [:]
  private var taps: [UInt32: [Tap]] = [:]
  /// The day of the invite that a newcomer's launch is credited to.
  private var newcomers: [UInt32: Int] = [:]

  /// Creates an observer that counts from the beginning of day `first`, from 0, for `days`.
  public init(_ plan: GrowthPlan, from first: Int = 0, days: Int) {
    table = FunnelTable(.cohorts, days: days, stages: FunnelStage.allCases)
    start = plan.start + .days(Int64(first))
  }

  private func day(of moment: Instant) -> Int? {
    moment < start ? nil : Int((moment - start).wholeDays)
  }

  private func key(_ sender: UInt32, _ number: UInt16) -> UInt64 {
    UInt64(sender) << 16 | UInt64(number)
  }

  public func observe(_ event: ServiceEvent, at moment: Instant) {
    guard let day = day(of: moment) else { return }
    switch event {
    case .shared: table.add(.shared, day)
    case .invited(let sender, let number, _):
      table.add(.sent, day)
      invites[key(sender, number)] = Invite(day: day)
    case .tapped(let tap): observe(tap, on: day, at: moment)
    case .launched(let launch): observe(launch, on: day)
    case .signedUp(let person): reach(.signedUp, person, day)
    case .completedOnboarding(let person):
      reach(.onboarded, person, day)
      newcomers[person] = nil
    case .gotLink, .launchedAgain, .sawValue, .accepted, .deletedAccount: break
    }
  }

  private func observe(_ tap: ServiceEvent.Tap, on day: Int, at moment: Instant) {
    if case .previewFetcher = tap.opener { return }
    let key = key(tap.sender, tap.invite)
    guard let invite = invites[key] else { return }
    if !invite.isTapped {
      table.add(.tapped, invite.day, day - invite.day)
      invites[key]?.isTapped = true
    }
    if case .browser = tap.opener {
      taps[tap.person, default: []].append(Tap(invite: key, at: moment))
    }
  }

  private func observe(_ launch: ServiceEvent.Launch, on day: Int) {
    let tapped = taps.removeValue(forKey: launch.person)
    guard let sender = launch.credit.credited, let click = launch.credit.decision.click,
      let tap = tapped?.last(where: { $0.at == click.at && $0.invite >> 16 == UInt64(sender) }),
      let invite = invites[tap.invite]
    else { return }
    table.add(.launched, invite.day, day - invite.day)
    newcomers[launch.person] = invite.day
  }

  private func reach(_ stage: FunnelStage, _ person: UInt32, _ day: Int) {
    guard let sent = newcomers[person] else { return }
    table.add(stage, sent, day - sent)
  }
}

extension FunnelTable {
  /// Simulates a replication, and counts its funnel from day `first` for so many days.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain, and
  ///   `CancellationError` once the task is cancelled.
  public static func simulated(
    _ plan: GrowthPlan, from first: Int = 0, days: Int, seed: UInt64, replication: UInt32 = 0,
    meter: ProgressMeter? = nil
  ) throws -> FunnelTable {
    var plan = plan
    plan.days = first + days
    let recorder = FunnelRecorder(plan, from: first, days: days)
    var run = try GrowthRun(plan, seed: seed, replication: replication, observer: recorder)
    guard run.run(reportingTo: meter) else { throw CancellationError() }
    return recorder.table
  }
}
