public import GrowthloopModel
import RandomStreams
public import SimulationKernel
import Statistics
public import Vocabulary

/// An experiment that is simulated before it is run: what it would say, by each design, beside what
/// is true.
public struct TrialStudy: Sendable {
  /// The plan with the experiment; its days are those of the experiment with its maturity.
  public var plan: GrowthPlan
  public var experiment: Experiment
  public var metric: TrialMetric
  public var guardrails: [TrialMetric] = []
  /// The designs side by side, the planned one first.
  public var designs: [TrialDesign]
  /// How long after its beginning a row's outcome counts.
  public var maturity = Interval.days(7)
  /// How long before the experiment members are observed.
  public var before = Interval.days(28)
  /// When the data are looked at, after the start of the experiment.
  public var looks: [Interval]
  /// The plans of draws from a posterior with their experiments, one for each replication in turn.
  public var draws: [(plan: GrowthPlan, experiment: Experiment)] = []
  public var seed: UInt64 = 1
  public var replications = 100
  /// How often an experiment without any effect is drawn anew, for each design.
  public var redraws = 2_000
  /// Whether the planned design also runs for longer, to say what time gains.
  public var looksAtLengths = false

  public init(
    _ plan: GrowthPlan, _ experiment: Experiment, metric: TrialMetric, designs: [TrialDesign],
    looks: [Interval]
  ) {
    self.plan = plan
    self.experiment = experiment
    self.metric = metric
    self.designs = designs
    self.looks = looks
  }

  /// The numbers of the variants, each of which is compared with the control.
  var variants: Range<Int> { 1..<1 + experiment.variants.count }

  /// The share of a variant at the end, of those in it and in the control.
  func share(of variant: Int) -> Double {
    let stage = experiment.stages.last
    let variant = stage?.variants[variant - 1] ?? 0.5
    let both = variant + (stage?.control ?? 0.5)
    return both > 0 ? variant / both : 0.5
  }

  /// The shares of the arms at the end, the control first.
  private var shares: [Double] {
    let variants = experiment.stages.last?.variants ?? []
    let rest = 1 - variants.reduce(0, +)
    return [min(rest, experiment.stages.last?.control ?? rest)] + variants
  }

  /// The runs of the study: those of the truth, those of each design, and those without an effect;
  /// all variants share them.
  public var runs: Int {
    replications * (1 + variants.count + designs.count) + nullRuns * designs.count + lengthRuns
  }

  /// The runs without an effect, each of which is drawn anew many times.
  var nullRuns: Int { redraws == 0 ? 0 : min((replications + 1) / 2, 50) }

  /// The replications between two looks at whether to go on.
  private static let round = 10

