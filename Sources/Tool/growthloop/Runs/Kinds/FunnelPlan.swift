import Foundation
import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import Statistics
import Vocabulary

/// A calibration plan for a scenario and a table, with what the table can speak of.
struct FunnelPlan {
  private let scenario, funnel: String
  private let table: FunnelTable
  private let base: ChosenScenario
  /// The days of the scenario, where the table has none; else `nil`.
  let days: Int?

  /// Reads the table in the file `funnel`, and plans to calibrate `base`, whose file is `scenario`, to
  /// it.
  ///
  /// - Throws: `DiagnosticList` with all mistakes of the table.
  init(of base: ChosenScenario, in scenario: String, to funnel: String) throws {
    (self.base, self.scenario, self.funnel) = (base, scenario, funnel)
    let hasDays = (try? Self.table(in: funnel)) != nil
    days = hasDays ? nil : base.scenario.days
    table = try Self.table(in: funnel, of: days)
  }

  /// Reads a table that a scenario can be calibrated to; one without days is of so many.
  ///
  /// - Throws: `DiagnosticList` with all mistakes of the table.
  static func table(in funnel: String, of days: Int? = nil) throws -> FunnelTable {
    guard let bytes = try? [UInt8](Data(contentsOf: URL(filePath: funnel))) else {
      throw UnfitInput(
        description: "'\(funnel)' cannot be read: name the table that 'growthloop observe' wrote")
    }
    let source = try SourceText(name: funnel, bytes: bytes)
    let table = try FunnelReader.read(source, days: days)
    guard table.days >= fewestDays else {
      throw mistake(
        "the table has \(table.days) \(table.days == 1 ? "day" : "days")", in: source,
        remedy: "give at least \(fewestDays) days, better four weeks")
    }
    func isEmpty(_ stage: FunnelStage) -> Bool {
      let totals = table.periods.filter { $0.stage == stage }
      return totals.isEmpty
        ? table.total(stage, on: 0..<table.days) == 0 : totals.allSatisfy { $0.count == 0 }
    }
    if let empty = table.stages.first(where: isEmpty) {
      throw mistake(
        "the table counts no \(empty.words)", in: source,
        remedy: "leave out the rows of '\(empty)' if it is not logged, or give its counts")
    }
    return table
  }

  private static func mistake(
    _ words: String, in source: SourceText, remedy: String
  ) -> DiagnosticList {
    DiagnosticList([Diagnostic(.error, words, at: source.range(0..<0), remedy: remedy)])
  }

  /// Fewer days hold no week, and no delay.
  private static let fewestDays = 7

