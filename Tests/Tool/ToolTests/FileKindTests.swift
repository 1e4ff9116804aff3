import Foundation
import GrowthloopReports
import TestSupport
import Testing

@testable import growthloop

@Suite("A file of one kind, given to the command of another")
struct FileKindTests {
  static func bundled(_ name: String) -> String {
    packageFolder.appending(path: "scenarios/\(name).yaml").path
  }

  private static let plans = [
    (kind: "load", command: "load", file: bundled("load/mixed-day")),
    (kind: "contacts", command: "contacts", file: bundled("contacts/10k")),
    (kind: "gate", command: "gate", file: bundled("launch-readiness")),
    (kind: "rehearsal", command: "rehearse", file: bundled("rehearsals/launch")),
  ]

  /// The commands that run scenarios, with what they need besides.
  private static let simulating = [
    ["simulate"], ["explain", "--person", "1"], ["sweep", "--vary", "days=1,2"],
    ["compare", bundled("rin-baseline")],
  ]

  /// What a command says of a file; 'check' was asked for that.
  private static func told(by words: [String]) -> String {
    let outcome = run(words, [])
    return outcome.complaints + outcome.output
  }

  @Test func `a plan of another kind is told with its place and the command that runs it`() throws {
    for plan in Self.plans {
      let wanted =
        Self.plans.filter { $0.kind != plan.kind }.map {
          ([$0.command], "not a plan of the kind '\($0.kind)'")
        } + Self.simulating.map { ($0, "no scenario") }
      for (words, what) in wanted {
        let outcome = run(words + [plan.file], [])
        #expect(outcome.code == .badInput, "\(words)")
        let lines = outcome.complaints.split(separator: "\n")
        try #require(lines.count == 3, "\(outcome.complaints)")
        #expect(lines[0].hasPrefix("\(plan.file):"))
        #expect(lines[0].hasSuffix("error: this is a plan of the kind '\(plan.kind)', \(what)"))
        #expect(lines[2].hasSuffix("^ growthloop \(plan.command) runs it"))
      }
    }
  }

  @Test func `a scenario is told as one, and nothing else of it`() throws {
    let file = Self.bundled("rin-baseline")
    for plan in Self.plans {
      let outcome = growthloop(plan.command, file)
      #expect(outcome.code == .badInput)
      let lines = outcome.complaints.split(separator: "\n")
      try #require(lines.count == 3, "\(outcome.complaints)")
      #expect(
        lines[0].hasSuffix(
          "error: this is a scenario, not a plan of the kind '\(plan.kind)'"))
      #expect(lines[2].hasSuffix("^ growthloop simulate runs it"))
    }
  }

  @Test func `a plan that does not say its kind is told by its keys`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("plan.yaml", "title: A\nscenario: rin.yaml\nkills: 0\n")
    for command in ["simulate", "check"] {
      #expect(
        Self.told(by: [command, file]) == """
          \(file):1:1: error: this is a plan of the kind 'rehearsal' without the key 'plan'
              title: A
              ^ write plan: rehearsal, and growthloop rehearse runs it

          """)
    }
    #expect(
      growthloop("rehearse", file).complaints.contains("'plan' is missing: it must be rehearsal"))
    let typing = try folder.write("typing.yaml", "title: A\nscenario: rin.yaml\ndayz: 3\n")
    #expect(growthloop("simulate", typing).complaints.contains("'dayz'"))
  }

  @Test(arguments: [
    ("rehersal", "^ write rehearsal"), ("growth", "^ a scenario has no such key"),
    ("[load]", "^ a scenario has no such key"),
  ])
  func `a kind that there is not is told with those that there are`(kind: String, remedy: String)
    throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write("plan.yaml", "plan: \(kind)\ntitle: A\n")
    for command in ["simulate", "check", "regress"] {
      let words = command == "regress" ? ["regress", "--baseline", "/nowhere"] : [command]
      let lines = Self.told(by: words + [file]).split(separator: "\n")
      try #require(lines.count == 3, "\(lines)")
      #expect(
        lines[0].contains(
          "'plan' must be one of load, contacts, rehearsal, calibration, gate, not "))
      #expect(lines[2].hasSuffix(remedy))
    }
  }
}
