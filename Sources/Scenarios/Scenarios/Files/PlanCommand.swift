import Diagnostics

/// The commands that run plans, by the kinds of plans that they run.
enum PlanCommand: String {
  case load
  case contacts
  case gate
  case rehearse = "rehearsal"

  /// What to tell where a plan of one kind is read as another, or as a scenario; `nil` where it is not.
  ///
  /// It is told alone: that nothing else of the file fits is a matter of course.
  static func mistake<Root: ScenarioSection>(
    in document: YAMLNode, readAs root: Root.Type
  ) -> Diagnostic? {
    guard let node = document["plan"], case .scalar(let scalar) = node.content,
      let command = PlanCommand(rawValue: scalar.text)
    else { return nil }
    let wanted = Root().fieldDescriptions.first { $0.key == "plan" }?.expects
    guard wanted != scalar.text else { return nil }
    return Diagnostic(
      .error,
      "this is a plan of the kind \(scalar.text.quoted), "
        + (wanted.map { "not of the kind \($0.quoted)" } ?? "no scenario"),
      at: node.range, remedy: "growthloop \(command) runs it")
  }
}
