import Foundation
import GrowthloopReports
@testable import growthloop
import TestConsole
import Testing

@Suite("growthloop merge · parts of a run, and the bytes of one run", .timeLimit(.minutes(60)))
struct MergeCommandTests {
  /// Runs replications of a small market, and returns what came of them.
  private static func simulated(_ command: [String], _ options: String...) async -> Outcome {
    await growthloopOnThread(command + smallMarket + options)
  }

  /// Changes a file of a part, and its digest, as only someone does who means to.
  private static func change(
    _ part: String, _ name: String, _ change: (String) throws -> String
  ) throws {
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(part)/\(name)", encoding: .utf8)
    }
    try Data(change(text(name)).utf8).write(to: URL(filePath: "\(part)/\(name)"))
    let record = try ["replications.jsonl", "run.json"].map { ResultFile($0, try text($0)) }
    try ResultFolder(path: part).write([Digests.file(of: record)])
  }

  private static let commands = [
    ["simulate", "--dashboard", "7"],
    ["simulate", "--until", "sends.recipients=1000%"],
    ["compare", "defaults", "prompts.lifetimeMax=5", "--metrics", "k"],
    ["sweep", "--vary", "prompts.lifetimeMax=1,3", "--metrics", "sends"],
  ]

  /// The files of a run, without the one that has its duration.
  private static func files(of folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name != "about.json" {
      files[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
    }
    return files
  }

  @Test(arguments: commands)
  func `whatever the parts and their order, it writes and prints the bytes of one run`(
    command: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    let whole = await Self.simulated(
      command, "--replications", "12", "--out", "\(folder.path)/whole", "--workers", "2")
    #expect(whole.code == .success)
    for part in ["9..12", "1..1", "2..8"] {
      let outcome = await Self.simulated(
        command, "--replications", part, "--out", "\(folder.path)/\(part)", "--workers", "1")
      #expect(outcome.code == .success, "\(outcome.complaints)")
    }
    let parts = ["2..8", "9..12", "1..1"].map { "\(folder.path)/\($0)" }
    let merged = await growthloopOnThread(
      ["merge"] + parts + ["--out", "\(folder.path)/merged"])
    #expect(merged.code == .success, "\(merged.complaints)")
    #expect(merged.output == whole.output)
    let files = try Self.files(of: "\(folder.path)/merged")
    #expect(files == (try Self.files(of: "\(folder.path)/whole")) && files.count > 3)
  }

  /// From sixteen replications on inputs are ranked, by runs of their own.
  @Test(arguments: [["simulate"], ["compare", "defaults", "prompts.lifetimeMax=5"]])
  func `inputs are ranked in the merge as in one run`(command: [String]) async throws {
    let folder = try TemporaryFolder()
    let whole = await Self.simulated(command, "--replications", "16", "--workers", "2")
    #expect(whole.output.contains("and most on "))
    for part in ["1..9", "10..16"] {
      _ = await Self.simulated(
        command, "--replications", part, "--out", "\(folder.path)/\(part)")
    }
    let merged = await growthloopOnThread(
      ["merge", "\(folder.path)/1..9", "\(folder.path)/10..16", "--workers", "1"])
    #expect(merged.output == whole.output)
    for words in [["--replications", "15"], ["--replications", "16", "--no-ranking"]] {
      let plain = await growthloopOnThread(command + smallMarket + words)
      #expect(!plain.output.contains("and most on "))
    }
  }

  @Test func `gates that would go on do so, from the parts`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "gated.yaml",
      """
      title: a gate that is never decided
      replications: 2
      mostReplications: 8
      gates:
        - sends.recipients > 394

      """)
    let whole = await Self.simulated(["simulate", file], "--replications", "4", "--json")
    _ = await Self.simulated(
      ["simulate", file], "--replications", "1..4", "--out", "\(folder.path)/part")
    #expect(whole.output.contains("\"replications\" : 8,"))
    let merged = await growthloopOnThread(["merge", "\(folder.path)/part", "--json"])
    #expect(merged.output == whole.output && merged.code == whole.code)
  }

  @Test func `--from takes what is there, and computes the rest`() async throws {
    let folder = try TemporaryFolder()
    let whole = await Self.simulated(["simulate"], "--replications", "4")
    _ = await Self.simulated(["simulate"], "--replications", "2..3", "--out", "\(folder.path)/part")
    let rest = await Self.simulated(
      ["simulate"], "--replications", "4", "--from", "\(folder.path)/part")
    #expect(rest.output == whole.output && rest.code == whole.code)
  }

  @Test func `a part that is missing, doubled, foreign, of a run or of nothing is named`()
    async throws
  {
    let folder = try TemporaryFolder()
    for (part, name) in [("1..2", "a"), ("5..6", "b"), ("2..4", "c")] {
      _ = await Self.simulated(
        ["simulate"], "--replications", part, "--out", "\(folder.path)/\(name)")
    }
    for (name, change) in [
      ("seed", ["--seed", "9"]), ("change", ["--set", "prompts.lifetimeMax=1"]),
    ] {
      _ = await Self.simulated(
        ["simulate"] + change, "--replications", "3..4", "--out", "\(folder.path)/\(name)")
    }
    _ = await Self.simulated(["simulate"], "--replications", "2", "--out", "\(folder.path)/run")
    func complaints(_ names: String...) async -> String {
      let outcome = await growthloopOnThread(["merge"] + names.map { "\(folder.path)/\($0)" })
      #expect(outcome.code == .badInput && outcome.output == "")
      return outcome.complaints
    }
    let missing = await complaints("b", "a")
    #expect(missing.contains("replications 3 to 4: missing; compute them by growthloop simulate"))
    #expect(missing.contains("--replications 3..4 --out PART"))
    #expect(await complaints("b").contains("replications 1 to 4: missing"))
    let doubled = await complaints("a", "b", "c")
    #expect(doubled.contains("replication 2: in both"))
    #expect(doubled.contains("'\(folder.path)/a' and '\(folder.path)/c'"))
    for name in ["seed", "change"] {
      #expect(
        await complaints("a", name, "b").contains(
          "'\(folder.path)/\(name)' is a part of another run than '\(folder.path)/a'"))
    }
    let several = await complaints("run", "nowhere")
    #expect(several.contains("'\(folder.path)/run' is no part of a run"))
    #expect(several.contains("'\(folder.path)/nowhere' has no run.json"))
  }

  @Test(arguments: [
    ("\"events\":", "\"evnts\":"), ("\"number\":1", "\"number\":7"), ("\"plan\":0", "\"plan\":1"),
    ("\"rules\":{", "\"rules\":{\"x\":1,"), ("\"readings\":[", "\"readings\":[[1,2],"),
    ("\"days\":[", "\"days\":[1,"), ("}\n{", "}\n"), ("{\"credit\"", "\n"),
  ])
  func `a damaged part is named with its line, and is no crash`(from: String, to: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let part = "\(folder.path)/part"
    _ = await Self.simulated(["simulate"], "--replications", "1..2", "--out", part)
    try Self.change(part, "replications.jsonl") { lines in
      let place = try #require(lines.ranges(of: from).last)
      return lines.replacingCharacters(in: place, with: to)
    }
    let outcome = await growthloopOnThread(["merge", part])
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("\(part)/replications.jsonl:"))
    #expect(outcome.complaints.contains("run the part again"))
  }

  /// Every digit of both files: one that goes unnoticed makes another result of it.
  @Test func `a part with any digit changed is damaged, and so is one without its digests`()
    async throws
  {
    let folder = try TemporaryFolder()
    let part = "\(folder.path)/part"
    _ = await Self.simulated(["simulate"], "--replications", "1..1", "--out", part)
    for name in ["replications.jsonl", "run.json"] {
      let text = Array(try folder.text("part/\(name)").utf8)
      let digits = text.indices.filter { (0x30...0x39).contains(text[$0]) }
      #expect(digits.count > 20)
      for place in digits.enumerated().filter({ $0.offset % (digits.count / 20) == 0 }) {
        var changed = text
        changed[place.element] = text[place.element] == UInt8(ascii: "7") ? 0x38 : 0x37
        _ = try folder.write("part/\(name)", String(decoding: changed, as: UTF8.self))
        for words in [["merge", part], ["simulate", "--from", part, "--replications", "2"]] {
          let outcome = run(words + (words[0] == "merge" ? [] : smallMarket), [])
          #expect(outcome.code == .badInput && outcome.output == "")
          #expect(outcome.complaints.contains("\(part)"), "\(outcome.complaints)")
        }
      }
      _ = try folder.write("part/\(name)", String(decoding: text, as: UTF8.self))
    }
    try FileManager.default.removeItem(atPath: "\(part)/SHA256SUMS")
    let outcome = growthloop("merge", part)
    #expect(outcome.code == .badInput)
    #expect(
      outcome.complaints
        == "growthloop: \(part)/SHA256SUMS: it is missing: copy the whole folder\n")
  }

  @Test func `a number that no replication has is refused, whatever the digest says`()
    async throws
  {
    let folder = try TemporaryFolder()
    let part = "\(folder.path)/part"
    _ = await Self.simulated(["simulate"], "--replications", "1..1", "--out", part)
    let lines = try folder.text("part/replications.jsonl")
    for number in ["1e308", "-1e308", "1e17", "9223372036854775807", "-1"] {
      // Below zero no count of a rule can be, but a metric may.
      let pattern = number == "-1" ? /-\d+":(\d+)/ : /[\[,:](\d+(?:\.\d+)?)(?=[\],}])/
      let places = lines.matches(of: pattern).map { $0.1.startIndex..<$0.1.endIndex }
      try #require(places.count > 8)
      for place in places.enumerated().filter({ $0.offset % (places.count / 8) == 0 }) {
        try Self.change(part, "replications.jsonl") { _ in
          lines.replacingCharacters(in: place.element, with: number)
        }
        let outcome = run(["merge", part], [])
        #expect(outcome.code == .badInput, "\(number) for \(lines[place.element])")
        #expect(outcome.complaints.contains("\(part)/replications.jsonl:"))
      }
    }
  }

  /// Options that another machine could misuse.
  private static let foreign = [
    "--events=victim", "--funnel=victim", "--out=victim", "-o=victim", "--posterior=victim",
    "--from=victim", "--help", "--json", "--replications=3", "--no-such-option",
  ]

  @Test func `a part's command line has no option that names a file, nor any of its own`()
    async throws
  {
    let folder = try TemporaryFolder()
    let part = "\(folder.path)/part"
    _ = await Self.simulated(["simulate"], "--replications", "2..2", "--out", part)
    let victim = try folder.write("victim", "untouched")
    let head = try folder.text("part/run.json")
    for option in Self.foreign.map({ $0.replacing("victim", with: victim) }) {
      try Self.change(part, "run.json") { _ in
        head.replacing("\"simulate\",", with: "\"simulate\", \"\(option)\",")
      }
      let outcome = run(["merge", part], [])
      #expect(outcome.code == .badInput && outcome.output == "")
      #expect(
        outcome.complaints == "growthloop: \(part)/run.json: run[1]: '\(option)' is not allowed "
          + "there: run the part again\n")
    }
    #expect(try folder.text("victim") == "untouched")
  }

  @Test(arguments: [
    "\"from\" : 0", "\"from\" : -9223372036854775808", "\"from\" : 3", "\"to\" : 100001",
    "\"run\" : []",
  ])
  func `a head with impossible numbers is no crash`(field: String) async throws {
    let folder = try TemporaryFolder()
    let part = "\(folder.path)/part"
    _ = await Self.simulated(["simulate"], "--replications", "1..2", "--out", part)
    let key = field.prefix { $0 != " " }
    try Self.change(part, "run.json") { head in
      let place = try #require(
        head.firstRange(of: try Regex("\(key) : ([0-9]+|\\[[^\\]]*\\])")))
      return head.replacingCharacters(in: place, with: field)
    }
    let outcome = await growthloopOnThread(["merge", part])
    #expect(outcome.code == .badInput && outcome.complaints.contains("names no replications"))
  }

  @Test(arguments: [
    (["--replications", "5..4", "--out", "x"], "must be FROM..TO"),
    (["--replications", "0..4", "--out", "x"], "must be FROM..TO"),
    (["--replications", "1..100001", "--out", "x"], "must be FROM..TO"),
    (["--replications", "a..b", "--out", "x"], "must be FROM..TO"),
    (["--replications", "1..2"], "a part of a run goes to a folder"),
    (["--replications", "1..2", "--out", "x", "--json"], "'--json' is of no use to a part"),
    (["--replications", "1..2", "--out", "x", "--events", "y"], "'--events' is of no use"),
    (["--replications", "1..2", "--out", "x", "--funnel", "y"], "'--funnel' is of no use"),
    (["--replications", "1..2", "--out", "x", "--posterior", "y"], "'--posterior' is of no use"),
    (["--replications", "1..2", "--out", "x", "--from", "y"], "'--from' is of no use"),
  ])
  func `what no part can be is refused`(words: [String], said: String) {
    let outcome = run(["simulate"] + words, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains(said))
  }

  @Test func `Ctrl-C keeps the replications that are done, and says which are missing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let part = "\(folder.path)/part"
    let outcome = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let console = PatientConsole(until: "3")
        let code = Growthloop.run(
          ["simulate"] + smallMarket + ["--replications", "1..1000", "--out", part], on: console)
        continuation.resume(
          returning: Outcome(code: code, output: console.output, complaints: console.complaints))
      }
    }
    #expect(outcome.code == .interrupted)
    #expect(outcome.complaints.contains(" to 1000"))
    let merged = await growthloopOnThread(["merge", part, "--json"])
    let count = try folder.text("part/replications.jsonl").split(separator: "\n").count
    #expect(count > 0 && count < 1_000)
    #expect(merged.output.contains("\"replications\" : \(count),"))
  }

  @Test func `a report of a part says what to do with it`() async throws {
    let folder = try TemporaryFolder()
    let part = "\(folder.path)/part"
    _ = await Self.simulated(["simulate"], "--replications", "1..1", "--out", part)
    let report = growthloop("report", part)
    #expect(report.complaints.contains("'growthloop merge' joins parts"))
    let other = await Self.simulated(["simulate"], "--replications", "2", "--out", part)
    #expect(other.code == .usage && other.complaints.contains("has a run of 'part'"))
  }
}
