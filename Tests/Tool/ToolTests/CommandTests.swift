import Foundation
import GrowthloopFindings
import Profiles
import GrowthloopReports
import TestConsole
import TestSupport
import Testing
import Vocabulary

@testable import growthloop

@Suite("growthloop · the command line", .timeLimit(.minutes(60)))
struct CommandTests {
  @Test func `help names every command, and each command helps with itself`() {
    let help = growthloop("--help")
    #expect(help.code == .success)
    for command in Growthloop.tool.commands {
      #expect(help.output.contains("  \(command.name)"))
      let own = growthloop(command.name, "--help")
      #expect(own.code == .success)
      #expect(own.output.contains("growthloop \(command.name)"))
      #expect(own.output == growthloop("help", command.name).output)
    }
  }

  @Test func `the first screen of help has the eight commands to begin with`() {
    let screen = growthloop("--help").output.split(separator: "\n").prefix(20)
    for name in [
      "init", "simulate", "compare", "sweep", "solve", "experiment", "load", "gate",
    ] {
      #expect(screen.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  @Test func `a usage line begins with its command, and names only options that are declared`() {
    for command in Growthloop.tool.commands {
      #expect(!command.manual.usage.isEmpty, "\(command.name)")
      let declared = command.manual.options.map(\.name)
      for line in command.manual.usage {
        #expect(line.hasPrefix(command.name))
        for option in line.matches(of: #/--[a-z-]+/#).map({ String($0.output) }) {
          #expect(option == "--help" || declared.contains(option), "\(line): \(option)")
        }
      }
    }
  }

  @Test(arguments: [
    (["decode"], "unknown command 'decode'; did you mean 'decide'?"),
    (["decide"], "missing SUBJECT: one of prompts, attribution"),
    (["decide", "prompt"], "unknown subject 'prompt'; did you mean 'prompts'?"),
    (
      ["decide", "prompts", "--prfile", "x"], "unknown option '--prfile'; did you mean '--profile'?"
    ),
    (["decide", "prompts", "--profile"], "'--profile' needs a value"),
    (
      ["decide", "prompts", "--profile", "rinn"],
      "unknown profile 'rinn'; did you mean 'rin'?; known: rin, product, design"
    ),
    (
      ["decide", "prompts", "--profile", "rin", "--profile", "rin"],
      "'--profile' is given 2 times; once is enough"
    ),
    (["decide", "prompts", "extra"], "unexpected argument 'extra'"),
    (["decide", "prompts", "--example=1"], "'--example' takes no value"),
    (
      ["decide", "prompts", "--set", "lifetimeMax"],
      "'--set lifetimeMax' must be KEY=VALUE, such as prompts.lifetimeMax=5"
    ),
    (
      ["decide", "prompts", "--set", "prompts.lifetimMax=5"],
      "unknown setting 'prompts.lifetimMax'; did you mean 'prompts.lifetimeMax'?"
    ),
    (
      ["decide", "prompts", "--set", "prompts.lifetimeMax=many"],
      "'prompts.lifetimeMax' must be a whole number of at least 0, or none, not 'many'"
    ),
    (["rules", "PRM-71"], "no rule 'PRM-71' is decided here; did you mean 'PRM-01'?"),
    (["profiles", "promts"], "no setting begins with 'promts'; did you mean 'prompts'?"),
    (
      ["bench", "kernel", "--help"],
      "benchmarks run in a tool of their own, 'growthloop-bench'; 'make bench' builds it"
    ),
  ])
  func `a command line that cannot be followed is told what would be right`(
    arguments: [String], complaint: String
  ) {
    let outcome = run(arguments, [])
    #expect(outcome.code == .usage)
    #expect(outcome.output == "")
    #expect(outcome.complaints.hasPrefix("growthloop: \(complaint)"), "\(outcome.complaints)")
  }

  @Test func `all mistakes in the settings are told at once`() {
    let outcome = growthloop(
      "decide", "prompts", "--set", "foo=1", "--set", "prompts.minSession=0", "--set",
      "link.format=long")
    #expect(
      outcome.complaints == """
        growthloop: unknown setting 'foo'
        growthloop: 'prompts.minSession' must be a whole number of at least 1, not '0'
        growthloop: 'link.format' must be pathCode | signedQuery | shortPathCode, not 'long'
        Try 'growthloop decide --help'.

        """)
  }

