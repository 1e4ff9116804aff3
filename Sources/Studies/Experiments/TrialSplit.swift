public import GrowthloopFindings
public import GrowthloopModel
public import Statistics
import Vocabulary

/// How many members came into each arm, and by which way.
public struct TrialSplit: Sendable, Hashable {
  /// By arm: all members who used the app within the experiment.
  public internal(set) var all: [Int]
  /// Those who were there before, or got an arm of their own.
  public internal(set) var own: [Int]
  /// Newcomers with a credited inviter, and without.
  public internal(set) var invited: [Int]
  public internal(set) var uninvited: [Int]
  /// Newcomers whom an invite led to the launch, without any credit for it.
  public internal(set) var lost: [Int]
  /// Second installations whose account was merged into another, by their own arm; not among `all`.
  public internal(set) var merged: [Int]

  /// All who came into an arm, whatever was merged later.
  var started: [Int] { zip(all, merged).map(+) }

  init(arms: Int) {
    let none = [Int](repeating: 0, count: arms)
    (all, own, invited, uninvited, lost, merged) = (none, none, none, none, none, none)
  }

  init(_ record: TrialRecord, variant: UInt8) {
    self.init(arms: 2)
    for member in record.members where member.secondArm == 0 || member.secondArm == variant {
      let arm = member.secondArm == 0 ? 0 : 1
      if member.isMerged {
        merged[arm] += 1
      } else {
        all[arm] += 1
        own[arm] += 1
      }
    }
    for member in record.members
    where member.exposed != TrialRecord.never && (member.arm == 0 || member.arm == variant) {
      let arm = member.arm == 0 ? 0 : 1
      all[arm] += 1
      if !member.inherited { own[arm] += 1 }
      guard member.joined > record.starts else { continue }
      if member.inviter == TrialRecord.never {
        uninvited[arm] += 1
        if member.cause != TrialRecord.never { lost[arm] += 1 }
      } else {
        invited[arm] += 1
      }
    }
  }

  /// Returns whether the counts are far from the planned shares, at one in a thousand.
  static func isAlarming(_ counts: [Int], _ shares: [Double]) -> Bool {
    SampleRatioMismatch(counts: counts, expectedSplit: shares)?.isAlarming() ?? false
  }
}

/// Why the arms of an experiment have other sizes than planned.
public enum SplitCause: String, Sendable, Hashable {
  case inherited, merged, lost, brought, stayed, chance

  /// The cause in words.
  public var words: String {
    switch self {
    case .inherited:
      "invitees take the inviter's arm, so a tree of invites counts many times: judge those with an arm "
        + "of their own, or analyse by tree"
    case .merged:
      "accounts are merged more often in one arm, where more newcomers sign up: count units as they start, "
        + "before anything is merged"
    case .lost:
      "launches lose the invite that led to them more often in one arm, and with it the inviter's arm: judge "
        + "those who were there before, or count launches by the invite"
    case .brought:
      "the arms bring different numbers of invited newcomers: judge those who were there before"
    case .stayed: "the arms keep different numbers of people until their first use"
    case .chance: "no cause within the loop"
    }
  }
}

extension TrialOutcome {
  /// Returns what the study found of the variant, which the file calls `name`.
  ///
  /// The plan wants `perArm` rows in each arm, and shall find an effect of `smallest`.
  public func findings(
    called name: String, perArm: Int?, finding smallest: Double? = nil
  ) -> ExperimentVariant {
    let style = study.metric.style
    var findings = ExperimentVariant()
    findings.name = name
    guard let truth = truth() else { return findings }
    findings.control = truth.control
    findings.truth = Measure(truth.effect, in: style)
    let tolerance = max(truth.effect.value.magnitude, smallest ?? 0) / 4
    findings.tolerance = tolerance
    findings.designs = verdicts.map { verdict in
      var row = ExperimentDesign()
      row.design = verdict.design.words
      row.estimator = verdict.estimator.words
      row.unit = verdict.design.unit.rawValue
      row.analysis = verdict.estimator.rawValue
      row.runs = verdict.runs
      row.isNaive = verdict.estimator == .difference
      row.estimand = Measure(verdict.estimand, in: style)
      row.bias = Measure(verdict.bias, in: style)
      row.deviation = verdict.deviation
      row.claimed = verdict.claimed
      row.coverage = Measure(verdict.coverage, in: .share)
      row.ownCoverage = Measure(verdict.ownCoverage, in: .share)
      row.power = Measure(verdict.power, in: .share)
      row.detectable = Measure(verdict.detectable, in: style)
      row.falseAlarms = Measure(verdict.falseAlarms, in: .share)
      row.isValid = verdict.isValid
      row.isTrue = verdict.isTrue(to: tolerance)
      row.runsToKnow = row.isTrue == nil ? verdict.runsToKnow(to: tolerance) : nil
      if let outcome = designs.first(where: { $0.design == verdict.design }) {
        let share = study.share(of: variant)
        let rows = meanRows(of: outcome).map { $0 * min(share, 1 - share) }
        row.rowsPerArm = rows.last ?? 0
        row.membersPerArm = membersPerArm(of: outcome)
        row.daysToSize = perArm.flatMap { days(until: Double($0), rows) }
      }
      return row
    }
    findings.untold = untold
    findings.rules = rules.map { rule in
      var row = ExperimentRule()
      row.rule = rule.rule.rawValue
      row.falseAlarms = Measure(rule.falseAlarms, in: .share)
      row.power = Measure(rule.power, in: .share)
      row.meanDays = rule.meanDays
      row.exaggeration = rule.exaggeration
      row.corrected = rule.corrected
      return row
    }
    findings.guardrails = guardrails
    addSplit(to: &findings)
    findings.weeks = weeks
    if let lengths {
      findings.lengths = lengths.others.map {
        ExperimentLength(
          days: Double($0.milliseconds) / 86_400_000, spread: lengths.finds(at: $0),
          runs: lengths.runs)
      }
      findings.lengthening = Measure(lengths.exponent, in: .ratio)
    }
    return findings
  }

