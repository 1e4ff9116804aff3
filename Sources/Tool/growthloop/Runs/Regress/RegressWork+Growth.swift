import GrowthloopReports
import GrowthloopPlans
import GrowthloopStudies
import GrowthloopFindings

extension RegressWork {
  func growth() throws -> RegressFindings? {
    let choice = try ChosenScenario(named: request.file, changed: request.changes, on: console)
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    var words = ["simulate", request.file] + request.changeWords
    switch baseline {
    case .result(let before):
      guard before.comparison?.run == SimulationFindings.self, let seed = before.run.seed,
        let count = before.run.replications
      else { throw unlike(before) }
      words += ["--seed", "\(seed)", "--replications", "\(count)"]
      console.show(progress: "this build simulates")
      return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
    case .tool(let tool):
      words += ["--seed", "\(choice.scenario.seed)"]
      words += ["--replications", "\(request.replications ?? choice.scenario.replications)"]
      console.show(progress: "the baseline simulates")
      let report = try tool.results(of: words, until: interrupt) { before in
        console.show(progress: "this build simulates")
        return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
      }
      return report.flatMap(\.self)
    }
  }

  func growthReport(_ before: MeasuredFolder, _ after: MeasuredFolder) throws -> RegressFindings {
    let metric = try Metric.known(request.metrics?.first ?? Metric.headline[0])
    return try RegressFindings(
      before, after, command: request.command, judging: metric.key,
      tolerance: request.growthTolerance)
  }
}
