import GrowthloopStudies
import GrowthloopLoadGenerator
import GrowthloopReports
import GrowthloopFindings
import GrowthloopPlans
import Vocabulary

/// Puts a service under load, and reports its response times.
enum LoadCommand: RunnableCommand {
  static let name = "load"
  static let summary = "says how long the users of a service wait, and decides gates"
  static let manual = Manual(
    "load PLAN [options]", "load --url URL [options]", "load --from FILE",
    "load --self-check [--json]",
    about: """
      Sends requests at moments that were planned beforehand, however late the answers are, and counts
      every response time from the planned moment. So a server that stalls does not look fast. By default
      the plan starts a link service of its own on this machine, seeded with links; '--url' and the
      plan's 'requests' send requests of your own to a service of any make. A gate is kept or missed only
      if the whole 95% interval agrees; else it is undecided. A request without an answer is later than
      any limit. Ctrl-C keeps what was measured.

      If the generator itself is late, times become longer and never shorter: a kept gate stays kept. A
      miss is undecided if that lateness could explain it. Error responses, time-outs and lost connections
      are the service's own. If fewer requests were sent than were due, no gate is kept.

      Exit codes: 0 all gates are kept, 1 one is missed or nothing got a good answer, 2 one is undecided, or
      without gates the run is not valid; 65 bad plan, 69 the target does not answer, 74 too few files or
      ports, 130 interrupted.
      """,
    words: [CommandWord("PLAN")],
    options: [
      .set(of: .load, such: "arrivals.rate=2000 or length=10s"), .planSeed,
    ] + EndpointChoice.options + [
      from, target, remote, insecure, http2, realTime, quiet, watch, capacity, trials,
      AgentChoice.agent,
      AgentChoice.start, .data,
      .out(
        "run.json, latency.hlog, percentiles.hgrm, seconds.csv, kinds.csv, errors.csv, answers.csv, "
          + "metrics.prom, junit.xml, k6.json, vegeta.json, summary.md and report.html"), selfCheck,
      .json,
    ],
    notes: "Measure with a release build ('make run').",
    examples: "growthloop load scenarios/load/resolve-200ms.yaml --set arrivals.rate=1000",
    "growthloop load --url http://127.0.0.1:8080/health --rate 500 --for 30s --gate 'p99 < 50ms'",
    "growthloop load --from recording.har > plan.yaml")