  @Test func `settings that contradict each other are refused by name`() {
    let outcome = growthloop("decide", "prompts", "--set", "privacy.clickRetentionDays=3")
    #expect(outcome.code == .badInput)
    #expect(
      outcome.complaints == """
        growthloop: privacy.clickRetentionDays = 3 contradicts attribution.windowDays = 7: \
        a click must be kept for as long as it may earn credit: \
        set privacy.clickRetentionDays=7 as well

        """)
  }

  @Test func `what the brand rules out can be done on purpose`() {
    let sees = "visibility.inviterSees=sent, opened"
    #expect(growthloop("decide", "prompts", "--set", sees).code == .badInput)
    #expect(growthloop("decide", "prompts", "--deliberately", sees).code == .success)
  }
}

@Suite("growthloop profiles and rules", .timeLimit(.minutes(60)))
struct ProfilesAndRulesTests {
  @Test func `profiles prints the settings side by side, and marks where they differ`() {
    let outcome = growthloop("profiles", "landing")
    #expect(
      outcome.output == """
           setting                            rin           invite-friends-product  invite-friends-design  conflict
        ─  ─────────────────────────────────  ────────────  ──────────────────────  ─────────────────────  ────────
        ≠  landing.page                       generic       ogPersonalised          appStore               CNF-15
        ≠  landing.socialProofLine            off           on                      off                    CNF-15
           landing.previewFetchCountsAsClick  false         false                   false                  CNF-63
        ≠  landing.nonIOS                     genericPage*  emailCapture            appStore*              CNF-18

        4 settings; the profiles differ on 3.

        """)
  }

  @Test(arguments: [
    ("landing.socialProof", "1 setting; the profiles differ on it."),
    ("landing.preview", "1 setting; the profiles agree on it."),
    ("deferred", "3 settings; the profiles differ on none."),
  ])
  func `the last line of profiles counts in words`(prefix: String, words: String) {
    #expect(growthloop("profiles", prefix).lines.last == words)
  }

  @Test func `profiles prints the same facts as JSON`() throws {
    let outcome = growthloop("profiles", "--json")
    let document = try JSONParser.parse(Array(outcome.output.utf8))
    guard case .object(let root) = document, case .array(let settings)? = root["settings"] else {
      Issue.record("no list of settings")
      return
    }
    #expect(settings.count == Setting.all.count)
    #expect(outcome.output.contains(#""name" : "prompts.minIntervalDays""#))
  }

  @Test func `only the settings that differ are printed on demand`() {
    let outcome = growthloop("profiles", "--differing", "--json")
    #expect(outcome.output.contains(#""differs" : true"#))
    #expect(!outcome.output.contains(#""differs" : false"#))
  }

  @Test func `a rule is printed with the file that decides it`() {
    #expect(
      growthloop("rules", "prm-17").output == """
        PRM-17  Seven days lie between two prompts.
                decided in PromptPolicy.swift of module Prompts

        """)
    #expect(growthloop("rules", "P-PRM").lines.count(where: { $0.hasPrefix("P-PRM-") }) >= 7)
  }

  @Test func `every rule of the book is decided in a file that exists`() throws {
    let folder = packageFolder.appending(path: "Sources/Rules")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    let names = Set(
      files.compactMap { $0 as? String }.map { path in
        let parts = path.split(separator: "/")
        return "\(parts.first ?? "")/\(parts.last ?? "")"
      })
    for rule in RuleBook.all {
      #expect(names.contains(rule.place), "\(rule.id) stands in \(rule.place)")
      #expect(rule.meaning.count <= 120, "\(rule.id)")
      #expect(rule.meaning.last.map { ".?".contains($0) } == true, "\(rule.id)")
    }
    #expect(Set(RuleBook.all.map(\.id)).count == RuleBook.all.count, "each rule stands once")
  }

  @Test func `a file that reaches the limit of the process is a failure to write, and no signal`()
    throws
  {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"ulimit -f 1; exec "$0" profiles --json > "$1""#, MemoryConsole().tool,
      folder.path + "/out",
    ]
    let complaints = Pipe()
    process.standardError = complaints
    try process.run(minutesAtMost: 10)
    let words = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == ExitCode.inputOutput.rawValue)
    #expect(
      String(decoding: words, as: UTF8.self)
        == "growthloop: cannot write the output: File too large\n")
  }

  @Test func `an output that is closed is told, and no file of ours takes its place`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"exec "$0" profiles >&-"#, MemoryConsole().tool]
    let complaints = Pipe()
    process.standardError = complaints
    try process.run(minutesAtMost: 10)
    let told = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == ExitCode.inputOutput.rawValue)
    #expect(
      String(decoding: told, as: UTF8.self)
        == "growthloop: cannot write the output: Bad file descriptor\n")
  }
}
