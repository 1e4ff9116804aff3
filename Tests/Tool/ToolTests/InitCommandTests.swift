import Foundation
import GrowthloopReports
import TestConsole
import Testing

@testable import growthloop

@Suite("growthloop init")
struct InitCommandTests {
  @Test func `the file that it writes can be checked and simulated`() async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let written = growthloop("init", file, "--people", "2_000", "--title", "Our \"loop\": first")
    #expect(written.code == .success, "\(written.complaints)")
    #expect(growthloop("check", file).code == .success)
    let run = await growthloopOnThread(
      ["simulate", file, "--set", "days=20", "--replications", "2", "--metrics", "k"])
    #expect(run.code == .success, "\(run.complaints)")
    #expect(run.output.hasPrefix("Our \"loop\": first\n"))
  }

  @Test func `what it teaches as a comment is true when it is switched on`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    _ = growthloop("init", file)
    let text = try folder.text("mine.yaml")
    // Keys follow their '#' at once, or after two blanks where they stand within another.
    let switched = try folder.write("on.yaml", text.replacing(/\n#(?=[a-z]|  )/, with: "\n"))
    let outcome = growthloop("check", switched)
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(text.contains("#policy:") && text.contains("#gates:"))
  }

  @Test(arguments: ["messenger", "photo", "marketplace", "utility", "saas"])
  func `a template writes a team's own numbers, each with a source or assumed`(name: String) throws
  {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let written = growthloop(
      "init", file, "--template", name, "--actives", "3_000", "--share", "8%", "--tap", "35%",
      "--retention", "1:35%,7:15%,30:8%")
    #expect(written.code == .success, "\(written.complaints)")
    let checked = growthloop("check", file, "--parameters")
    #expect(checked.code == .success, "\(checked.complaints)")
    #expect(checked.output.contains("use.retention.7") && checked.complaints.isEmpty)
    let text = try folder.text("mine.yaml")
    #expect(text.contains("members.active: {value: 3_000, source: \"our own numbers\"}"))
    #expect(text.contains("sends.senderShare: {value: 8%, source: \"our own numbers\"}"))
    #expect(text.contains("people: 60_000\n"), "twenty times the actives")
    #expect(text.contains("    30: {value: 8%, source: \"our own numbers\", grade: A}\n"))
    #expect(text.contains("assumed"))
    #expect(text.contains("message: {recipients: {tap: 38.5%}}"), "a tenth more than 35%")
    // It says as well what an experiment and a rollout are of.
    let plan = try folder.write(
      "gate.yaml",
      """
      plan: gate
      title: x
      stages: {test: {kind: experiment, file: mine.yaml}, ramp: {kind: rollout, file: mine.yaml}}

      """)
    let both = growthloop("check", plan)
    #expect(both.code == .success, "\(both.output)\(both.complaints)")
    // What the template says by itself passes as well.
    let own = "\(folder.path)/own.yaml"
    #expect(growthloop("init", own, "--template", name).code == .success)
    let ownCheck = growthloop("check", own)
    #expect(ownCheck.code == .success && ownCheck.complaints.isEmpty, "\(ownCheck.complaints)")
    #expect(
      try folder.text("own.yaml").contains("  link.maxAcceptances: none\n"),
      "a share sends one link to several people")
  }

  @Test(arguments: [(actives: "400", replications: 100), ("4_000", 50), ("40_000", 10)])
  func `the more people a product has, the fewer replications its experiment asks for`(
    actives: String, replications: Int
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let written = growthloop("init", file, "--template", "photo", "--actives", actives)
    #expect(written.code == .success, "\(written.complaints)")
    #expect(try folder.text("mine.yaml").contains("replications: \(replications)"))
  }

  @Test func `a funnel gives the numbers between its stages, each with its count`() throws {
    let folder = try TemporaryFolder()
    let funnel = try folder.write(
      "last-month.csv",
      "stage;count\nshared;1200\nsent;4100\ntapped;1500\nlaunched;300\nonboarded;240\n")
    let file = "\(folder.path)/mine.yaml"
    let written = growthloop(
      "init", file, "--template", "saas", "--funnel", funnel, "--install", "25%", "--actives", "3k")
    #expect(written.code == .success, "\(written.complaints)")
    let text = try folder.text("mine.yaml")
    #expect(
      text.contains("tap: {value: 36.59%, source: \"our own numbers: last-month.csv\", of: 4100}"))
    #expect(text.contains("recipients: {value: 3.42, source"))
    #expect(text.contains("onboarding.completion: {value: 80.00%, source"))
    #expect(text.contains("install: {value: 25%, source: \"our own numbers\", grade: A}"))
    #expect(text.contains("people: 60_000\n"))
    let checked = growthloop("check", file)
    #expect(checked.code == .success && checked.complaints.isEmpty, "\(checked.complaints)")
  }

  @Test func `a number that is typed with its count has that count's interval`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let written = growthloop(
      "init", file, "--template", "photo", "--tap", "35% of 41_200", "--install", "0.2of  14k",
      "--organic-per-day", "300 of 28", "--retention", "1:35% of 9000, 7: 15%")
    #expect(written.code == .success, "\(written.complaints)")
    let text = try folder.text("mine.yaml")
    for number in [
      "tap: {value: 35%, source: \"our own numbers\", of: 41_200}",
      "install: {value: 0.2, source: \"our own numbers\", of: 14_000}",
      "organicPerDay: {value: 300, source: \"our own numbers\", of: 28}",
      "1: {value: 35%, source: \"our own numbers\", of: 9000}",
      "7: {value: 15%, source: \"our own numbers\", grade: A}",
      "message: {recipients: {tap: 38.5%}}",
    ] {
      #expect(text.contains(number), "\(number)")
    }
    let checked = growthloop("check", file)
    #expect(checked.code == .success && checked.complaints.isEmpty, "\(checked.complaints)")
  }

  @Test(arguments: [
    (["--actives", "20.000"], "'--actives 20.000' has a mark for thousands: write 20_000"),
    (["--share", "8"], "'--share 8' is more than everybody: write 8%"),
    (["--actives", "20,000"], "write 20_000"), (["--people", "1.200.000"], "write 1_200_000"),
    (
      ["--tap", "35%of"],
      "'--tap 35%of' must be a number, such as 35%, or a number and its count, such as 35% of 41_200"
    ),
    (["--tap", "35% of 41,200"], "or a number and its count, such as 35% of 41_200"),
    (["--install", "7_000 of 20_000"], "such as 20% of 14_000"),
    (["--retention", "7:15% of many"], "such as 1:35% of 9_000"),
    (["--share", "8% of 20_000"], "has a count, of which a scenario makes no use: write 8%"),
    (["--retention", "1:35%,:"], "such as 1:35%,7:15%, not '1:35%,:'"),
    (["--retention", "35%"], "'--retention' needs a day before each share, such as 1:35%,7:15%"),
  ])
  func `an answer that a file would take for another is refused by its option`(
    words: [String], remedy: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/own.yaml"
    let outcome = growthloop(
      "init", "-o", file, "--template", "photo", words[0], words[1])
    #expect(outcome.code == .usage && outcome.complaints.contains(remedy), "\(outcome.complaints)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: [
    (
      ["--people", "1000", "--actives", "500_000"],
      "'--actives 500_000' is more than '--people 1000': write at most 1000 actives, or more people"
    ),
    (
      ["--people", "1000"],
      "the 20_000 active members that the template assumes: give '--actives' as well, at most 1000"
    ),
    (["--retention", "1:35%,7:60%"], "^ write at most 35%, or more for day 1"),
  ])
  func `numbers that cannot be together are refused at once, with a remedy`(
    words: [String], remedy: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/own.yaml"
    let outcome = run(["init", file, "--template", "photo"] + words, [])
    #expect(outcome.code != .success)
    #expect(outcome.complaints.contains(remedy), "\(outcome.complaints)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: [
    ("stage,count\nsent,4,100\n", "write numbers without marks"),
    ("stage,count\ntaped,10\n", "did you mean 'tapped'?"),
    ("stage,count\nsent,1.200\n", "write 1200"),
    ("stage,n\nsent,12\n", "write stage,count"),
    ("stage,count\nsent,10\ntapped,12\n", "12 taps of 10 invites"),
    ("stage,count\nsent,10\n", "no two stages that follow each other"),
  ])
  func `a slip in a funnel is named with a remedy, and leaves no file`(
    table: String, words: String
  ) throws {
    let folder = try TemporaryFolder()
    let funnel = try folder.write("funnel.csv", table)
    let file = "\(folder.path)/mine.yaml"
    let outcome = growthloop("init", file, "--template", "photo", "--funnel", funnel)
    #expect(outcome.code != .success)
    #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `parts bring settings, and a date says whether members have lived with the loop`()
    throws
  {
    let folder = try TemporaryFolder()
    func text(_ words: String...) throws -> String {
      let file = "\(folder.path)/\(UUID().uuidString).yaml"
      let written = run(["init", file, "--template", "photo"] + words, [])
      try #require(written.code == .success, "\(written.complaints)")
      let checked = growthloop("check", file)
      #expect(checked.code == .success && checked.complaints.isEmpty, "\(checked.complaints)")
      return try String(contentsOfFile: file, encoding: .utf8)
    }
    let all = try text("--parts", "contacts, home,code", "--since", "2020-02-05")
    for words in [
      "flow.entryOpens: picker", "prompts.surface: homeCard", "dropAtAccount: {value: 25%",
      "seedsAre: warm", "start: 20",
    ] {
      #expect(all.contains(words), "\(words)")
    }
    let launch = try text("--parts", "none", "--since", "2090-02-03")
    #expect(launch.contains("seedsAre: cold") && launch.contains("start: 2090-01-30T00:00:00Z"))
    #expect(!launch.contains("flow.entryOpens") && !launch.contains("firstRun:"))
    let unknown = growthloop("init", "none.yaml", "--template", "photo", "--parts", "contact")
    #expect(unknown.complaints.contains("did you mean 'contacts'"))
    let duplicates = growthloop("init", "none.yaml", "--template", "photo", "--parts", "duplicates")
    #expect(duplicates.complaints.contains("only Rin's rules know duplicates"))
    let year = growthloop("init", "none.yaml", "--template", "photo", "--since", "2025")
    #expect(year.complaints.contains("a date such as 2025-03-01"))
  }

  @Test func `on a terminal it asks for the numbers of a product`() throws {
    let folder = try TemporaryFolder()
    let console = AskedConsole(
      "Ours\n12_000\n\n7%\n\n\n20% of 1_500\n\n1:30%,7:10%\nlast May\n2020-02-05\n")
    let file = "\(folder.path)/mine.yaml"
    #expect(Growthloop.run(["init", file, "--template", "utility"], on: console) == .success)
    let text = try folder.text("mine.yaml")
    #expect(text.contains("members.active: {value: 12_000, source"))
    #expect(
      text.contains("senderShare: {value: 7%, source") && text.contains("tap: 30%  # assumed"))
    #expect(text.contains("    7: {value: 10%, source: \"our own numbers\", grade: A}\n"))
    #expect(text.contains("install: {value: 20%, source: \"our own numbers\", of: 1500}"))
    #expect(text.contains("seedsAre: warm"), "what was no date is asked for again")
    #expect(console.output.contains("the share of recipients who tap (default: 30%): "))
    #expect(console.output.contains("were counted, add the count: 35% of 41_200.\n"))
  }

  @Test func `on a terminal the kind of product comes first, and a slip is asked again`() throws {
    let folder = try TemporaryFolder()
    let console = AskedConsole("phto\nphoto\nOurs\n\n300/day\n300\n\n\n0.35%\n\n\n\n")
    let file = "\(folder.path)/mine.yaml"
    #expect(Growthloop.run(["init", file], on: console) == .success, "\(console.complaints)")
    #expect(console.complaints.contains("did you mean 'photo'"))
    #expect(console.complaints.contains("'arrivals.organicPerDay' must be"))
    #expect(try folder.text("mine.yaml").contains("organicPerDay: {value: 300, source"))
    // Its source is the team, so that nothing warns of it later.
    #expect(console.complaints.contains("'recipients.tap' is 0.35%, and"), "\(console.complaints)")
  }

  @Test(arguments: [["--people", "many"], ["--template", "photo", "--tap", "much"]])
  func `on a terminal a wrong option is an error, and no question without an end`(
    _ words: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let console = AskedConsole(words.contains("photo") ? "Ours\n3k\n" : "rin\nOurs\n\n")
    let code = Growthloop.run(["init", folder.path + "/mine.yaml"] + words, on: console)
    #expect(code == .badInput, "\(console.complaints)")
    #expect(console.complaints.contains("'\(words.last ?? "")'"), "\(console.complaints)")
  }

  @Test func `a template that there is none of is refused, and so is a number without one`() {
    let unknown = growthloop("init", "none.yaml", "--template", "phto")
    #expect(unknown.code == .usage && unknown.complaints.contains("did you mean 'photo'"))
    let alone = growthloop("init", "none.yaml", "--share", "8%")
    #expect(alone.code == .usage && alone.complaints.contains("'--share' needs a template"))
  }

  @Test func `a file that exists stays as it is`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("mine.yaml", "title: Mine\n")
    let outcome = growthloop("init", file)
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("exists and stays as it is"))
    #expect(try folder.text("mine.yaml") == "title: Mine\n")
  }

  @Test func `a wrong answer is an error with its place, and leaves no file`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let outcome = growthloop("init", file, "--people", "many")
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("'market.people' must be a whole number"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a wrong number of a product has the place of its option`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let outcome = growthloop("init", file, "--template", "photo", "--tap", "35%/41_200")
    #expect(outcome.code == .badInput && !outcome.complaints.contains("mine.yaml:"))
    #expect(
      outcome.complaints.contains("--tap 35%/41_200: error: 'recipients.tap' must be"),
      "\(outcome.complaints)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `on a terminal it asks for what no option gives`() throws {
    let folder = try TemporaryFolder()
    let console = AskedConsole("Our loop\n\n5_000\n\n\n30\n")
    let file = "\(folder.path)/mine.yaml"
    #expect(Growthloop.run(["init", file, "--profile", "design"], on: console) == .success)
    let text = try folder.text("mine.yaml")
    #expect(text.contains("title: \"Our loop\"\n") && text.contains("profile: design\n"))
    #expect(text.contains("people: 10_000\n"), "an empty line takes the default")
    #expect(text.contains("seeds: 5_000\n") && text.contains("days: 90\n"))
    #expect(!console.output.contains("the rules: "), "what an option gives is not asked for")
  }
}

/// A console at which someone types.
private final class AskedConsole: MemoryConsole {
  init(_ typed: String) { super.init(Array(typed.utf8)) }

  override var inputIsTerminal: Bool { true }
}
