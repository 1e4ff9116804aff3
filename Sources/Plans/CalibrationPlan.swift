public import GrowthloopFindings
public import Vocabulary

/// A plan to calibrate parameters of a scenario to an observed funnel.
public struct CalibrationPlan: ScenarioSection {
  /// The kind of plan, which distinguishes its file from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case calibration
  }

  public var kind = Kind.calibration
  public var title = ""
  public var question: String?
  /// The path of the scenario.
  public var scenario = ""
  /// The day before which there were no invites, as text; `nil` for no such day.
  public var release: String?
  /// The days of a table without days; `nil` for a table that has them.
  public var days: Int?
  /// What was observed; `nil` for a rehearsal alone.
  public var observed: ObservedFunnel?
  public var parameters: [Named<CalibratedRange>] = []
  /// What counts beside the funnel.
  public var priors = Priors.sources
  /// What the model may miss of each stage.
  public var discrepancy = 0.03
  public var budget = CalibrationBudget()
  /// The last days, which are not used but predicted.
  public var holdOut = Interval.zero
  /// The day of the scenario on which the observed days begin.
  public var starts = 0
  public var seed: UInt64 = 1
  /// The funnel of a rehearsal, where none was observed.
  public var rehearsal = RehearsedFunnel()

  /// What is known of a parameter before the funnel.
  public enum Priors: String, CaseIterable, Sendable {
    /// What its sources say, within the range of the plan.
    case sources
    /// The range of the plan alone.
    case none
  }

  public init() {}

  /// The days held out.
  public var heldOutDays: Int { Int(holdOut.milliseconds / 86_400_000) }

  public static let fields: [Field<CalibrationPlan>] = [
    .value(
      "plan", \.kind, .choice,
      "What is done: parameters of a scenario are calibrated to an observed funnel."
    ).required,
    .value("title", \.title, .text(1...100), "What the plan is called in reports.").required,
    .value(
      "question", \.question, .none(or: .text(1...500)), "What it answers, in a sentence."),
    .value(
      "calibrate", \.scenario, .planFile, "The scenario, by its path from this file."
    ).required,
    .value(
      "release", \.release, .none(or: .text(1...40)),
      "The first day on which there could be invites, as the funnel writes days; earlier rows are "
        + "refused."),
    .value(
      "days", \.days, .none(or: .days(1...3_650)),
      "The days that a table with the columns stage,count alone is of; none for a table that has days."
    ),
    .funnel(
      "observed", \.observed,
      "The funnel that was observed: a file of comma-separated values with the header cohort,stage,"
        + "lag,count, or day,stage,count for totals, of a day or of several such as 1..28; none where "
        + "only a rehearsal is wanted."),
    .value(
      "parameters", \.parameters, .table(of: .calibratedRange),
      "The parameters to calibrate, each with its range, such as recipients.tap: {from: 10%, to: "
        + "70%}; {} for the range of its sources."
    ).required,
    .value(
      "priors", \.priors, .choice,
      "What counts beside the funnel: what the sources of a parameter say, or none of it. Write none "
        + "where the sources are the same funnel, or it counts twice."),
    .value(
      "discrepancy", \.discrepancy, .share(0...0.5),
      "What the model is allowed to miss: a standard deviation of each stage's odds or rate, as a "
        + "share of it."),
    .section("budget", \.budget, "How many runs it may take."),
    .value(
      "holdOut", \.holdOut, .duration(.zero ... .days(3_650)),
      "How many of the last days are not used but predicted, such as 14d."),
    .value(
      "starts", \.starts, .integer(0...3_000),
      "The day of the scenario, from 0, on which the observed days begin."),
    .seed(\.seed, "The random seed: the same seed gives the same bytes."),
    .section(
      "rehearsal", \.rehearsal, "The funnel of 'calibrate --rehearse' without an observed one."),
  ]

  public func check(_ reading: SectionReading<CalibrationPlan>) {
    if parameters.isEmpty {
      reading.refuse(
        \.parameters, "names none", remedy: "write recipients.tap: {from: 10%, to: 70%}")
    }
    if parameters.count > Self.mostParameters {
      reading.refuse(
        \.parameters, "names \(parameters.count)", remedy: "name at most \(Self.mostParameters)")
    }
    let days = observed?.table.days ?? rehearsal.days
    if heldOutDays >= days {
      reading.refuse(
        \.holdOut, "leaves none of the \(days) days to calibrate to",
        remedy: "write at most \(max(0, days - 1))d")
    }
  }

  private static let mostParameters = 12
}

/// How many runs a calibration may take.
public struct CalibrationBudget: ScenarioSection, Equatable {
  public var runs = 2_000
  public var waves = 5
  /// The people of the largest market that is simulated as it is; `nil` for any.
  public var people: Int?

  public init() {}

