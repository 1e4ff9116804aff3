import Statistics

/// Takes rollouts of one plan through their days, with one look at the end of each.
public struct RolloutWalker {
  public let plan: RolloutPlan
  private var bounds: [RampBounds]

  /// Creates a walker; `volume` is what each guardrail counts on a day, in both arms together.
  ///
  /// The volume matters to a mixture test alone; the other rules know proportions of it.
  public init(_ plan: RolloutPlan, volumes: [Double]) {
    precondition(
      volumes.count == plan.guardrails.count, "each guardrail has a volume, not \(volumes)")
    self.plan = plan
    bounds = zip(plan.guardrails, volumes).map {
      RampBounds($0, along: plan.ramp, allowance: plan.allowance, volume: max($1, 1e-9))
    }
  }

  /// Returns the same walker for a multiple of its volumes.
  func scaled(by factor: Double) -> RolloutWalker {
    var walker = self
    for place in walker.bounds.indices { walker.bounds[place].scale(by: factor) }
    return walker
  }

  /// Returns how a rollout goes through these days; only the guardrails at these places watch it.
  public mutating func walk(
    _ days: inout some RolloutDays, watching watched: [Int]? = nil
  ) -> RolloutOutcome {
    let ramp = plan.ramp
    let watched = watched ?? Array(plan.guardrails.indices)
    var evidence = plan.guardrails.map { _ in GuardrailEvidence() }
    var (finished, reached) = ([Int](), [Double]())
    // The first days of the stages, and the shares that each added.
    var steps: [(day: Int, share: Double)] = []
    for stage in ramp.stages.indices {
      let isLast = stage == ramp.stages.count - 1
      let planned = ramp.reached(in: stage)
      steps.append((reached.count, planned - (stage > 0 ? ramp.reached(in: stage - 1) : 0)))
      func ended(_ ending: RolloutOutcome.Ending) -> RolloutOutcome {
        RolloutOutcome(ending: ending, reached: reached, wasInLastStage: isLast)
      }
      var length = 0
      while true {
        let share = steps.reduce(planned) {
          $0 - $1.share * plan.reading.unaware(onDay: reached.count - $1.day)
        }
        let counts = days.counts(of: reached.count, reaching: share)
        reached.append(share)
        let isControlled = ramp.isControlled(stage)
        var isUndecided = false
        for place in watched {
          let guardrail = plan.guardrails[place]
          if isControlled { evidence[place].add(counts[place], harm: guardrail.harm) }
          let look =
            isControlled || guardrail.isFloor
            ? self.look(place, evidence[place], counts[place].treated, length, finished) : .clear
          switch look {
          case .harm: return ended(.rolledBack(by: place))
          case .undecided: isUndecided = true
          case .clear: break
          }
        }
        length += 1
        if length < ramp.length(of: stage) { continue }
        guard isUndecided else { break }
        switch plan.onUndecided {
        case .rollback: return ended(.rolledBackUndecided)
        case .hold where length < ramp.length(of: stage) + plan.mostHeldDays: continue
        case .hold: return ended(.heldUp)
        case .advance: break
        }
        break
      }
      finished.append(length)
      if isLast { return ended(.completed) }
    }
    preconditionFailure("a ramp has a last stage")
  }

  private enum Look {
    case harm, undecided, clear
  }

  private mutating func look(
    _ place: Int, _ evidence: GuardrailEvidence, _ today: ArmCounts.Counts, _ day: Int,
    _ finished: [Int]
  ) -> Look {
    let guardrail = plan.guardrails[place]
    switch guardrail.limit {
    case .floor(let limit):
      guard let value = today.ratio, today.denominator >= guardrail.minimum else {
        return .undecided
      }
      let isHarm = guardrail.harm == .fall ? value < limit : value > limit
      return isHarm ? .harm : .clear
    case .control(let margin):
      guard evidence.fewest >= max(1, guardrail.minimum),
        let harm = evidence.harm(isShare: guardrail.isShare)
      else { return .undecided }
      let bound = bounds[place].bound(on: day, after: finished)
      if (harm.value - margin) / harm.standardError >= bound { return .harm }
      guard let excluded = guardrail.excludes else { return .clear }
      return harm.value + bound * harm.standardError < excluded ? .clear : .undecided
    }
  }
}

