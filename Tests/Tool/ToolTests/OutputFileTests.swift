import Foundation
@testable import growthloop
import GrowthloopReports
import TestConsole
import Testing

@Suite("What a command writes takes the place of no other file", .timeLimit(.minutes(60)))
struct OutputFileTests {
  private static let outputs = ["--events", "--funnel"]

  private static func simulate(_ words: String...) async -> Outcome {
    await growthloopOnThread(["simulate"] + words + market + ["--replications", "1"])
  }

  private static let market = [
    "--set", "market.people=300", "--set", "arrivals.seeds=100", "--set", "days=4",
  ]

  private static func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: target)
  }

  private static func target(ofLink name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: name)
  }

  @Test(arguments: outputs)
  func `what a run reads is not overwritten: its scenario, its base, its draws`(option: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let base = try folder.write("base.yaml", "title: A base\n")
    let own = try folder.write("own.yaml", "extends: base.yaml\ntitle: Its own\n")
    let draws = try folder.write("draws.csv", "sharing.visit\n5%\n6%\n")
    try Self.link("\(folder.path)/again", to: folder.path)
    for path in [base, own, draws, "\(folder.path)/again/own.yaml"] {
      let outcome = await Self.simulate(own, "--posterior", draws, option, path)
      #expect(outcome.code == .inputOutput)
      #expect(outcome.complaints.hasSuffix("to '\(path)': this run reads it\n"))
    }
    #expect(try folder.text("own.yaml").hasPrefix("extends: base.yaml"))
    #expect(try folder.text("base.yaml") == "title: A base\n")
    #expect(try folder.text("draws.csv").hasPrefix("sharing.visit\n"))
  }

  @Test(arguments: outputs)
  func `a run's own record is not overwritten, and another option's file is not`(option: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/out"
    for (name, isLate) in [("run.json", false), ("report.html", false), ("metrics.csv", true)] {
      let outcome = await Self.simulate("--out", out, option, "\(out)/./\(name)")
      #expect(outcome.code == .inputOutput)
      #expect(
        outcome.complaints.hasSuffix("/\(name)': this run writes its results there\n"),
        "\(outcome.complaints)")
      #expect(outcome.output.isEmpty != isLate)
    }
    #expect(try folder.text("out/metrics.csv").hasPrefix("metric,"))
    let both = "\(folder.path)/both"
    let outcome = await Self.simulate("--events", both, "--funnel", both)
    #expect(outcome.code == .inputOutput)
    #expect(outcome.complaints.hasSuffix("another option names it as well\n"))
  }

  @Test(arguments: outputs)
  func `a link to a file or to nothing stays, and so does the file`(option: String) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("victim", "untouched")
    for target in ["victim", "nothing"] {
      let name = "\(folder.path)/to-\(target)"
      try Self.link(name, to: target)
      let outcome = await Self.simulate(option, name)
      #expect(outcome.code == .inputOutput && outcome.output == "")
      #expect(outcome.complaints.contains("to '\(name)': it is a symbolic link"))
      #expect(try Self.target(ofLink: name) == target)
    }
    #expect(try folder.text("victim") == "untouched")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/nothing"))
  }

  @Test(arguments: outputs)
  func `a device is written in place, also by a link`(option: String) async throws {
    let folder = try TemporaryFolder()
    let name = "\(folder.path)/full"
    try Self.link(name, to: "/dev/full")
    let full = await Self.simulate(option, name)
    #expect(full.code == .inputOutput)
    #expect(full.complaints.hasSuffix("to '\(name)': no space left on device\n"))
    #expect(try Self.target(ofLink: name) == "/dev/full")
    let null = await Self.simulate(option, "/dev/null")
    #expect(null.code == .success, "\(null.complaints)")
    let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(kind as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test(arguments: outputs)
  func `a pipe receives what a file would, and stays a pipe`(option: String) async throws {
    let folder = try TemporaryFolder()
    let (pipe, file) = ("\(folder.path)/pipe", "\(folder.path)/file")
    let failure = unsafe mkfifo(pipe, 0o600)
    try #require(failure == 0)
    // Opened for both directions, a pipe waits for nobody.
    let reader = try FileHandle(forUpdating: URL(filePath: pipe))
    async let received = Self.everything(from: reader, until: "end\n")
    let outcome = await Self.simulate(option, pipe)
    try reader.write(contentsOf: Data("end\n".utf8))
    #expect(outcome.code == .success, "\(outcome.complaints)")
    _ = await Self.simulate(option, file)
    #expect(await received == (try folder.text("file")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  /// Reads on a thread of its own, before that text.
  private static func everything(from reader: FileHandle, until end: String) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while !text.hasSuffix(end) { text += String(decoding: reader.availableData, as: UTF8.self) }
        continuation.resume(returning: String(text.dropLast(end.count)))
      }
    }
  }

  @Test func `a file that is there is replaced, keeps who may read it, and may be protected`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write("events.jsonl", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    #expect(await Self.simulate("--events", file).code == .success)
    #expect(try folder.text("events.jsonl").hasPrefix("{"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test func `results replace plain files alone, and this is known before the run`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("victim", "untouched")
    for name in ["run.json", "report.html"] {
      let out = "\(folder.path)/\(name)-out"
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
      try Self.link("\(out)/\(name)", to: "\(folder.path)/victim")
      let outcome = await Self.simulate("--out", out)
      #expect(outcome.code == .inputOutput && outcome.output == "")
      #expect(
        outcome.complaints.contains("cannot write '\(name)' to '\(out)': it is a symbolic link"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: out) == [name])
    }
    let late = "\(folder.path)/late"
    try FileManager.default.createDirectory(atPath: late, withIntermediateDirectories: false)
    let failure = unsafe mkfifo("\(late)/metrics.csv", 0o600)
    try #require(failure == 0)
    let outcome = await Self.simulate("--out", late)
    #expect(outcome.code == .inputOutput)
    #expect(outcome.complaints.contains("'metrics.csv' to '\(late)': it is a device or a pipe"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: late) == ["metrics.csv"])
    #expect(try folder.text("victim") == "untouched")
  }

  @Test func `a history, a first scenario and a page replace no link`() async throws {
    let folder = try TemporaryFolder()
    let (out, link) = ("\(folder.path)/out", "\(folder.path)/link")
    #expect(await Self.simulate("--out", out).code == .success)
    try Self.link(link, to: "nothing")
    for words in [
      ["history", "add", out, link, "--at", "2026-11-21"], ["init", link],
      ["report", out, "--out", link], ["simulate", "--out", link],
    ] {
      let outcome = run(words, [])
      #expect(outcome.code == .inputOutput, "\(words)")
      #expect(outcome.complaints.contains("symbolic link"), "\(outcome.complaints)")
      #expect(try Self.target(ofLink: link) == "nothing")
    }
  }

  @Test func `two runs cannot write to one folder at a time, and the second is told`() async throws
  {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/runs/out"
    do {
      let first = try FolderLock(out)
      for words in [["--out", out], ["--replications", "1..2", "-o", out]] {
        let second = await growthloopOnThread(["simulate"] + words + Self.market)
        #expect(second.code == .inputOutput && second.output == "")
        #expect(
          second.complaints == "growthloop: cannot write the results to '\(out)': another run "
            + "writes to it; wait for its end, or name another folder\n")
      }
      withExtendedLifetime(first) {}
    }
    // Nothing was written, and nothing is left.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(await Self.simulate("--out", out).code == .success)
    #expect(await Self.simulate("--out", out).code == .success)
  }

  @Test func `of runs that begin together one writes, and its files are of one run`() async throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/out"
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for seed in 1...4 {
        group.addTask { await Self.simulate("--seed", "\(seed)", "--out", out) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.contains { $0.code == .success })
    #expect(outcomes.allSatisfy { [.success, .inputOutput].contains($0.code) })
    let seed = try #require(try folder.text("out/run.json").firstMatch(of: /"seed" : (\d+)/)?.1)
    #expect(try folder.text("out/summary.md").contains("--seed \(seed) "))
    #expect(try folder.text("out/about.json").contains("\"\(seed)\""))
  }
}
