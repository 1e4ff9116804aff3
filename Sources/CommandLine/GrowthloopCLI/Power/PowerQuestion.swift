import Scenarios
import Statistics
import Terminal

/// What is asked of the power of an experiment, from the options.
struct PowerQuestion {
  static let rate = CommandOption("--rate", "SHARE", "the share of units without an effect: 40%")
  static let mean = CommandOption("--mean", "M", "the mean of a unit without an effect")
  static let deviation = CommandOption("--sd", "S", "the standard deviation of a unit's number")
  static let lift = CommandOption(
    "--lift", "SHARE", "the effect in proportion to what is there: 10%, or -10% for a fall")
  static let difference = CommandOption(
    "--by", "D", "the effect as a difference: 4% or 4pp moves a rate by four points")
  static let units = CommandOption("--units", "N", "the units of each group")
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
  static let options = [
    rate, mean, deviation, lift, difference, units, perDay, unit, power, falsePositives, oneSided,
    clusterSize, clusterVariation, correlation, before,
  ]

  let sizing: ExperimentSizing
  /// The effect that is to be found; `nil` where it is asked for.
  let difference: Double?
  /// The units of each group; `nil` where they are asked for.
  let units: Int?
  let unitsPerDay: Double?
  let unit: String
  let clusters: DesignEffect?
  let correlationBefore: Double

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
    sizing = ExperimentSizing(
      outcome, analysis: analysis, clusters: clusters, correlationBefore: correlationBefore)
    difference = try Self.difference(arguments, of: outcome)
    units = try arguments.number(Self.units, in: 2...1_000_000_000_000)
    unitsPerDay = try Self.number(Self.perDay, of: arguments, in: 1e-6...1e12)
    unit = try arguments.one(Self.unit) ?? "units"
    guard difference != nil || units != nil else {
      throw UsageError(
        description: "name the effect by '\(Self.lift)' or '\(Self.difference)', or the size of "
          + "each group by '\(Self.units)'; the other is the answer")
    }
  }

  private static func outcome(_ arguments: Arguments) throws -> ExperimentSizing.Outcome {
    if let rate = try share(
      rate, of: arguments, in: 1e-6...0.999_999, "above 0 and below 100%")
    {
      guard !arguments.has(mean), !arguments.has(deviation) else {
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
    return .mean(level, deviation: spread)
  }

  private static func difference(
    _ arguments: Arguments, of outcome: ExperimentSizing.Outcome
  ) throws -> Double? {
    let lift = try arguments.one(lift)
    let absolute = try arguments.one(difference)
    guard lift == nil || absolute == nil else {
      throw UsageError(description: "'\(Self.lift)' and '\(difference)' exclude each other")
    }
    guard let text = lift ?? absolute else { return nil }
    var written = text
    // Points of a rate, as reports name them; a mean has none.
    if lift == nil, case .rate = outcome, text.hasSuffix("pp") {
      written = "\(text.dropLast(2))%"
    }
    guard let size = signedShare(written), size != 0 else {
      throw UsageError(
        description:
          "'\(lift == nil ? difference : Self.lift)' must be an effect such as 10% or 0.02, "
          + "and not 0, unlike '\(text)'")
    }
    let change = lift == nil ? size : size * outcome.level
    guard change != 0 else {
      throw UsageError(description: "a mean of 0 has no '\(Self.lift)': use '\(difference)'")
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
      ? NumberParser.share(String(text.dropFirst())).map { -$0 } : NumberParser.share(text)
  }

  private static func share(
    _ option: CommandOption, of arguments: Arguments, in range: ClosedRange<Double>,
    _ words: String
  ) throws -> Double? {
    try arguments.one(option).map { text in
      guard let share = NumberParser.share(text), range.contains(share) else {
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
      guard let number = NumberParser.real(text), range.contains(number) else {
        throw UsageError(
          description:
            "'\(option)' must be a number from \(NumberText.significant(range.lowerBound))"
            + " to \(NumberText.significant(range.upperBound)), not '\(text)'")
      }
      return number
    }
  }
}