extension Guardrail {
  /// Whether its metric is held against a number.
  var isFloor: Bool {
    if case .floor = limit { true } else { false }
  }
}

/// The counts of one guardrail on one day, with the change and without it.
public struct ArmCounts: Sendable, Hashable {
  /// Events out of those that could have had one.
  public struct Counts: Sendable, Hashable {
    public var numerator: Int
    public var denominator: Int

    public init(_ numerator: Int, of denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// `nil` where nothing was counted.
    public var ratio: Double? {
      denominator > 0 ? Double(numerator) / Double(denominator) : nil
    }
  }

  public var treated: Counts
  public var control: Counts

  public init(treated: Counts, control: Counts) {
    self.treated = treated
    self.control = control
  }
}

/// A source of the days of a rollout.
public protocol RolloutDays {
  /// Returns the counts of a day, one for each guardrail, where the change reaches `share` of the
  /// members. A walk asks for the days in order, once each.
  mutating func counts(of day: Int, reaching share: Double) -> [ArmCounts]
}

/// What the days so far say of one guardrail.
///
/// Days are combined by 1/(1/n_t + 1/n_c), as Mantel and Haenszel combine strata. Pooled counts of
/// stages of unequal shares would mistake a change over time for an effect (Simpson).
struct GuardrailEvidence {
  private var weightedHarm = 0.0
  private var weight = 0.0
  private var treated = 0
  private var control = 0
  private var numerator = 0
  private var denominator = 0

  /// Adds a day, by its harm: how much worse the metric is with the change.
  mutating func add(_ counts: ArmCounts, harm: Guardrail.Harm) {
    treated += counts.treated.denominator
    control += counts.control.denominator
    guard let with = counts.treated.ratio, let without = counts.control.ratio else { return }
    let sizes = (Double(counts.treated.denominator), Double(counts.control.denominator))
    let share = sizes.0 * sizes.1 / (sizes.0 + sizes.1)
    weightedHarm += share * (harm == .fall ? without - with : with - without)
    weight += share
    numerator += counts.treated.numerator + counts.control.numerator
    denominator += counts.treated.denominator + counts.control.denominator
  }

  /// The fewest counted in an arm.
  var fewest: Int { min(treated, control) }

  /// The harm with its standard error; `nil` where nothing varied.
  ///
  /// The variance is that of one rate in both arms, as the null hypothesis has it; without it, few
  /// events alarm by their number alone.
  func harm(isShare: Bool) -> (value: Double, standardError: Double)? {
    guard weight > 0 else { return nil }
    let rate = Double(numerator) / Double(denominator)
    let variance = isShare ? rate * (1 - rate) : rate
    guard variance > 0 else { return nil }
    return (weightedHarm / weight, (variance / weight).squareRoot())
  }
}

/// How one rollout went.
public struct RolloutOutcome: Sendable, Hashable {
  /// What ended it.
  public enum Ending: Sendable, Hashable {
    /// It reached its last day.
    case completed
    /// A guardrail, by its place, found harm.
    case rolledBack(by: Int)
    /// A stage ended undecided, and the plan takes the change back then.
    case rolledBackUndecided
    /// A stage stayed undecided for as long as it may be held.
    case heldUp
  }

  public let ending: Ending
  /// The share of the members that the change reached, day by day until the end.
  public let reached: [Double]
  /// Whether the last stage had begun.
  public let wasInLastStage: Bool

  /// The days until the end.
  public var days: Int { reached.count }
  /// Whether the change was taken back, for whatever reason.
  public var isRolledBack: Bool {
    switch ending {
    case .rolledBack, .rolledBackUndecided: true
    case .completed, .heldUp: false
    }
  }
}
