public import GrowthloopFindings
import GrowthloopModel
import Invites
import Profiles
import Statistics

extension Metric {
  /// What a run costs; shown of scenarios with money alone.
  static let money: [Metric] = [
    Metric(
      key: "money.rewards", name: "Rewards due", unit: "rewards", style: .count,
      definition:
        "Rewards that the rules find due: one for each qualified friend, inviter and friend together, or "
        + "a month for every three friends; without false claims.",
      answers: [], target: nil,
      counts: { EventCounts($0.rewards.inviters, per: $0.plan.behaviour.money == nil ? 0 : 1) }),
    Metric(
      key: "money.spent", name: "Spent on rewards and messages",
      unit: "of the scenario's currency per run",
      style: .ratio,
      definition:
        "The cost of all rewards, false claims among them, and of all invites that were sent.",
      answers: [], target: nil, value: { $0.spent }),
    Metric(
      key: "money.perNewcomer", name: "Spent on a newcomer by invite",
      unit: "of the scenario's currency per newcomer", style: .ratio,
      definition:
        "What is spent on rewards and messages, per newcomer whom an invite brought home.",
      answers: [], target: nil,
      value: { run in
        let newcomers = run.tally.launches.causedHome
        return newcomers == 0 ? nil : run.spent.map { $0 / Double(newcomers) }
      }),
  ]

  /// Returns the places of the metrics that a run of the plan shows.
  static func places(in plan: GrowthPlan) -> Range<Int> {
    plan.behaviour.money == nil ? 0..<all.count - money.count : all.indices
  }
}

extension Observation {
  /// The cost of rewards and messages; `nil` where no one counts it.
  fileprivate var spent: Double? {
    plan.behaviour.money.map { $0.cost(of: rewards) + Double(invites) * $0.message }
  }
}

/// What one replication counted that costs money, or is worth some.
public struct MoneySide: Sendable {
  let newcomers: Double
  let invites: Double
  let rewards: Double
  let spent: Double
  /// Newcomers at home without an invite, and their first launches.
  let organic: EventCounts

  init(_ replicate: Replicate) {
    newcomers = replicate.value(of: "members.atHome") ?? 0
    invites = replicate.value(of: "sends.recipients") ?? 0
    rewards = replicate.value(of: "money.rewards") ?? 0
    spent = replicate.value(of: "money.spent") ?? 0
    organic =
      Metric.place(of: "onboarding.organicCompletion")
      .flatMap { replicate.readings[$0].counts } ?? EventCounts(0, per: 0)
  }
}

extension MoneyFound {
  /// Compares a variant with the base; `nil` where it has no money.
  init?(_ outcome: ComparisonOutcome, ofVariant place: Int) {
    let setup = outcome.comparison.variants[place]
    guard let money = setup.plan.behaviour.money else { return nil }
    self.init(
      money, in: setup.plan, setup.parameters, without: outcome.money[0],
      with: outcome.money[place + 1], isTwin: false,
      isDrawn: !outcome.comparison.base.draws.isEmpty)
  }

  /// Compares a scenario with a reward with its twin, in which no one shares more for it and no one is
  /// paid; `nil` without money.
  public init?(
    _ outcome: StudyOutcome, besides twin: StudyOutcome, parameters: [Parameter] = []
  ) {
    let plan = outcome.study.plan
    guard let money = plan.behaviour.money else { return nil }
    let count = min(outcome.replicates.count, twin.replicates.count)
    self.init(
      money, in: plan, parameters, without: twin.replicates.prefix(count).map(MoneySide.init),
      with: outcome.replicates.prefix(count).map(MoneySide.init), isTwin: true,
      isDrawn: outcome.study.isDrawn)
  }

