import Diagnostics

extension Section {
  /// Returns the inputs of a simulation: every parameter with its source and grade.
  static func evidence(_ parameters: [Parameter]) -> Section {
    Section(
      "What it rests on", anchor: "parameters",
      [
        .paragraph(
          "\(parameters.count(where: \.isAssumed)) of \(parameters.count) parameters are assumptions "
            + "(grade D, or none). A is a primary source, B a benchmark or a secondary source, C derived "
            + "or confirmed only in part."),
        .settings(parameters),
      ])
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
