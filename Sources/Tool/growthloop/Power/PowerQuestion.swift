import GrowthloopPlans
import Statistics
import GrowthloopReports
import Vocabulary

/// What is asked of the power of an experiment, from the options.
struct PowerQuestion {
  static let rate = CommandOption("--rate", "SHARE", "the share of units without an effect: 40%")
  static let mean = CommandOption("--mean", "M", "the mean of a unit without an effect")
  static let deviation = CommandOption("--sd", "S", "the standard deviation of a unit's number")
  static let lift = CommandOption(
    "--lift", "SHARE", "the effect in proportion to what is there: 10%, or -10% for a fall")
  static let difference = CommandOption(
    "--by", "D", "the effect as a difference: 4% or 4pp moves a rate by four points")
  static let margin = CommandOption(
    "--margin", "D",
    "the change that would be too much, to show that there is less: -1pp, or 0.1pp where a rise harms"
  )
  static let units = CommandOption("--units", "N", "the units of each group")
  static let total = CommandOption("--total", "N", "the units of both groups together")
  static let allocation = CommandOption(
    "--allocation", "SHARE", "the share of the units in the variant (default: 50%)")
  static let looks = CommandOption("--looks", "N", "the looks, evenly over the units (default: 1)")
  static let rule = CommandOption(
    "--rule", "RULE",
    "how they decide: \(rules.map(\.rawValue).joined(separator: ", ")) (default: pocock)")
  static let perDay = CommandOption(
    "--per-day", "N", "the units that come each day, both groups together: the answer in days")
  static let unit = CommandOption("--unit", "NAME", "what a unit is called (default: units)")
  static let power = CommandOption(
    "--power", "SHARE", "how often a true effect is to be found (default: 80%)")
  static let falsePositives = CommandOption(
    "--false-positives", "SHARE", "how often an absent effect may be found (default: 5%)")
  static let oneSided = CommandOption(
    flag: "--one-sided", "only an effect in the one direction counts")
  static let clusterSize = CommandOption(
    "--cluster-size", "N", "the mean number of units that belong together")
  static let clusterVariation = CommandOption(
    "--cluster-variation", "V",
    "the standard deviation of those numbers in proportion to their mean (default: 0)")
  static let correlation = CommandOption(
    "--icc", "C", "the correlation of two units of a cluster, from 0 to 1")
  static let before = CommandOption(
    "--correlation-before", "C",
    "the correlation of a unit's number with its number before the experiment (CUPED)")
  static let per = CommandOption(
    "--per", "M", "the mean denominator of a unit, where '--mean' is the numerator of a ratio")
  static let perDeviation = CommandOption(
    "--per-sd", "S", "the standard deviation of the denominator")
  static let perCorrelation = CommandOption(
    "--per-correlation", "C", "the correlation of a unit's numerator with its denominator")
  static let options = [
    rate, mean, deviation, per, perDeviation, perCorrelation, lift, difference, margin, units,
    total, allocation, perDay, unit, power, falsePositives, oneSided, looks, rule, clusterSize,
    clusterVariation, correlation, before,
  ]
  private static let rules = LookRule.Name.allCases.filter(\.isValid)

  let sizing: ExperimentSizing
  /// The effect that is to be found; `nil` where it is asked for.
  let difference: Double?
  /// The change that is to be left out; `nil` where an effect is to be found.
  let margin: Double?
  /// The units of both groups; `nil` where they are asked for.
  let total: Double?
  let unitsPerDay: Double?
  let unit: String
  let clusters: DesignEffect?
  let correlationBefore: Double
  let rule: LookRule.Name

