import Experiments
import JSON
import Scenarios

extension RegressWork {
  func growth() throws -> ComparedBuilds? {
    let choice = try ChosenScenario(named: options.file, changed: options.changes, on: console)
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    var words = ["simulate", options.file] + options.changeWords
    switch baseline {
    case .result(let before):
      guard before.kind == .growth, case .integer(let seed)? = before.run["seed"],
        case .integer(let count)? = before.run["replications"]
      else { throw unlike(before) }
      words += ["--seed", "\(seed)", "--replications", "\(count)"]
      console.show(progress: "this build simulates")
      return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
    case .tool(let tool):
      words += ["--seed", "\(choice.scenario.seed)"]
      words += ["--replications", "\(options.replications ?? choice.scenario.replications)"]
      console.show(progress: "the baseline simulates")
      let report = try tool.results(of: words, until: interrupt) { before in
        console.show(progress: "this build simulates")
        return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
      }
      return report.flatMap(\.self)
    }
  }

  func growthReport(_ before: ResultFiles, _ after: ResultFiles) throws -> ComparedBuilds {
    let metric = try RunOptions.metric(options.metrics?.first ?? Metric.headline[0])
    return .growth(
      try GrowthRegressReport(
        before, after, command: options.command, judging: metric.key,
        tolerance: options.growthTolerance))
  }
}
