import GrowthloopFindings
import Statistics

extension Section {
  /// Returns the inputs of a simulation: those that move its answer most, and every parameter with
  /// its source and grade.
  static func evidence(
    _ parameters: [Parameter], ranking: [Measured<InputMove>]? = nil
  ) -> Section {
    Section(
      "What it rests on", anchor: "parameters",
      (ranking.map(blocks) ?? []) + [
        .paragraph(
          "\(parameters.count(where: \.isAssumed)) of \(parameters.count) parameters are assumptions "
            + "(grade D, or none). A is a primary source, B a benchmark or a secondary source, C derived "
            + "or confirmed only in part."),
        .settings(parameters),
      ])
  }

  private static func blocks(_ ranking: [Measured<InputMove>]) -> [Block] {
    [
      .table(
        Table(
          ["parameter", "own range", .number("moves the value by"), .number("± 95%")],
          ranking.map { move in
            [
              move.parameter,
              "\(move.lowEnd) to \(move.highEnd)" + (move.isAssumed ? ", assumed" : ""),
              move.measured.value.map(move.measured.style.signed) ?? "–", move.measured.spread,
            ]
          }))
    ]
  }

  /// Returns every key of a plan.
  static func plan(_ parameters: [Parameter]) -> Section {
    Section(
      "The plan", anchor: "parameters",
      [
        .paragraph("Every key of the plan, with the value that held."), .settings(parameters),
      ])
  }
}

extension [Parameter] {
  /// How many parameters are assumed, and behind that which; `nil` without any.
  var assumptions: Block? {
    let assumed = filter(\.isAssumed)
    guard !assumed.isEmpty else { return nil }
    let list = assumed.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    return .disclosure(
      "\(assumed.count) of \(count) parameters are assumptions (grade D, or none); '--assumptions' lists them.",
      [.paragraph("Assumed parameters: \(list).")])
  }
}