  init(_ arguments: Arguments) throws {
    let outcome = try Self.outcome(arguments)
    let analysis = PowerAnalysis(
      falsePositiveRate: try Self.share(
        Self.falsePositives, of: arguments, in: 1e-9...0.5, "above 0 and at most 50%") ?? 0.05,
      power: try Self.share(
        Self.power, of: arguments, in: 0.05...0.999_999, "from 5% to below 100%") ?? 0.8,
      isTwoSided: !arguments.has(Self.oneSided))
    clusters = try Self.clusters(arguments)
    correlationBefore =
      try Self.number(Self.before, of: arguments, in: -0.999...0.999) ?? 0
    rule = try arguments.one(Self.rule, among: Self.rules) ?? .pocock
    sizing = ExperimentSizing(
      outcome, analysis: analysis, clusters: clusters, correlationBefore: correlationBefore,
      allocation: try Self.share(
        Self.allocation, of: arguments, in: 0.001...0.999, "from 0.1% to 99.9%") ?? 0.5,
      looks: try Self.looks(arguments, by: rule, analysis))
    margin = try Self.effect(Self.margin, of: arguments, on: outcome)
    let difference = try Self.difference(arguments, of: outcome) ?? margin.map { _ in 0 }
    self.difference = difference
    if let margin, let difference, (difference - margin) * margin >= 0 {
      throw UsageError(
        description:
          "the effect must be on the other side of '\(Self.margin)', which it is to leave out")
    }
    total = try Self.total(arguments, sizing)
    unitsPerDay = try Self.number(Self.perDay, of: arguments, in: 1e-6...1e12)
    unit = try arguments.one(Self.unit) ?? "units"
    guard difference != nil || total != nil else {
      throw UsageError(
        description: "name the effect by '\(Self.lift)' or '\(Self.difference)', or the size of "
          + "each group by '\(Self.units)'; the other is the answer")
    }
  }

  private static func total(_ arguments: Arguments, _ sizing: ExperimentSizing) throws -> Double? {
    let each = try arguments.number(units, in: 2...1_000_000_000_000)
    let both = try arguments.number(total, in: 4...2_000_000_000_000)
    guard each == nil || both == nil && sizing.allocation == 0.5 else {
      throw UsageError(
        description: "'\(units)' are those of each of two equal groups; else name '\(total)' alone")
    }
    guard let size = each.map({ 2 * Double($0) }) ?? both.map(Double.init) else { return nil }
    guard size >= sizing.fewest else {
      throw UsageError(
        description: "the units make less than two clusters in a group, which show no variance: it "
          + "takes \(NumberText.decimal(sizing.fewest.rounded(.up), 0)) units of both groups")
    }
    return size
  }

  private static func looks(
    _ arguments: Arguments, by rule: LookRule.Name, _ analysis: PowerAnalysis
  ) throws -> LookPlan? {
    guard let count = try arguments.number(looks, in: 1...60) else {
      guard !arguments.has(self.rule) else {
        throw UsageError(description: "'\(self.rule)' needs '\(looks)': one look has no rule")
      }
      return nil
    }
    return count == 1
      ? nil
      : LookPlan(
        LookRule(rule, plannedFor: 1), at: (1...count).map { Double($0) / Double(count) },
        isOneSided: !analysis.isTwoSided,
        falsePositiveRate: analysis.falsePositiveRate)
  }

  private static func outcome(_ arguments: Arguments) throws -> ExperimentSizing.Outcome {
    if let rate = try share(
      rate, of: arguments, in: 1e-6...0.999_999, "above 0 and below 100%")
    {
      guard arguments.first(of: [mean, deviation, per]) == nil else {
        throw UsageError(
          description: "'\(Self.rate)' has no '\(mean)' or '\(deviation)': a unit does it or not")
      }
      return .rate(rate)
    }
    let level = try number(mean, of: arguments, in: -1e12...1e12)
    let spread = try number(deviation, of: arguments, in: 1e-12...1e12)
    guard let level, let spread else {
      throw UsageError(
        description: "name what is measured: '\(rate) 40%', or '\(mean) 0.26 \(deviation) 0.7'")
    }
    let denominator = try number(per, of: arguments, in: 1e-9...1e12)
    let other = try number(perDeviation, of: arguments, in: 0...1e12)
    let alike = try number(perCorrelation, of: arguments, in: -1...1)
    if denominator == nil, other == nil, alike == nil { return .mean(level, deviation: spread) }
    guard let denominator, let other, let alike else {
      throw UsageError(
        description: "a ratio needs '\(per)', '\(perDeviation)' and '\(perCorrelation)' together")
    }
    // The delta method.
    let ratio = level / denominator
    let square =
      spread * spread - 2 * ratio * alike * spread * other + ratio * ratio * other * other
    guard square > 1e-12 * spread * spread else {
      throw UsageError(description: "such a ratio is the same of each unit: it has no variance")
    }
    return .mean(ratio, deviation: square.squareRoot() / denominator)
  }

