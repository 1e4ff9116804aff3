import Glibc
import GrowthloopFindings
import GrowthloopReports
import GrowthloopTransport
import SimulationKernel

/// Serves the page on which a scenario is changed while its answer follows.
enum ExploreCommand: RunnableCommand {
  static let name = "explore"
  static let summary =
    "serves a page on which you move a scenario's numbers, and its answer follows"
  static let manual = Manual(
    "explore [SCENARIO] [options]",
    about: """
      Prints the address of a page and serves it until Ctrl-C. On the page every parameter and setting of
      the scenario is a control. A sketch of the answer comes at once; the answer itself narrows down to the
      scenario's replications. Up to six what-ifs stand beside it under the same random numbers. Under
      them a tornado, a heat map, a search for a goal, people's stories and a playground of the rules are
      answered on demand. What you find leaves the page as a scenario file, as a command with the same
      numbers, as a link, a report, a table or a slide.

      Only this machine can reach the page, and only with the token in its address, which is new at every
      start. The page loads nothing from anywhere else and stores nothing.
      """,
    words: [CommandWord("SCENARIO", "the scenario to change (default: the defaults)")],
    options: ScenarioChoice.options + [port, .seed, state, PosteriorDraws.option, .workers],
    examples: "growthloop explore scenarios/rin-baseline.yaml --port 8090")

  private static let port = CommandOption(
    "--port", "N", "the port to listen on; 0 is any free port (default: 0)")
  private static let state = CommandOption(
    "--state", "FRAGMENT",
    "what a link of such a page has after '#', such as 'recipients.tap=30%25&if=prompts.lifetimeMax=1'"
  )

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let port = try arguments.number(self.port, in: 0...65_535) ?? 0
    let explored = try ExploredScenario(
      arguments.words.first ?? ChosenScenario.defaultsName,
      changed: ScenarioChoice.changes(arguments), seed: arguments.seed(),
      posterior: PosteriorDraws(arguments, on: console), on: console)
    let link = try arguments.one(state).map { "#\(try fragment($0, of: explored))" } ?? ""
    let workers = Workers(try arguments.workers())
    do throws(SystemCallError) {
      // Before any thread starts, since each would have to block the signals.
      let metrics = WebMetrics()
      let application = ExploreApplication(explored, on: workers, metrics: metrics)
      let server = try WebServer(
        application, at: .address(SocketAddress(.loopbackV4, port: UInt16(port))),
        limits: ExploreApplication.limits, metrics: metrics, stoppingOn: [SIGINT, SIGTERM])
      application.page.port = server.addresses[0].port
      console.complain("growthloop: open \(application.page.address)\(link)")
      _ = try server.run()
      application.endAll()
    } catch {
      throw InputOutputError(description: "\(error)")
    }
    return .success
  }

  /// Returns the fragment of a link, whose state must be one of this scenario.
  private static func fragment(
    _ text: String, of explored: ExploredScenario
  ) throws -> Substring {
    let fragment = text.drop { $0 == "#" }
    do throws(ExploreProblems) {
      _ = try explored.question(ExploreState(fragment: fragment))
    } catch {
      let words = error.all.map { "'\(state)': \($0)" }.joined(separator: "\ngrowthloop: ")
      throw UnfitInput(description: words)
    }
    return fragment
  }
}