  /// Returns the plan as a file in `folder` says it.
  func text(in folder: String? = nil) -> String {
    func path(_ file: String) -> String {
      JSONValue.text(folder.map { CalibratedScenario.path(from: $0, to: file) } ?? file).json
    }
    let names = [funnel, scenario].map { URL(filePath: $0).lastPathComponent }
    let title = "What \(names[0]) says about \(names[1])".prefix(100)
    var lines = [
      "plan: calibration", "title: \(JSONValue.text(String(title)).json)",
      "calibrate: \(path(scenario))", "observed: \(path(funnel))",
      "# What the table can speak of, each within all that is likely.", "parameters:",
    ]
    lines += parameters.map { "  \($0.name): {from: \($0.low), to: \($0.high)}" }
    lines += [
      "# The scenario may have its numbers from the same funnel, which must not count twice.",
      "priors: none",
    ]
    let people = people.map { ", people: \(ValueText.spelt($0))" } ?? ""
    lines.append("budget: {runs: \(ValueText.spelt(Self.runs)), waves: 4\(people)}")
    if let days {
      lines += ["# The table has no days: its counts are those of so many.", "days: \(days)"]
    }
    if heldOut > 0 {
      lines += ["# The last days are predicted, and compared.", "holdOut: \(heldOut)d"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let runs = 1_200

  /// The days that are predicted: a week where three are left to learn from; none where a total would
  /// be cut by their first.
  private var heldOut: Int {
    let days = table.days >= 28 ? 7 : table.days / 7
    let first = table.days - days
    let isCut = table.periods.contains { $0.days.contains(first) && $0.days.lowerBound < first }
    return isCut ? 0 : days
  }

  /// The people of a run that is short; `nil` where the market has no more.
  private var people: Int? {
    let arrivals = base.setup.plan.behaviour.arrivals
    let days = Double(table.days)
    let memberDays = (Double(arrivals.seeds) + arrivals.organicPerDay * days / 2) * days
    let factor = memberDays / Self.memberDays
    guard factor > 1 else { return nil }
    return max(1_000, Int(Double(base.people) / factor / 1_000) * 1_000)
  }

  /// The days that members of a run live through, all together, in a fraction of a second.
  private static let memberDays = 75_000.0

  // MARK: The parameters

  private typealias Ranged = (name: String, low: String, high: String)

  private var parameters: [Ranged] {
    let has = Set(table.stages)
    let isByLag = table.form == .cohorts
    var names = [wayOfSending]
    if has.isSuperset(of: [.shared, .sent]) { names.append("sharing.recipients") }
    if has.contains(.tapped), has.contains(.sent) || has.contains(.shared) {
      names += ["recipients.tap"] + (isByLag ? ["recipients.tapDelay.median"] : [])
    }
    if has.contains(.launched), has.count > 1 {
      let isAlone = isByLag && has.contains(.tapped)
      names += ["recipients.install"] + (isAlone ? ["recipients.installDelay.median"] : [])
      if has.contains(.signedUp) || has.contains(.onboarded) {
        names.append("firstRun.dropPerScreen")
      }
    }
    return names.compactMap(range)
  }

  /// The chance by which most invites come about: from it most are missing where it is low.
  private var wayOfSending: String {
    let factor = Double(base.people) / Double(people ?? base.people)
    func invites(_ name: String) -> Int {
      guard let low = range(of: name)?.low,
        let chosen = try? ChosenScenario(
          quietly: base.source.file,
          changed: base.source.changes.overlaid(by: [ScenarioOverride(name, to: low, option: "")]),
          called: scenario),
        let found = try? FunnelTable.simulated(
          chosen.setup.plan.smaller(by: factor), days: table.days, seed: 1)
      else { return .max }
      return found.total(.shared, on: 0..<table.days) ?? .max
    }
    return Self.waysOfSending.min { invites($0) < invites($1) } ?? Self.waysOfSending[0]
  }

  private static let waysOfSending = ["sharing.visit", "sharing.promptTap"]

  /// Returns the range of a parameter about the scenario's value; `nil` where the scenario has no use
  /// for it.
  private func range(of name: String) -> Ranged? {
    let key = CalibratedRange.parameter(of: name)
    guard let axis = base.setup.parameters.first(where: { $0.name == key })?.range?.axis else {
      return nil
    }
    switch axis.kind {
    case .chance:
      let value = min(max(axis.value, 0.002), 0.98)
      let ends = [1 / Self.times.chance, Self.times.chance].map { times in
        let odds = value / (1 - value) * times
        return "\(NumberText.decimal(100 * odds / (1 + odds), 3))%"
      }
      return (name, ends[0], ends[1])
    case .time:
      let ends = [1 / Self.times.delay, Self.times.delay].map {
        "\(max(1, Int(axis.value / 60_000 * $0)))m"
      }
      return (name, ends[0], ends[1])
    case .number:
      // What a share reaches beyond the first recipient.
      guard axis.value > 1 else { return nil }
      let ends = [0.2, 5].map { NumberText.decimal(1 + (axis.value - 1) * $0, 3) }
      return (name, ends[0], ends[1])
    }
  }

  /// How many times as great as the scenario's, or less, the odds of a chance and a delay may be.
  private static let times = (chance: 7.0, delay: 12.0)
}