  private static func difference(
    _ arguments: Arguments, of outcome: ExperimentSizing.Outcome
  ) throws -> Double? {
    guard !arguments.has(lift) || !arguments.has(difference) else {
      throw UsageError(description: "'\(lift)' and '\(difference)' exclude each other")
    }
    return try effect(arguments.has(lift) ? lift : difference, of: arguments, on: outcome)
  }

  /// Returns the effect that an option names, as a difference.
  private static func effect(
    _ option: CommandOption, of arguments: Arguments, on outcome: ExperimentSizing.Outcome
  ) throws -> Double? {
    guard let text = try arguments.one(option) else { return nil }
    let isLift = option.name == lift.name
    var written = text
    // Points of a rate, as reports name them; a mean has none.
    if !isLift, case .rate = outcome, text.hasSuffix("pp") { written = "\(text.dropLast(2))%" }
    guard let size = signedShare(written), size != 0 else {
      throw UsageError(
        description:
          "'\(option)' must be an effect such as 10% or 0.02, and not 0, unlike '\(text)'")
    }
    let change = isLift ? size * outcome.level : size
    guard change != 0 else {
      throw UsageError(description: "a mean of 0 has no '\(lift)': use '\(difference)'")
    }
    if case .rate(let rate) = outcome, !(0...1).contains(rate + change) {
      throw UsageError(
        description: "an effect of \(text) would move the rate from \(NumberText.percent(rate)) to "
          + "\(NumberText.percent(rate + change)), beyond what a share can be")
    }
    return change
  }

  private static func clusters(_ arguments: Arguments) throws -> DesignEffect? {
    let size = try number(clusterSize, of: arguments, in: 1...1e9)
    let alike = try number(correlation, of: arguments, in: 0...1)
    let variation = try number(clusterVariation, of: arguments, in: 0...1_000)
    if size == nil, alike == nil, variation == nil { return nil }
    guard let size, let alike else {
      throw UsageError(
        description: "clusters need '\(clusterSize)' and '\(correlation)' together")
    }
    return DesignEffect(
      meanClusterSize: size, intraclassCorrelation: alike, sizeVariation: variation ?? 0)
  }

  private static func signedShare(_ text: String) -> Double? {
    text.hasPrefix("-")
      ? ValueText.share(String(text.dropFirst())).map { -$0 } : ValueText.share(text)
  }

  private static func share(
    _ option: CommandOption, of arguments: Arguments, in range: ClosedRange<Double>,
    _ words: String
  ) throws -> Double? {
    try arguments.one(option).map { text in
      guard let share = ValueText.share(text), range.contains(share) else {
        throw UsageError(
          description: "'\(option)' must be a share such as 40% or 0.4, \(words), not '\(text)'")
      }
      return share
    }
  }

  private static func number(
    _ option: CommandOption, of arguments: Arguments, in range: ClosedRange<Double>
  ) throws -> Double? {
    try arguments.one(option).map { text in
      guard let number = ValueText.real(text), range.contains(number) else {
        // Bounds that no one comes near are not worth a word.
        let isAnyMagnitude = range.lowerBound <= 1e-6 && range.upperBound >= 1e9
        let words =
          isAnyMagnitude
          ? range.lowerBound > 0 ? "above 0, such as 59" : "such as 0.26"
          : "from \(NumberText.significant(range.lowerBound)) to "
            + NumberText.significant(range.upperBound)
        throw UsageError(
          description: "'\(option)' must be a number \(words), not '\(text)'")
      }
      return number
    }
  }
}
