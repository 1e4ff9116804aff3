import Foundation
import GrowthloopReports
@testable import growthloop
import GrowthloopFindings
import TestSupport
import Testing

@Suite("Where results cannot go is known before the run")
struct ResultPlaceTests {
  private static let scenarios = packageFolder.appending(path: "scenarios").path

  /// Commands that take long, and that nobody waits for here.
  static let commands = [
    ["load", "\(scenarios)/load/resolve-200ms.yaml"], ["simulate"],
    ["gate", "\(scenarios)/launch-readiness.yaml"],
    ["rehearse", "\(scenarios)/rehearsals/launch.yaml"],
    ["contacts", "\(scenarios)/contacts/10k.yaml"],
    ["regress", "--baseline", "no-such-revision", "\(scenarios)/load/resolve-200ms.yaml"],
  ]

  private static func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }

  @Test(arguments: commands)
  func `a name that is too long is told at once, and leaves nothing`(_ command: [String]) throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/runs/\(String(repeating: "a", count: 300))"
    let outcome = run(command + ["--out", out], [])
    #expect(outcome.code == .inputOutput)
    #expect(
      outcome.complaints.hasSuffix(
        "growthloop: cannot write the results to '\(out)': "
          + "a name of 300 bytes is too long, 255 are the most; choose a shorter one\n"),
      "\(outcome.complaints)")
    #expect(outcome.output == "")
    #expect(try Self.names(folder.path) == [])
  }

  @Test func `a path that is too long is told as well`() throws {
    let folder = try TemporaryFolder()
    let out = folder.path + String(repeating: "/abcdefghi", count: 400)
    let outcome = growthloop("simulate", "--out", out)
    #expect(outcome.code == .inputOutput)
    #expect(outcome.complaints.contains("': the path has \(out.utf8.count) bytes, and 3795 are"))
    #expect(try Self.names(folder.path) == [])
  }

  @Test func `the longest name that the file system takes can be had`() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "ä", count: 127) + "a"
    try ResultFolder(path: "\(folder.path)/\(name)").write([ResultFile("a.csv", "x")])
    #expect(try Self.names(folder.path) == [name])
    let other = String(repeating: "b", count: 255)
    do {
      let whole = try AtomicFolder("\(folder.path)/\(other)")
      try whole.write(StageOutput.of(("a.csv", "x")))
      try whole.finish()
    }
    #expect(try Self.names(folder.path).sorted() == [other, name].sorted())
  }

  @Test func `a history that cannot be written is told before anything is measured`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/\(String(repeating: "a", count: 300)).jsonl"
    let words = ["regress", "--baseline", "no-such-revision", Self.commands[0][1]]
    let outcome = run(words + ["--record", file, "--at", "2026-11-21"], [])
    #expect(outcome.code == .inputOutput)
    #expect(
      outcome.complaints == "growthloop: cannot write the measurement to '\(file)': "
        + "a name of 306 bytes is too long, 255 are the most; choose a shorter one\n")
  }
}
