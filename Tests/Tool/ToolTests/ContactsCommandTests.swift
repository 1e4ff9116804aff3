import Foundation
import GrowthloopReports
import TestConsole
import Testing

@testable import growthloop

@Suite("growthloop contacts")
struct ContactsCommandTests {
  private static func plan(_ text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "plan-\(UUID()).yaml")
    try Data(("plan: contacts\ntitle: Small\nsizes: [40]\nrounds: 3\nsearches: 8\n" + text).utf8)
      .write(to: file)
    return file.path
  }

  @Test(arguments: [
    ("gates: [frame max < 600s]", ExitCode.success), ("gates: [frame max < 1ns]", .gateMissed),
    ("", .success),
  ])
  func `the exit code tells whether the gates are kept`(gates: String, code: ExitCode) throws {
    let console = MemoryConsole()
    #expect(Growthloop.run(["contacts", try Self.plan(gates)], on: console) == code)
    #expect(console.output.contains("keystroke of a search"))
    #expect(console.output.contains(code == .gateMissed ? "missed" : "raw p99"))
  }

  @Test func `a seed is an option here as everywhere`() throws {
    let path = try Self.plan("")
    let (option, key) = (MemoryConsole(), MemoryConsole())
    #expect(Growthloop.run(["contacts", path, "--seed", "7", "--json"], on: option) == .success)
    #expect(Growthloop.run(["contacts", path, "--set", "seed=7", "--json"], on: key) == .success)
    #expect(option.output.contains("\"seed\" : 7"))
    #expect(key.output.contains("\"seed\" : 7"))
  }

  @Test func `a bad plan is told with every mistake`() throws {
    let console = MemoryConsole()
    let path = try Self.plan("gates: [frame p99 > 1ms]\nhome: 7\n")
    #expect(Growthloop.run(["contacts", path], on: console) == .badInput)
    #expect(console.complaints.contains(":6:9: error: 'gates[0]' must be a gate such as"))
    #expect(console.complaints.contains(":7:7: error: 'home'"))
  }

  @Test func `a folder of results has every time and every gate`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID())")
    let path = try Self.plan("gates: [frame max < 600s]")
    let console = MemoryConsole()
    #expect(
      Growthloop.run(["contacts", path, "--out", folder.path, "--json"], on: console) == .success)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      files == [
        "junit.xml", "latency.hlog", "metrics.prom", "report.html", "run.json", "summary.md",
        "times.csv",
      ])
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    #expect(try text("junit.xml").contains("<testcase name=\"frame max &lt; 600s\""))
    let metrics = try text("metrics.prom")
    #expect(metrics.contains("growthloop_contacts_seconds_bucket{operation=\"keystroke-40\",le="))
    #expect(metrics.contains("growthloop_gate{stage=\"Small\",gate=\"frame max < 600s\""))
    let run = try String(contentsOf: folder.appending(path: "run.json"), encoding: .utf8)
    #expect(run == console.output && run.contains(#""verdict" : "kept""#))
    let log = try String(contentsOf: folder.appending(path: "latency.hlog"), encoding: .utf8)
    #expect(log.contains("Tag=keystroke-40,"))
  }

  @Test func `a plan can be checked, and has a schema`() throws {
    let console = MemoryConsole()
    let path = try Self.plan("")
    #expect(Growthloop.run(["check", path], on: console) == .success)
    #expect(Growthloop.run(["schema", "--plan", "contacts"], on: console) == .success)
    #expect(console.output.contains("sameHousehold"))
    #expect(Growthloop.run(["schema", "--plan", "loads"], on: console) == .usage)
    #expect(Growthloop.run(["contacts"], on: console) == .usage)
  }
}
