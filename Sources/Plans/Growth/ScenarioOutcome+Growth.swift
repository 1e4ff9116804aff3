public import GrowthloopFindings

extension ScenarioOutcome<GrowthScenario> {
  /// The parameters that a study of this kind uses, in the order of declaration.
  public var parametersInUse: [Parameter] {
    let unused =
      switch value.study {
      case .loop: GrowthScenario.sectionsOfMatching
      case .matching: GrowthScenario.sectionsOfLoop
      }
    return parameters.filter { parameter in
      !unused.contains { parameter.name.hasPrefix($0 + ".") }
    }
  }
}