  /// Runs the study, and returns the outcome of each variant; the result does not depend on the
  /// number of workers.
  ///
  /// `progress` is called after each run. When the task is cancelled, the outcomes have the finished
  /// rounds.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func run(
    on workers: Workers, progress: @escaping @Sendable () -> Void = {}
  ) async throws -> [TrialOutcome] {
    var outcomes = variants.map { TrialOutcome(of: self, variant: $0) }
    for first in stride(from: 0, to: replications, by: Self.round) {
      do {
        try await run(
          first..<min(replications, first + Self.round), into: &outcomes, on: workers, progress)
      } catch is CancellationError {
        for place in outcomes.indices { outcomes[place].isPartial = true }
        break
      }
    }
    return outcomes
  }

  /// Runs some replications of every design, and adds them only together.
  private func run(
    _ numbers: Range<Int>, into outcomes: inout [TrialOutcome], on workers: Workers,
    _ progress: @escaping @Sendable () -> Void
  ) async throws {
    let first = numbers.lowerBound
    let truths = try await workers.map(numbers.count) { number in
      try drawn(first + number).truths(UInt32(first + number), progress)
    }
    var found = outcomes
    for (place, design) in designs.enumerated() {
      let runs = try await workers.map(numbers.count) { number in
        try drawn(first + number).runs(design, UInt32(first + number), progress)
      }
      let nulls = try await workers.map(
        max(0, min(nullRuns, numbers.upperBound) - first)
      ) { number in
        try drawn(first + number).null(design, UInt32(first + number), progress)
      }
      for variant in found.indices {
        found[variant].designs[place].runs += runs.map { $0[variant] }
        found[variant].designs[place].nulls += nulls.map { $0[variant] }
      }
    }
    let longer = try await workers.map(max(0, min(lengthRuns, numbers.upperBound) - first)) {
      number in
      try drawn(first + number).effectsAtLengths(UInt32(first + number), progress)
    }
    for variant in found.indices {
      found[variant].truths += truths.map { $0[variant] }
      found[variant].lengthEffects += longer.map { $0[variant] }
    }
    outcomes = found
  }

  /// Returns the study under the draw of a replication.
  func drawn(_ number: Int) -> TrialStudy {
    guard !draws.isEmpty else { return self }
    var drawn = self
    let draw = draws[number % draws.count]
    drawn.plan = draw.plan
    drawn.plan.days = plan.days
    drawn.experiment = draw.experiment
    return drawn
  }

  private var maturityInSeconds: UInt32 { UInt32(clamping: maturity.milliseconds / 1_000) }
  private var beforeInSeconds: UInt32 { UInt32(clamping: before.milliseconds / 1_000) }

  private func record(
    _ experiment: Experiment, _ number: UInt32, _ progress: () -> Void
  ) throws -> TrialRecord {
    var plan = plan
    plan.experiment = experiment
    var run = try GrowthRun(plan, seed: seed, replication: number)
    try Task.checkCancellation()
    run.run { _ in !Task.isCancelled }
    try Task.checkCancellation()
    progress()
    guard let record = run.experiment else { preconditionFailure("the plan has an experiment") }
    return record
  }

  /// Runs the world where all are in the control, and one for each variant, with the same luck.
  private func truths(_ number: UInt32, _ progress: () -> Void) throws -> [TrialTruth] {
    let design = TrialDesign(.user)
    let metrics = [metric] + guardrails
    let sums = try (0...variants.count).map { arm in
      let world = try record(experiment.everybody(in: arm), number, progress)
      return metrics.map { metric in
        let rows = TrialRows(metric, of: world, design: design, maturity: maturityInSeconds)
        return rows.sum(until: world.ends)
      }
    }
    return variants.map { variant in
      TrialTruth(
        metrics: metrics.indices.map {
          TrialTruth.Sums(control: sums[0][$0], variant: sums[variant][$0])
        })
    }
  }

  /// Runs a design once, and returns what it shows of each variant.
  func runs(
    _ design: TrialDesign, _ number: UInt32, _ progress: () -> Void
  ) throws -> [TrialRun] {
    let record = try record(experiment(design), number, progress)
    let rows = TrialRows(metric, of: record, design: design, maturity: maturityInSeconds)
    let contacts = TrialContacts(record, before: beforeInSeconds)
    let guardrails = guardrails.map {
      TrialRows($0, of: record, design: design, maturity: maturityInSeconds)
    }
    let arms = record.members.map(\.arm)
    let crossing = contacts.crossing(arms)
    let looks = looksInSeconds(record)
    let rowsAtLooks = looks.map { Int(rows.sum(until: $0).rows.rounded()) }
    let facts = TrialFacts(contacts, arms: arms, shares: shares)
    return variants.map { variant in
      let treated = UInt8(variant)
      return TrialRun(
        effects: design.estimators.map {
          rows.effect(of: treated, by: $0, at: record.ends, facts: facts)
        },
        looks: looks.map {
          rows.effect(of: treated, by: design.estimators[0], at: $0, facts: facts)
        },
        rowsAtLooks: rowsAtLooks,
        guardrails: guardrails.map {
          $0.effect(of: treated, by: design.estimators[0], at: record.ends, facts: facts)
        },
        split: TrialSplit(record, variant: treated),
        weeks: rows.weeks(of: treated, isTotal: metric.isTotal),
        crossing: crossing)
    }
  }

  private func looksInSeconds(_ record: TrialRecord) -> [UInt32] {
    seconds(of: looks, in: record)
  }

  private func seconds(of looks: [Interval], in record: TrialRecord) -> [UInt32] {
    looks.map { record.starts + UInt32(clamping: $0.milliseconds / 1_000) }
  }

  /// Runs the planned design for longer, and returns what it shows of each variant at the planned
  /// length and at the others.
  private func effectsAtLengths(
    _ number: UInt32, _ progress: () -> Void
  ) throws -> [[TrialEffect?]] {
    let (planned, others) = lengths
    let all = [planned] + others
    var longer = self
    longer.plan.days += Int(((all.max() ?? planned) - planned).wholeDays)
    let design = designs[0]
    let record = try longer.record(experiment(design), number, progress)
    let rows = TrialRows(metric, of: record, design: design, maturity: maturityInSeconds)
    let contacts = TrialContacts(record, before: beforeInSeconds)
    let arms = record.members.map(\.arm)
    let moments = seconds(of: all.map { $0 + maturity }, in: record)
    let facts = TrialFacts(contacts, arms: arms, shares: shares)
    return variants.map { variant in
      moments.map {
        rows.effect(of: UInt8(variant), by: design.estimators[0], at: $0, facts: facts)
      }
    }
  }

  private func experiment(_ design: TrialDesign) -> Experiment {
    var experiment = experiment
    experiment.unit = design.unit
    experiment.period = design.period
    if !design.inherits { experiment.inherits = 0 }
    return experiment
  }

  /// Runs an experiment without an effect, draws its arms anew many times, and returns what it shows of
  /// each variant.
  private func null(
    _ design: TrialDesign, _ number: UInt32, _ progress: () -> Void
  ) throws -> [[TrialNull]] {
    let planned = experiment(design)
    var experiment = planned
    // All are in some arm, so that each can be drawn into any.
    experiment.variants = variants.map { _ in Experiment.Arm(plan.profile, plan.behaviour) }
    experiment.stages = [
      Experiment.Stage(variants: variants.map { _ in 1 / Double(variants.count + 1) })
    ]
    let record = try record(experiment, number, progress)
    let rows = TrialRows(metric, of: record, design: design, maturity: maturityInSeconds)
    let contacts = TrialContacts(record, before: beforeInSeconds)
    let redraw = TrialRedraw(
      record, rows, by: design.unit, of: planned,
      stream: RandomSource(seed: seed, replication: number).stream(for: DrawPurpose.assignment))
    let looks = looksInSeconds(record)
    var nulls = [[TrialNull]](repeating: [], count: variants.count)
    for draw in 0..<redraws / max(1, nullRuns) {
      try Task.checkCancellation()
      // Numbered on from those of the run itself.
      let (members, arms) = redraw.arms(UInt32(draw + 1))
      let facts = TrialFacts(
        contacts, arms: members, shares: shares, for: design.estimators)
      for variant in variants {
        func effect(_ estimator: TrialEstimator, _ moment: UInt32) -> TrialEffect? {
          rows.effect(of: UInt8(variant), by: estimator, at: moment, facts: facts, arms: arms)
        }
        nulls[variant - 1].append(
          TrialNull(
            effects: design.estimators.map { effect($0, record.ends) },
            looks: looks.map { effect(design.estimators[0], $0) }))
      }
    }
    return nulls
  }
}