  public static let fields: [Field<CalibrationBudget>] = [
    .value("runs", \.runs, .integer(100...1_000_000), "The runs of all waves together."),
    .value(
      "waves", \.waves, .integer(1...20),
      "The waves: each spends its runs where the one before left the parameters."),
    .value(
      "people", \.people, .none(or: .integer(1_000...100_000_000)),
      "The people of a run: in a larger market one stands for several, and what that leaves uncertain "
        + "is counted. The runs that check and forecast have all people."),
  ]
}

/// The funnel that a rehearsal simulates.
public struct RehearsedFunnel: ScenarioSection, Equatable {
  public var days = 28
  public var logged: [FunnelStage] = [.sent, .tapped, .launched]
  public var form = FunnelForm.cohorts

  public init() {}

  /// How a team counts.
  public enum FunnelForm: String, CaseIterable, Sendable {
    case cohorts, totals
  }

  public static let fields: [Field<RehearsedFunnel>] = [
    .value("days", \.days, .days(2...3_650), "How many days are observed."),
    .value(
      "logged", \.logged, .list(of: .choice, 1...FunnelStage.allCases.count),
      "The stages that are logged."),
    .value(
      "form", \.form, .choice,
      "Whether they are counted by the day of sending and the lag, or as totals by day."),
  ]
}

/// The range of a parameter as a plan writes it; without ends, that of its sources.
public struct CalibratedRange: Sendable {
  let from: YAMLNode?
  let to: YAMLNode?

  /// Whether it has ends of its own.
  public var hasEnds: Bool { from != nil && to != nil }

  /// The end of the name of a delay's median; the delay itself is the parameter.
  private static let median = ".median"

  /// Returns the parameter that a name means.
  public static func parameter(of name: String) -> String {
    name.hasSuffix(median) ? String(name.dropLast(median.count)) : name
  }

  /// Returns the change of a scenario that gives the parameter `name` this range, and one of its ends
  /// as the value.
  public func change(
    of name: String, at place: SourceRange, toUpperEnd isUpper: Bool = false
  ) -> ScenarioOverride? {
    guard var from, var to else { return nil }
    let key = Self.parameter(of: name)
    if key != name {
      (from, to) = (Self.asMedian(from), Self.asMedian(to))
      let range = YAMLNode(.sequence([from, to]), at: from.range)
      let own = (isUpper ? to : from).entries ?? []
      return ScenarioOverride(
        key, at: place,
        YAMLNode(.mapping(own + [YAMLEntry("range", at: place, range)]), at: place))
    }
    let range = YAMLNode(.sequence([from, to]), at: from.range)
    return ScenarioOverride(
      key, at: place,
      YAMLNode(
        .mapping([
          YAMLEntry("value", at: place, isUpper ? to : from),
          YAMLEntry("range", at: place, range),
        ]),
        at: place))
  }

  private static func asMedian(_ node: YAMLNode) -> YAMLNode {
    YAMLNode(.mapping([YAMLEntry("median", at: node.range, node)]), at: node.range)
  }
}

/// A funnel with the path that it was read from.
public struct ObservedFunnel: Sendable {
  public var table: FunnelTable
  public let path: String
}

extension ValueFormat where Value == CalibratedRange {
  /// The format of a range: `{from: 10%, to: 70%}`, or `{}`.
  static var calibratedRange: ValueFormat {
    let expects = "a range such as {from: 10%, to: 70%}"
    let keys = ["from", "to"]
    return ValueFormat(
      expects: expects, shape: { _ in .table(.anything, names: keys) },
      encode: { range in
        .object(
          zip(keys, [range.from, range.to]).compactMap { key, node in
            node.map { OrderedJSON.Member(key, .text($0.inOneLine)) }
          })
      },
      read: { node, place, _ in
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        var isSound = true
        for entry in entries where !keys.contains(entry.key) {
          place.findings.addUnknown(entry, called: "\(place.name).\(entry.key)", among: keys)
          isSound = false
        }
        let range = CalibratedRange(from: node["from"], to: node["to"])
        if (range.from == nil) != (range.to == nil), isSound {
          place.refuse(node, "has one end", remedy: "write both: {from: 10%, to: 70%}")
          isSound = false
        }
        return isSound ? range : nil
      })
  }
}

extension Field<CalibrationPlan> {
  /// Returns a field for the observed funnel, from a file beside the plan.
  static func funnel(
    _ key: String, _ path: any WritableKeyPath<CalibrationPlan, ObservedFunnel?> & Sendable,
    _ meaning: String
  ) -> Field {
    .file(
      key, path, name: \.path, expecting: "the path of a funnel table, or none", meaning
    ) { source, name, plan, findings in
      let release = plan.release.flatMap { DayText($0) }
      do throws(DiagnosticList) {
        return ObservedFunnel(
          table: try FunnelReader.read(source, release: release, days: plan.days), path: name)
      } catch {
        for mistake in error { findings.add(mistake) }
        return nil
      }
    }
  }
}
