/// Makes reports of the runs of one kind from the files of their folders.
///
/// To add a kind: write its `run.json` with a `kind` of its own, a type beside the others in `Kinds` that reads it,
/// and name that type in `RunKinds.all`. Everything else follows: the page, the Markdown, two runs side by
/// side.
public protocol RunKind: SendableMetatype {
  /// What `run.json` calls it.
  static var name: String { get }
  /// The report of the run in that folder, whose `run.json` is read already.
  static func report(of run: RunFields, in folder: RunFiles) throws -> Report
}

/// Every kind of run that there is.
public enum RunKinds {
  public static let all: [any RunKind.Type] = [
    SimulationRun.self, MatchingRun.self, ComparisonRun.self, SweepRun.self, ServiceLoad.self,
    CapacityRun.self, ContactsRun.self, GateRun.self, RehearsalRun.self, RegressRun.self,
    HistoryRun.self,
  ]

  /// The report of the run in that folder.
  public static func report(of folder: RunFiles) throws -> Report {
    let run = try folder.run()
    return try kind(of: run, in: folder).report(of: run, in: folder)
  }

  /// Whether there is a report for the kind that `run.json` names.
  public static func has(_ folder: RunFiles) throws -> Bool {
    let name = try folder.run().optionalText("kind")
    return all.contains { $0.name == name }
  }

  static func kind(of run: RunFields, in folder: RunFiles) throws -> any RunKind.Type {
    guard let name = try run.optionalText("kind") else {
      throw UnreadableRun(
        "\(folder.name)/run.json says no kind: no run of growthloop, or one of an older version")
    }
    guard let kind = all.first(where: { $0.name == name }) else {
      let known = all.map { "'\($0.name)'" }.joined(separator: ", ")
      throw UnreadableRun("\(folder.name)/run.json is of the kind '\(name)'; known are \(known)")
    }
    return kind
  }
}
