public import GrowthloopFindings

/// Findings that have a page.
public protocol ReportedFindings: RunFindings {
  /// Returns the page of the run; a gate plan reads its stages in `folder`.
  func report(in folder: RunFolder) throws -> Report
  /// The opening of the report; `nil` for a kind without one.
  var answer: ReportAnswer? { get }
  /// The goals of the simulated document; empty for a kind without any.
  var goals: [Measured<GoalFound>] { get }
}

extension ReportedFindings {
  public var answer: ReportAnswer? { nil }
  public var goals: [Measured<GoalFound>] { [] }
}

/// Every kind of run that writes a folder.
public enum RunKinds {
  public static let all: [any ReportedFindings.Type] = [
    SimulationFindings.self, MatchingFindings.self, ComparisonFindings.self, SweepFindings.self,
    LoadFindings.self, CapacityFindings.self, ContactsFindings.self, GateFindings.self,
    RehearsalFindings.self, RegressFindings.self, HistoryFindings.self, SolveFindings.self,
    ExperimentFindings.self, RolloutFindings.self, CalibrationFindings.self,
  ]

  /// Returns the report of the run in that folder.
  public static func report(of folder: RunFolder) throws -> Report {
    try folder.findings(kind(of: folder)).report(in: folder)
  }

  public static func kind(of folder: RunFolder) throws -> any ReportedFindings.Type {
    let head = try folder.head()
    guard let name = head.kind else {
      throw UnreadableRun(
        "\(folder.name)/run.json says no kind: no run of growthloop, or one of an older version")
    }
    guard name != PartFindings.kind else {
      throw UnreadableRun(
        "'\(folder.name)' is a part of a run: 'growthloop merge' joins parts, and makes the page")
    }
    guard let kind = all.first(where: { $0.kind == name }) else {
      let known = all.map { "'\($0.kind)'" }.joined(separator: ", ")
      let writer = head.version.map { ", written by growthloop \($0)" } ?? ""
      throw UnreadableRun(
        "\(folder.name)/run.json is of the kind '\(name)'\(writer); known are \(known)")
    }
    return kind
  }
}