  /// The analyses that gave an effect in too few runs for a verdict.
  private var untold: [ExperimentUntold] {
    let told = verdicts.map { ($0.design, $0.estimator) }
    return designs.flatMap { outcome in
      outcome.design.estimators.enumerated().compactMap { number, estimator in
        guard !told.contains(where: { $0 == (outcome.design, estimator) }) else { return nil }
        return ExperimentUntold(
          design: outcome.design.words, estimator: estimator.words,
          effects: outcome.runs.count { $0.effects[number] != nil }, runs: outcome.runs.count)
      }
    }
  }

  /// Returns the members in the smaller arm, on average; `nil` where members are in none.
  private func membersPerArm(of outcome: TrialDesignOutcome) -> Double? {
    guard outcome.design.unit != .time, outcome.design.unit != .invite, !outcome.runs.isEmpty else {
      return nil
    }
    let all = outcome.runs.reduce(0) { $0 + ($1.split.all.min() ?? 0) }
    return Double(all) / Double(outcome.runs.count)
  }

  /// Returns the day on which an arm has so many rows; beyond the looks as fast as over all of them,
  /// `nil` where rows do not come.
  private func days(until size: Double, _ rows: [Double]) -> Double? {
    let days = study.looks.map { Double($0.milliseconds) / 86_400_000 }
    if let reached = rows.firstIndex(where: { $0 >= size }) { return days[reached] }
    guard let most = rows.last, let last = days.last, most > 0 else { return nil }
    // The first rows are complete only after the maturity.
    let maturity = Double(study.maturity.milliseconds) / 86_400_000
    guard last > maturity else { return nil }
    return maturity + (last - maturity) * size / most
  }

  private var guardrails: [ExperimentGuardrail] {
    study.guardrails.enumerated().compactMap { place, metric in
      guard let truth = truth(of: place + 1), let planned = designs.first else { return nil }
      let effects = planned.runs.map { $0.guardrails[place] }
      var row = ExperimentGuardrail()
      row.metric = metric.key
      row.control = truth.control
      row.truth = Measure(truth.effect, in: metric.style)
      row.power = Measure(
        Proportion(effects.count { $0?.rejects() == true }, of: effects.count).wilson(), in: .share)
      row.detectable = RepeatedTest(effects.map { $0?.tested })?.smallest()
      return row
    }
  }

  private func addSplit(to findings: inout ExperimentVariant) {
    // Where invites or periods are assigned, members are in no arm.
    guard let planned = designs.first, planned.design.unit != .time,
      planned.design.unit != .invite
    else { return }
    let share = study.share(of: variant)
    let shares = [1 - share, share]
    func alarms(_ counts: (TrialSplit) -> [Int]) -> Int {
      planned.runs.count { TrialSplit.isAlarming(counts($0.split), shares) }
    }
    let all = alarms(\.all)
    let runs = planned.runs.count
    findings.splitAlarms = Measure(Proportion(all, of: runs).wilson(), in: .share)
    // Twice in a hundred runs is more than chance makes of one in a thousand.
    if 50 * all > runs {
      let cause: SplitCause =
        if 2 * alarms(\.own) <= all, planned.design.inherits {
          .inherited
        } else if planned.runs.contains(where: { $0.split.merged != [0, 0] }),
          2 * alarms(\.started) <= all
        {
          .merged
        } else if 2 * alarms(\.lost) >= all {
          .lost
        } else if 2 * alarms(\.invited) >= all {
          .brought
        } else {
          .stayed
        }
      findings.splitCause = cause.words
    }
    let pairs = planned.runs.reduce(into: (0, 0)) {
      $0.0 += $1.crossing.pairs
      $0.1 += $1.crossing.all
    }
    if pairs.1 > 0 {
      findings.crossing = Measure(Double(pairs.0) / Double(pairs.1), nil, in: .share)
    }
  }

  private var weeks: [ExperimentWeek] {
    guard let planned = designs.first else { return [] }
    return (0..<TrialWeek.most).compactMap { number in
      let effects = planned.runs.compactMap { run -> Double? in
        let week = run.weeks[number]
        guard week.control.rows > 0, week.variant.rows > 0 else { return nil }
        return week.variant.value / week.variant.rows - week.control.value / week.control.rows
      }
      guard effects.count >= 10 else { return nil }
      var moments = RunningMoments()
      for effect in effects { moments.record(effect) }
      var week = ExperimentWeek()
      week.week = number + 1
      week.effect = Measure(moments.meanEstimate(), in: study.metric.style)
      return week
    }
  }
}

extension TrialMetric {
  /// The notation of its values.
  public var style: NumberStyle { isShare ? .share : isTotal ? .count : .ratio }
}
