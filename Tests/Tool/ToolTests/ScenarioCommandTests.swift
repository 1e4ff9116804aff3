import Foundation
import GrowthloopFindings
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop check and schema")
struct ScenarioCommandTests {
  /// A folder with these files, as long as `body` runs.
  private func withFiles(
    _ files: [String: String], _ body: (_ path: (String) -> String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "growthloop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try body { folder.appending(path: $0).path(percentEncoded: false) }
  }

  @Test func `check says ok of each sound file, and tells the mistakes of the others`() throws {
    let files = [
      "sound.yaml": "title: x\n", "what-if.yaml": "extends: sound.yaml\nmarket: {people: 3k}\n",
      "odd.yaml": "title: x\nrecipients: {tap: {value: 30%, grade: B}}\n",
      "wrong.yaml": "extends: sound.yaml\nmarket:\n  peple: 10k\n",
    ]
    try withFiles(files) { path in
      let (sound, whatIf, odd) = (path("sound.yaml"), path("what-if.yaml"), path("odd.yaml"))
      let fine = growthloop("check", sound, whatIf)
      #expect(fine.output == "\(sound): ok\n\(whatIf): ok\n")
      #expect(fine.code == .success)
      // A doubt is told, and does not make a file wrong.
      let doubted = growthloop("check", odd)
      #expect(
        doubted.output == """
          \(odd):2:39: warning: 'recipients.tap.grade' is B, and no source is named
              recipients: {tap: {value: 30%, grade: B}}
                                                    ^ name the source, or write D
          \(odd): ok

          """)
      #expect(doubted.code == .success)
      let wrong = growthloop("check", path("wrong.yaml"), sound, path("none.yaml"))
      #expect(
        wrong.output == """
          \(path("wrong.yaml")):3:3: error: unknown key 'market.peple'
              peple: 10k
              ^ did you mean people?
          \(sound): ok
          \(path("none.yaml")): error: the file cannot be read: there is no such file

          """)
      #expect(wrong.code == .badInput)
    }
  }

  @Test func `a file that is not there is told with the one that was meant`() throws {
    try withFiles(["rin-baseline.yaml": "title: x\n", "rin-basis.csv": ""]) { path in
      let told = growthloop("check", path("rin-baselin.yaml")).output
      #expect(told.hasSuffix("there is no such file; did you mean 'rin-baseline.yaml'?\n"))
    }
  }

  @Test func `check takes changes, and tells mistakes in them where they stand`() throws {
    try withFiles(["sound.yaml": "title: x\n"]) { path in
      let sound = path("sound.yaml")
      let leaderboard = "gamification.leaderboard=on"
      #expect(growthloop("check", sound, "--set", "market.people=10M").code == .success)
      #expect(growthloop("check", sound, "--deliberately", leaderboard).code == .success)
      #expect(growthloop("check", sound, "--set", leaderboard).code == .badInput)
      #expect(
        growthloop("check", sound, "--set", "market.peple=3").output.contains(
          "--set market.peple=3: error: unknown key 'market.peple'"))
    }
  }

  @Test func `check as JSON names every place`() throws {
    try withFiles(["wrong.yaml": "title: x\nusee: 1\n", "sound.yaml": "title: x\n"]) { path in
      let outcome = growthloop("check", path("wrong.yaml"), path("sound.yaml"), "--json")
      #expect(outcome.code == .badInput)
      #expect(
        outcome.output == """
          {
            "files" : [
              {
                "diagnostics" : [
                  {
                    "column" : 1,
                    "endColumn" : 5,
                    "endLine" : 2,
                    "file" : "\(path("wrong.yaml"))",
                    "line" : 2,
                    "message" : "unknown key 'usee'",
                    "remedy" : "did you mean use?",
                    "severity" : "error"
                  }
                ],
                "file" : "\(path("wrong.yaml"))",
                "ok" : false,
                "untold" : 0
              },
              {
                "diagnostics" : [

                ],
                "file" : "\(path("sound.yaml"))",
                "ok" : true,
                "untold" : 0
              }
            ]
          }

          """)
    }
  }

  @Test func `check lists what the numbers rest on`() throws {
    try withFiles(["sound.yaml": "title: x\nrecipients: {tap: 30%}\n"]) { path in
      let lines = growthloop("check", path("sound.yaml"), "--parameters").lines
      #expect(
        lines.contains { $0.hasPrefix("   use.retention.1") && $0.contains("B      Adjust") })
      #expect(lines.contains { $0.hasPrefix("?  recipients.tap ") && $0.hasSuffix(" -") })
      let rows = lines.filter { $0.wholeMatch(of: #/[? ]  [a-zA-Z]+\..*/#) != nil }
      #expect(lines.last?.hasPrefix("\(rows.count) parameters, of which ") == true)
    }
  }

  @Test(arguments: [
    (["check"], "missing FILE: name one or more scenario files"),
    (["check", "a", "--set", "people"], "'--set people' must be KEY=VALUE"),
    (["check", "a", "--json", "--parameters"], "'--parameters' and '--json' exclude each other"),
    (
      ["schema", "--plan", "rehearse"],
      "there are no plans of 'rehearse'; did you mean 'rehearsal'?; there are calibration, contacts, gate, load, "
        + "rehearsal"
    ),
    (["schema", "x"], "unexpected argument 'x'"),
    (["schema", "--refrence"], "unknown option '--refrence'; did you mean '--reference'?"),
  ])
  func `a command line that cannot be followed is told`(arguments: [String], complaint: String) {
    let outcome = run(arguments, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.hasPrefix("growthloop: \(complaint)"), "\(outcome.complaints)")
  }

  @Test func `a plan has no parameters to be shown`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("plan.yaml", "plan: contacts\ntitle: A\n")
    #expect(growthloop("check", file, "--parameters").output == "\(file): ok\n")
  }

  @Test func `schema is a JSON document, and the reference a scenario`() throws {
    let schema = growthloop("schema")
    #expect(schema.code == .success)
    guard case .object(let members) = try JSONParser.parse(Array(schema.output.utf8)) else {
      Issue.record("no object")
      return
    }
    #expect(members["$schema"] == .text("https://json-schema.org/draft/2020-12/schema"))
    let reference = growthloop("schema", "--reference").output
    try withFiles(["all.yaml": "title: x\n" + reference]) { path in
      #expect(growthloop("check", path("all.yaml")).output == "\(path("all.yaml")): ok\n")
    }
  }
}