extension TrialRows {
  /// By week since the member's first use of the app within the experiment: the sums of both arms.
  ///
  /// People who are counted as if all were in one arm have no weeks.
  func weeks(of variant: UInt8, isTotal: Bool) -> [TrialWeek] {
    var weeks = [TrialWeek](repeating: TrialWeek(), count: TrialWeek.most)
    for row in rows where !isTotal && row.age < 7 * TrialWeek.most {
      if row.arm == 0 {
        weeks[Int(row.age) / 7].control.value += row.value
        weeks[Int(row.age) / 7].control.rows += row.weight
      } else if row.arm == variant {
        weeks[Int(row.age) / 7].variant.value += row.value
        weeks[Int(row.age) / 7].variant.rows += row.weight
      }
    }
    return weeks
  }
}

/// A way to run an experiment: what is assigned, and how the data are analysed.
public struct TrialDesign: Hashable, Sendable {
  public let unit: Experiment.Unit
  /// Whether invitees may get their inviter's arm.
  public let inherits: Bool
  public let period: Interval
  /// The analysis that decides; `nil` for the first that fits.
  public let analysis: TrialEstimator?

  public init(
    _ unit: Experiment.Unit, inherits: Bool = false, period: Interval = .days(7),
    analysis: TrialEstimator? = nil
  ) {
    self.unit = unit
    self.inherits = inherits && unit != .time && unit != .invite
    self.period = period
    self.analysis = analysis
  }

  var periodInSeconds: UInt32 { max(1, UInt32(clamping: period.milliseconds / 1_000)) }

  /// The estimators that fit the unit, the one that decides first.
  public var estimators: [TrialEstimator] {
    let fitting = TrialEstimator.fitting(unit, inherits: inherits)
    guard let analysis, fitting.contains(analysis) else { return fitting }
    return [analysis] + fitting.filter { $0 != analysis }
  }

