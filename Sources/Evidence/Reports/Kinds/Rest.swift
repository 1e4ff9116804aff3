/// What a simulation rests on: every parameter with its source and grade.
enum Rest {
  static func section(of run: RunFields) throws -> Section {
    let rows = try SettingRow.all(of: run)
    let assumed = rows.filter { $0.grade == nil || $0.grade == "D" }.count
    return Section(
      "What it rests on", anchor: "parameters",
      [
        .paragraph(
          "\(assumed) of \(rows.count) parameters are assumptions (grade D, or none). A is a primary "
            + "source, B a benchmark or a secondary source, C derived or confirmed only in part."),
        .settings(rows),
      ])
  }
}

extension SettingRow {
  /// What `run.json` lists as its parameters.
  static func all(of run: RunFields) throws -> [SettingRow] {
    try run.list("parameters").map { parameter in
      SettingRow(
        try parameter.text("parameter"), try parameter.text("value"),
        meaning: try parameter.text("meaning"), source: try parameter.optionalText("source"),
        grade: try parameter.optionalText("grade"))
    }
  }
}