  /// `isTwin` where the rewards of the first are those that would be due if no one shared more;
  /// `isDrawn` where each pair has a draw of its own of what is not known of the inputs, so that
  /// intervals are those of a draw.
  private init(
    _ money: Money, in plan: GrowthPlan, _ parameters: [Parameter], without base: [MoneySide],
    with variant: [MoneySide], isTwin: Bool, isDrawn: Bool
  ) {
    func mean(_ numbers: [Double]) -> Estimate? {
      let mean = Self.mean(numbers)
      return isDrawn ? Estimate(predictionBy: numbers)?.reaching(over: mean) : mean
    }
    func ratio(_ numerators: [Double], per denominators: [Double]) -> Estimate? {
      let ratio = PairedRatio.estimate(numerators, per: denominators)
      guard isDrawn else { return ratio }
      // A draw without a denominator has no ratio, and no interval of draws holds it.
      guard let ratio, denominators.allSatisfy({ $0 > 0 }),
        let draws = Estimate(predictionBy: zip(numerators, denominators).map(/))?
          .reaching(over: ratio)
      else { return nil }
      return Estimate(
        ratio.value, from: draws.low, to: draws.high, confidence: ratio.confidence,
        basis: draws.basis)
    }
    let pairs = Array(zip(base, variant))
    let newcomers = pairs.map { $1.newcomers - $0.newcomers }
    // What no one is paid in the twin is what rewards would cost for those who come anyway.
    let anyway = base.map { isTwin ? $0.spent - $0.invites * money.message : 0 }
    let costs = zip(pairs, anyway).map { $0.1.spent - ($0.0.spent - $1) }
    let worth = newcomers.map { $0 * money.newcomer }
    let gains = zip(worth, costs).map { $0 - $1 }
    let currency = money.currency
    // Beside a base with rewards of its own the change is another one.
    let givesRewards =
      plan.profile.reward.givesRewards && (isTwin || base.allSatisfy { $0.rewards == 0 })
    let isForThree = plan.profile.reward.mode == .premiumThreeForOne
    var found: [Measured<MoneyFigure>] = []
    var guess: Guess?
    func add(
      _ key: String, _ name: String, _ unit: String, _ style: NumberStyle, _ estimate: Estimate?
    ) {
      guard let estimate else { return }
      found.append(Measured(MoneyFigure(key, name, unit), Measure(estimate, in: style)))
    }
    add("newcomers", "Further newcomers at home", "newcomers a run", .count, mean(newcomers))
    add("cost", "Further cost", "\(currency) a run", .ratio, mean(costs))
    add(
      "perNewcomer", "Cost of a further newcomer", currency, .ratio,
      ratio(costs, per: newcomers))
    add(
      "gain", "Worth of the newcomers less the cost", "\(currency) a run", .ratio, mean(gains))
    if costs.reduce(0, +) > 0 {
      add(
        "return", "Return on the cost", "of the cost", .share,
        ratio(gains, per: costs))
    }
    if givesRewards {
      guess = Guess(
        of: money, parameters, gains: gains,
        paid: variant.map { $0.spent - $0.invites * money.message }, anyway: isTwin ? anyway : nil)
      let due = variant.map(\.rewards)
      let left = zip(pairs, worth).map { pair, worth in
        (worth - (pair.1.invites - pair.0.invites) * money.message) * (1 - money.falseClaims)
      }
      add(
        "breakEven", "Reward at which it pays for itself",
        isForThree ? "\(currency) a month" : "\(currency) a friend, both sides together", .ratio,
        ratio(left, per: due))
      if isTwin {
        add(
          "anyway", "Rewards for friends who come anyway", "of rewards", .share,
          // A part of the rewards, whatever the interval of so few runs.
          ratio(base.map(\.rewards), per: due)?.mapped { min(max($0, 0), 1) })
        add(
          "lift", "Lift of sharing from which it pays", "more sharing", .share,
          Self.rises(gains, anyway, under: money.rewardLift).flatMap {
            ratio(anyway.map { $0 * money.rewardLift }, per: $0)
          })
      }
    }
    if money.install > 0 {
      let organic = variant.map(\.organic)
      add(
        "advertised", "Cost of a newcomer by advertising", currency, .ratio,
        ratio(
          organic.map { $0.exposure * money.install }, per: organic.map(\.events)))
    }
    self.init(
      currency: currency,
      reward: givesRewards
        ? Reward(
          inviter: money.reward.inviter, friend: isForThree ? 0 : money.reward.friend,
          isForThree: isForThree) : nil,
      worth: money.newcomer, lift: money.rewardLift, figures: found, guess: guess)
  }

  /// Returns what more sharing brings in each pair before its cost; `nil` where it brings nothing.
  ///
  /// The lift without gain or loss is on the line from no lift to the given one.
  private static func rises(
    _ gains: [Double], _ anyway: [Double], under lift: Double
  ) -> [Double]? {
    let rises = zip(gains, anyway).map { $0 + $1 }
    return lift > 0 && rises.reduce(0, +) > 0 ? rises : nil
  }

  private static func mean(_ numbers: [Double]) -> Estimate? {
    var moments = RunningMoments()
    for number in numbers { moments.record(number) }
    return moments.meanEstimate()
  }
}

extension MoneyFound.Guess {
  /// Returns how a reward moves sharing or the share of false claims, whichever moves the gain most.
  ///
  /// `paid` are the rewards of each run, and `anyway` those if no one shared more, where they are known.
  /// Then the gain is on the line from no lift to the given one.
  fileprivate init?(
    of money: Money, _ parameters: [Parameter], gains: [Double], paid: [Double], anyway: [Double]?
  ) {
    func mean(_ numbers: [Double]) -> Double {
      numbers.reduce(0, +) / Double(max(1, numbers.count))
    }
    func guess(_ key: String, _ gain: (Double) -> Double?) -> Self? {
      guard let parameter = parameters.first(where: { $0.name == "money.\(key)" }),
        let range = parameter.range, let low = Double(range.low), let high = Double(range.high)
      else { return nil }
      return Self(parameter, atLow: gain(low), atHigh: gain(high))
    }
    let (gain, all) = (mean(gains), mean(paid))
    let lift = guess("rewardLift") { lift in
      guard let anyway, money.installLift == 0, money.rewardLift > 0 else { return nil }
      let due = mean(anyway)
      return (gain + due) * lift / money.rewardLift - due
    }
    let claims = guess("falseClaims") { gain + all - all * (1 - money.falseClaims) / (1 - $0) }
    guard let widest = [lift, claims].compactMap(\.self).max(by: { $0.width < $1.width }) else {
      return nil
    }
    self = widest
  }

  /// How far the gain moves; without end where only another run can tell.
  private var width: Double {
    atLow.flatMap { low in atHigh.map { ($0 - low).magnitude } } ?? .infinity
  }
}
