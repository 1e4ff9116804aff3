import GrowthloopStudies
import Profiles
import GrowthloopReports
import GrowthloopFindings
import GrowthloopPlans

/// Replays a simulation against the service, and compares the results with the rules' decisions.
enum RehearseCommand: RunnableCommand {
  static let name = "rehearse"
  static let summary = "replays a simulation against the running service, and compares every credit"
  static let manual = Manual(
    "rehearse PLAN [options]",
    about: """
      Runs one replication of the plan's scenario, and replays what its people do (links, shares, previews,
      taps, first launches, sign-ups, deletions) against a link service that it starts on this machine.
      Requests go over many connections at the plan's rate, each with its simulated moment. One that
      depends on others waits for their answers.

      Then it reads every credit, connection, notification and dashboard of the service, and compares it
      with what the simulator decided. Both are compared with what the documents promise, counted from
      taps, launches, shares and prompts alone. A difference is printed with its story: the events, both
      decisions, the rules.

      Exit codes: 0 no difference and all gates are kept, 1 a gate is missed, 2 one is undecided, 65 bad
      plan, 69 the service does not answer, 74 input or output, 130 interrupted.
      """,
    words: [CommandWord("PLAN")],
    options: [
      .set(of: .rehearsal, such: "kills=0 or rate=500"), .planSeed, serviceChange, service, .data,
      .out("run.json, script.jsonl, differences.jsonl, latency.hlog, summary.md and report.html"),
      .json,
    ],
    examples: "growthloop rehearse scenarios/rehearsals/launch.yaml")

  private static let service = CommandOption(
    "--service", "FILE",
    "the service of another growthloop, to compare its decisions with this build's",
    shapesResult: true, completion: .file)
  private static let serviceChange = CommandOption(
    "--service-set", "K=V", "changes a setting of the service alone, to find what differs",
    shapesResult: true, completion: .keys { Setting.all.map(\.name) })

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let file = arguments.words.first else {
      throw UsageError(
        description: "missing PLAN: name a file, such as scenarios/rehearsals/launch.yaml")
    }
    let delivery = try Delivery(arguments, of: [RehearsalFindings.self])
    let tool = try arguments.one(service).map { try GrowthloopTool(at: $0) }
    let stage = try RehearsalStage(
      file, with: ScenarioChoice.planChanges(arguments),
      service: .init(
        changes: arguments.all(serviceChange).map(\.value), tool: tool?.path,
        folder: try arguments.one(.data)),
      repetition: Repetition(ChangeableCommand(name, arguments)), on: console)
    let (findings, files) = try stage.rehearse(on: console)
    try delivery.deliver(findings, files, as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}