  private static let from = CommandOption(
    "--from", "FILE",
    "writes a plan to begin with: from a description in OpenAPI (JSON), a recording in HAR, whose tokens "
      + "become values of earlier answers, or an access log; of a plan, its mix as requests of your own",
    shapesResult: false)
  private static let target = CommandOption(
    "--target", "URL",
    "sends to that service, http://, https:// or unix:/PATH, in place of its own; a token for it is read from "
      + LoadPlace.tokenVariable, shapesResult: true)
  private static let remote = CommandOption(
    flag: "--allow-remote", "allows a target that is not this machine", shapesResult: true)
  private static let insecure = CommandOption(
    flag: "--insecure",
    "takes any certificate of the target, as 'tls: {verify: false}' does; the record says so",
    shapesResult: true)
  private static let http2 = CommandOption(
    flag: "--http2",
    "asks in HTTP/2, as 'protocol: http2' does: over TLS by ALPN, else by prior knowledge",
    shapesResult: true)
  private static let realTime = CommandOption(
    flag: "--real-time",
    "uses real-time scheduling if permitted: fewer requests are late on a busy machine",
    shapesResult: true)
  private static let quiet = CommandOption(
    flag: "--quiet", "shows nothing while it runs", shapesResult: false)
  private static let watch = CommandOption(
    flag: "--watch",
    "serves a page to this machine alone that shows rate, times, errors and lateness while it runs, and says "
      + "what the page took", shapesResult: false)
  private static let capacity = CommandOption(
    flag: "--find-capacity",
    "searches for the highest rate that keeps the gates: doubling, then bisection, each rate tried several "
      + "times for the length of the plan", shapesResult: true)
  private static let trials = CommandOption(
    "--trials", "N", "(--find-capacity) trials of each rate (default: 3)", shapesResult: true)
  private static let selfCheck = CommandOption(
    flag: "--self-check", "measures servers with known response times, and compares")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    if console.ranks != nil,
      let option = arguments.first(
        of: [selfCheck, capacity, watch, .data, AgentChoice.agent, AgentChoice.start])
    {
      throw UsageError(
        description:
          "the ranks are the agents of the plan: '\(option)' is for a run without 'mpirun'")
    }
    if let file = try arguments.one(from) {
      guard arguments.words.isEmpty, arguments.hasOnly(from) else {
        throw UsageError(description: "'\(from)' writes a plan and sends nothing: no other option")
      }
      try console.write(try draft(from: file, on: console))
      return .success
    }
    if arguments.has(selfCheck) { return try runSelfCheck(arguments, on: console) }
    return try Interrupt.watching(console) { interrupt in
      try run(arguments, on: console, until: interrupt)
    }
  }

  /// A plan to begin with, from another plan or from what is known of a service.
  private static func draft(from file: String, on console: any Console) throws -> String {
    let bytes = try InputFile.bytes(of: file)
    let lines = String(decoding: bytes.prefix(10_000), as: UTF8.self).split(separator: "\n")
    guard lines.contains(where: { $0.hasPrefix("plan:") }) else {
      return try PlanDraft(bytes, called: file).text
    }
    let plan = try ScenarioReader(LoadScenario.self, loader: .disk()).read(file: file)
    if !plan.warnings.isEmpty { console.complain("\(plan.warnings)") }
    return "# The requests of \(file) in words of their own: change their paths and answers.\n"
      + plan.value.writtenOut
  }

  private static func run(
    _ arguments: Arguments, on console: any Console, until interrupt: Interrupt
  ) throws -> ExitCode {
    let trials = try trials(arguments)
    let delivery = try Delivery(
      arguments, of: [LoadFindings.self, CapacityFindings.self], among: console.ranks)
    let ranks = try console.ranks.map { try RankedLoad($0, until: interrupt) }
    let agent = try ranks?.agent ?? AgentChoice.read(arguments, excluding: capacity, .data)
    var stage = try stage(arguments, on: console)
    if let agent { try stage.become(agent) }
    stage.ranks = ranks
    if arguments.has(capacity) {
      try stage.requireCapacity()
      guard !arguments.has(watch) else {
        throw UsageError(description: "'\(watch)' shows one run, and '\(capacity)' makes many")
      }
    }
    return try stage.place(on: console, until: interrupt) { place in
      if arguments.has(capacity) {
        let findings = try CapacityWork(
          stage: stage, place: place, trials: trials, console: console, interrupt: interrupt
        ).run()
        try delivery.deliver(findings, findings.files, as: findings.summary, on: console)
        return findings.isPartial ? .interrupted : ExitCode(of: findings.verdict)
      }
      if let agent {
        let (findings, file) = try stage.measure(
          as: agent, of: [name] + arguments.repeated(except: ownOptions), at: place, on: console,
          until: interrupt)
        if let ranks {
          let agents = try ranks.join(file)
          for notice in console.ranks?.takeNotices() ?? [] {
            console.complain("growthloop: \(notice)")
          }
          return try deliver(stage.findings(joining: agents), delivery, on: console)
        }
        try delivery.deliver(
          findings, findings.files + [file, Digests.file(of: [file])], as: findings.summary,
          on: console)
        return findings.isPartial ? .interrupted : ExitCode(of: findings.verdict)
      }
      return try deliver(
        stage.measure(at: place, on: console, until: interrupt), delivery, on: console)
    }
  }

  private static func deliver(
    _ findings: LoadFindings, _ delivery: Delivery, on console: any Console
  ) throws -> ExitCode {
    try delivery.deliver(findings, findings.files, as: findings.summary, on: console)
    let wasInterrupted = findings.isPartial && findings.missingAgents == nil
    return wasInterrupted ? .interrupted : ExitCode(of: findings.verdict)
  }

  /// What all agents of a plan share; `merge` takes nothing else from their files.
  private static let sharedOptions: [CommandOption] =
    [.set, .planSeed, target, remote, insecure, http2] + EndpointChoice.options

  /// What each of several agents has of its own.
  private static let ownOptions: [CommandOption] = [
    AgentChoice.agent, AgentChoice.start, .out, .json, realTime, quiet, watch,
  ]

  private static func stage(
    _ arguments: Arguments, on console: any Console
  ) throws -> LoadStage {
    var changes = try ScenarioChoice.planChanges(arguments)
    if let target = try arguments.one(target) {
      changes.append(ScenarioOverride("target", to: target, option: Self.target.name))
    }
    if arguments.has(insecure) {
      changes.append(ScenarioOverride("tls.verify", to: "false", option: insecure.name))
    }
    if arguments.has(http2) {
      changes.append(ScenarioOverride("protocol", to: "http2", option: http2.name))
    }
    if let plan = try EndpointChoice.plan(arguments) {
      changes = plan.changes + changes
      return LoadStage(
        try PlanChoice.read(plan.text, as: LoadScenario.self, with: changes, on: console),
        with: changes, options: try options(arguments),
        repetition: Repetition(ChangeableCommand(name, arguments)), on: console)
    }
    guard let file = arguments.words.first else {
      throw UsageError(
        description: "missing PLAN: name a file, such as scenarios/load/resolve-200ms.yaml, or "
          + "an address with '\(EndpointChoice.url)'")
    }
    return try LoadStage(
      file, with: changes, options: options(arguments),
      repetition: Repetition(ChangeableCommand(name, arguments)), on: console)
  }

  /// Joins what all agents of a plan have measured, and delivers it as `merge` is asked to.
  static func merge(
    _ agents: AgentFiles, _ delivery: Delivery, on console: any Console
  ) throws -> ExitCode {
    let arguments = try Arguments(
      recorded: agents.run, in: agents.source, of: manual, allowing: sharedOptions)
    guard arguments.words.count == 1 || arguments.has(EndpointChoice.url) else {
      throw UnfitInput(description: "the agents name no plan: load once more")
    }
    return try deliver(
      stage(arguments, on: console).findings(joining: agents), delivery, on: console)
  }

  private static func runSelfCheck(
    _ arguments: Arguments, on console: any Console
  ) throws -> ExitCode {
    guard arguments.words.isEmpty, arguments.hasOnly(selfCheck, .json) else {
      throw UsageError(
        description:
          "'\(selfCheck)' measures servers of its own: no plan, and no option but '--json'")
    }
    let findings = try SelfCheckWork.measure(on: console)
    try console.write(
      arguments.has(.json) ? findings.json() : findings.summary.text(in: console.form))
    return SelfCheckWork.exitCode(of: findings)
  }

  /// Returns the options that concern the place of the service.
  private static func options(_ arguments: Arguments) throws -> LoadPlace.Options {
    LoadPlace.Options(
      data: try arguments.one(.data), allowsRemote: arguments.has(remote),
      isInRealTime: arguments.has(realTime), isQuiet: arguments.has(quiet),
      isWatched: arguments.has(watch))
  }

  private static func trials(_ arguments: Arguments) throws -> Int {
    guard let text = try arguments.one(trials) else { return 3 }
    guard let number = ValueText.integer(text), (1...99).contains(number), arguments.has(capacity)
    else {
      throw UsageError(
        description: "'\(trials) \(text)' must be from 1 to 99, with '\(capacity)'")
    }
    return number
  }
}
