/// What a plan of load said, key by key.
enum PlanSettings {
  /// `nil` for a run of a version that did not tell.
  static func section(of run: RunFields) throws -> Section? {
    guard run.has("parameters") else { return nil }
    return Section(
      "The plan", anchor: "parameters",
      [
        .paragraph("Every key of the plan, with the value that held."),
        .settings(try SettingRow.all(of: run)),
      ])
  }
}