  /// How the design is called, in words.
  public var words: String {
    switch unit {
    case .user: "by person"
    case .inviter: "by inviter"
    case .newcomer: "by newcomer"
    case .invite: "by invite"
    case .ego: "by ego-cluster"
    case .community: "by community"
    case .time: "by period"
    }
  }
}

/// What an analysis knows of the members beside their rows.
public struct TrialFacts: Sendable {
  /// The invites that each member sent in the time before the experiment.
  public let before: [Double]
  /// The weight of each member in an analysis by exposure: 0 with a contact in another arm, else the
  /// inverse of the chance that the member and all contacts are in this arm.
  public let weights: [Double]

  /// Takes the `shares` of the arms, the control first.
  ///
  /// Weights take longest, and are only for analyses by exposure.
  public init(
    _ contacts: TrialContacts, arms: [UInt8], shares: [Double],
    for estimators: [TrialEstimator] = [.exposure]
  ) {
    before = contacts.before
    weights = estimators.contains(.exposure) ? contacts.weights(arms, shares: shares) : []
  }
}

/// Who invited whom among the members of an experiment, and what they sent before.
public struct TrialContacts: Sendable {
  let before: [Double]
  /// The pairs of members between whom an invite went, each once.
  let pairs: [(one: Int, other: Int)]
  /// By member: one member for each of the draws by which it and its contacts got their arms.
  private let draws: [[Int]]

  public init(_ record: TrialRecord, before window: UInt32) {
    let members = record.members.count
    var before = [Double](repeating: 0, count: members)
    let from = record.starts - min(record.starts, window)
    for invite in record.invites where invite.sent >= from && invite.sent < record.starts {
      before[Int(invite.sender)] += 1
    }
    self.before = before
    var places: [UInt64: Int] = [:]
    places.reserveCapacity(members)
    for (place, member) in record.members.enumerated() { places[member.person] = place }
    var met: Set<UInt64> = []
    var pairs: [(one: Int, other: Int)] = []
    for invite in record.invites where invite.sent >= record.starts {
      guard let other = places[invite.recipient] else { continue }
      let sender = Int(invite.sender)
      let key = UInt64(min(sender, other)) << 32 | UInt64(max(sender, other))
      if met.insert(key).inserted { pairs.append((sender, other)) }
    }
    self.pairs = pairs
    // Who inherits an arm is drawn together with the inviter; any of them in an arm shows it.
    let roots = record.roots
    var shown = [Int?](repeating: nil, count: members)
    for (place, member) in record.members.enumerated()
    where member.arm != TrialRecord.outside && shown[roots[place]] == nil {
      shown[roots[place]] = place
    }
    var draws = roots.map { [shown[$0]].compactMap(\.self) }
    func add(_ contact: Int, to member: Int) {
      guard record.members[contact].arm != TrialRecord.outside, let draw = shown[roots[contact]],
        !draws[member].contains(draw)
      else { return }
      draws[member].append(draw)
    }
    for pair in pairs {
      add(pair.other, to: pair.one)
      add(pair.one, to: pair.other)
    }
    self.draws = draws
  }

  /// The pairs whose members are in different arms, of all whose members are in any.
  public func crossing(_ arms: [UInt8]) -> (pairs: Int, all: Int) {
    var crossing = (pairs: 0, all: 0)
    for pair in pairs
    where arms[pair.one] != TrialRecord.outside && arms[pair.other] != TrialRecord.outside {
      crossing.all += 1
      if arms[pair.one] != arms[pair.other] { crossing.pairs += 1 }
    }
    return crossing
  }

  func weights(_ arms: [UInt8], shares: [Double]) -> [Double] {
    let all = shares.reduce(0, +)
    return zip(arms, draws).map { arm, draws in
      guard arm != TrialRecord.outside else { return 0 }
      let factor = all / shares[Int(arm)]
      var weight = 1.0
      for draw in draws where arms[draw] != TrialRecord.outside {
        if arms[draw] != arm { return 0 }
        weight *= factor
      }
      return weight
    }
  }
}

extension TrialRecord {
  /// By member: the first of those from whom its arm was inherited; who inherits none has an own.
  var roots: [Int] {
    var roots: [Int] = []
    roots.reserveCapacity(members.count)
    for (place, member) in members.enumerated() {
      // An inviter was a member before.
      roots.append(member.inherited ? roots[Int(member.inviter)] : place)
    }
    return roots
  }
}
