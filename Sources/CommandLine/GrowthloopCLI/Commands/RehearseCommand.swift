import Experiments
import LinuxIO
import Rehearsals
import Scenarios

/// Replays a simulation against the running service, and holds everything that comes of it against what
/// the rules decided.
enum RehearseCommand: Command {
  static let name = "rehearse"
  static let summary = "replays a simulation against the running service, and compares every credit"
  static let help = """
    growthloop rehearse PLAN [options]

    Lives through the plan's scenario once, and replays what its people do (links, shares, previews, taps,
    first launches, sign-ups, deletions) against a link service that it starts on this machine: over many
    connections, at the plan's rate, each request with its simulated moment. What depends on each other
    waits for answers; all else is under way together. Then every credit, connection, notification and
    dashboard of the service is read through its interface and held against what the rule modules said in
    the simulator, and both against what the documents promise, counted from taps, launches, shares and
    prompts alone. A difference is printed with its story: the events, both decisions, the rules.

    Exit codes: 0 all came out the same and all gates are kept, 1 not, 2 a gate is undecided, 65 bad plan,
    69 the service does not answer, 74 input or output, 130 interrupted.

      --set KEY=VALUE       changes one key of the plan, such as kills=0 or rate=500; may be repeated
                            ('growthloop schema --plan rehearsal --reference' lists the keys)
      --service FILE        the service of another growthloop: does that build decide as this one does?
      --service-set K=V     changes a setting of the service alone: what would come out otherwise?
      --data DIR            where the service keeps its links meanwhile; a temporary folder
      --out DIR             writes run.json, script.jsonl, differences.jsonl, latency.hlog and
                            summary.md into that folder
      --json                prints run.json instead of tables

    Example:
      growthloop rehearse scenarios/rehearsals/launch.yaml
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json"], options: ["--set", "--service", "--service-set", "--data", "--out"],
        mostWords: 1))
    guard let file = arguments.words.first else {
      throw UsageError(description: "rehearse which plan? Name a file, as in scenarios/rehearsals/")
    }
    let folder = try arguments.resultFolder()
    let choice = try RehearsalChoice(file, with: try ScenarioChoice.changes(arguments))
    if let obstacle = choice.obstacle { throw UnfitInput(description: obstacle) }
    for warnings in choice.warnings { console.complain("\(warnings)") }
    let profile = try choice.profileOfService(
      changed: arguments.all("--service-set").map(\.value))
    let tool = try arguments.one("--service").map { try GrowthloopTool(at: $0) }
    let stage = RehearsalStage(
      choice: choice,
      service: .init(
        profile: profile, tool: tool?.path, folder: try arguments.one("--data")),
      repetition: Repetition(
        ChangeableCommand(
          name, arguments,
          options: arguments.all("--service-set", "--service").flatMap { [$0.option, $0.value] })))
    guard let report = try stage.rehearse(on: console) else { return .interrupted }
    try report.write(to: folder)
    try console.write(arguments.has("--json") ? try report.json() : report.text())
    return report.exitCode
  }
}
