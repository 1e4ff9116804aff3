import GrowthloopStudies
import Foundation
import GrowthloopModel
@testable import growthloop
import GrowthloopReports
import TestConsole
import TestSupport
import Testing

@Suite("growthloop simulate, compare and sweep · what cannot be followed", .timeLimit(.minutes(60)))
struct SimulationMistakeTests {
  static let mistakes: [([String], String)] = [
    (["simulate", "--replications", "0"], "'--replications' must be a whole number from 1"),
    (["simulate", "--seed", "-1"], "'--seed' must be a whole number below 2^64, not '-1'"),
    (["simulate", "--workers", "many"], "'--workers' must be a whole number from 1 to 1024"),
    (["simulate", "--until", "k.cohort"], "'--until k.cohort' must be METRIC=WIDTH"),
    (["simulate", "--until", "k.chort=1"], "unknown metric 'k.chort'; did you mean 'k.cohort'?"),
    (["simulate", "--until", "k.cohort=-1"], "'--until k.cohort=-1' must name half a width above"),
    (
      ["simulate", "--metrics", "nosuch"],
      "unknown metric 'nosuch'; 'growthloop simulate --metrics all' has them all"
    ),
    (["simulate", "--until", "k=1"], "unknown metric 'k'; did you mean 'k.cohort' or 'k."),
    (["simulate", "--metrics", "k,,k"], "the key of a metric is empty"),
    (["simulate", "--metrics", "all,k"], "'all' stands for many metrics"),
    (["simulate", ""], "an argument is empty"),
    (
      ["simulate", "--dashboard", "100000"],
      "'--dashboard' must be the number of a person, from 0 to 99999, not '100000'"
    ),
    (["compare", "defaults", "days=9", "--until", "k"], "'--until k' must be METRIC=WIDTH"),
    (["compare", "defaults"], "missing BASE or VARIANT"),
    (["compare", "default", "days=9"], "there is no file 'default'; did you mean 'defaults'?"),
    (
      ["compare", "defaults", "prompts.lifetimeMax"],
      "'prompts.lifetimeMax' is not a file; write a change of the base as KEY=VALUE"
    ),
    (
      ["decide", "codes", "cases.jsonl"],
      "unexpected argument 'cases.jsonl'; cases are read from standard input: decide SUBJECT < FILE"
    ),
    (
      ["compare", "defaults", "days=9 seed=3"],
      "'seed' is the same for all compared scenarios: give '--set seed=3' for all of them"
    ),
    (["compare", "defaults", "precision.metric=k.cohort"], "'precision.metric' is the same for"),
    (["sweep", "--vary", "replications=1,2"], "'replications' is the same for all"),
    (["sweep"], "missing FILE or --vary: --vary"),
    (
      ["sweep", "--vary", "prompts.lifetimeMax"],
      "'prompts.lifetimeMax' is a setting of the profile, and has no range"
    ),
    (["sweep", "--vary", "a=1,1"], "'--vary a=1,1' must name different values"),
    (["sweep", "--vary", "a=1", "--vary", "a=2"], "each '--vary' must name another key"),
  ]

  @Test(arguments: mistakes)
  func `options that cannot be followed are told apart`(arguments: [String], complaint: String) {
    let outcome = run(arguments, [])
    #expect(outcome.code == .usage)
    #expect(outcome.output == "")
    #expect(outcome.complaints.hasPrefix("growthloop: \(complaint)"), "\(outcome.complaints)")
  }

  @Test func `changes that name nothing are shown under a caret`() {
    let outcome = run(["simulate", "--set", "prompts.lifetimMax=5"], [])
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("did you mean prompts.lifetimeMax?"))
    let variant = run(["compare", "defaults", "market.peple=9"], [])
    #expect(variant.code == .badInput)
    #expect(variant.complaints.hasPrefix("market.peple=9: error: unknown key 'market.peple'"))
    let swept = run(["sweep", "--vary", "market.people=1,many"], [])
    #expect(swept.code == .badInput)
  }

  @Test(arguments: [["--dashboard", "1"], ["--definitions"], ["--until", "k.cohort=1"]])
  func `what a study of matching does not have is refused`(option: [String]) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("town.yaml", "title: Town\nstudy: matching\n")
    let outcome = run(["simulate", file] + option, [])
    #expect(outcome.code == .usage)
    #expect(
      outcome.complaints.hasPrefix(
        "growthloop: '\(option[0])' is of no use to a study of matching"))
  }
}

@Suite("growthloop simulate · what a limit of memory leaves is compared with what a run needs")
struct MemoryLimitTests {
  static func plan(people: Int) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.behaviour.market.people = people
    return plan
  }

  @Test func `too little is refused before the run, with the number of workers that would do`()
    throws
  {
    let plan = Self.plan(people: 10_000_000)
    let work = Work(console: MemoryConsole(), total: 8)
    func room(for simulations: Int, and more: Int = 0) -> Machine.MemoryRoom {
      Machine.MemoryRoom(
        bytes: simulations * plan.memory.lowerBound + more, limit: "ulimit -v")
    }
    let one = #expect(throws: UnfitInput.self) {
      try work.checkMemory(for: [plan], atOnce: 2, in: room(for: 1, and: 1_000))
    }
    #expect(
      one?.description.hasSuffix(
        "write '--workers 1', raise the limit, or make 'market.people' smaller") == true)
    let none = #expect(throws: UnfitInput.self) {
      try work.checkMemory(for: [plan], atOnce: 1, in: room(for: 1, and: -1))
    }
    #expect(none?.description.contains("--workers") == false)
    try work.checkMemory(for: [plan], atOnce: 2, in: room(for: 2))
    // No more simulations run at once than there are.
    try Work(console: MemoryConsole(), total: 1)
      .checkMemory(for: [plan], atOnce: 8, in: room(for: 1))
  }

  @Test func `what may be too little is a warning, and what is enough none`() throws {
    let plan = Self.plan(people: 10_000_000)
    for (bytes, warns) in [
      (plan.memory.upperBound - 1, true), (plan.memory.upperBound, false),
    ] {
      let console = MemoryConsole()
      try Work(console: console, total: 1).checkMemory(
        for: [plan], atOnce: 1, in: Machine.MemoryRoom(bytes: bytes, limit: "the container"))
      #expect(console.complaints.contains("the container leaves") == warns)
    }
  }

  @Test func `a run takes no less than the least that it is said to need`() throws {
    let plan = Self.plan(people: 200_000)
    var run = try GrowthRun(plan, seed: 1)
    run.run()
    #expect(run.bytes.people + run.bytes.events >= plan.memory.lowerBound)
  }

  @Test func `the largest market is refused where 'ulimit -v' leaves too little for its people`()
    throws
  {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      #"ulimit -v 900000; exec "$0" simulate --set market.people=200_000_000 --replications 1"#,
      MemoryConsole().tool,
    ]
    let complaints = Pipe()
    process.standardError = complaints
    process.standardOutput = FileHandle.nullDevice
    try process.run(minutesAtMost: 10)
    let words = String(
      decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == ExitCode.badInput.rawValue, "\(words)")
    #expect(words.contains("one simulation needs at least 802 MB"), "\(words)")
    #expect(words.contains("and ulimit -v leaves "), "\(words)")
  }
}
