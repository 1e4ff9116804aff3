import GrowthloopFindings
import Foundation
import Profiles
import Prompts
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Extends · a what-if that changes only a few lines")
struct ExtendsTests {
  static let base = """
    title: Rinbury
    policy:
      prompts.lifetimeMax: 5
      prompts.minContacts: 12
    seeds: [1, 2]
    harbour: {boats: 12, depth: 7}
    click: {value: 30%, source: Extole, grade: B}
    delay: {median: 2h, sigma: 2, source: AppsFlyer, grade: A}

    """

  @Test func `the upper file wins, key by key`() throws {
    let text = """
      extends: base.yaml
      policy:
        prompts.lifetimeMax: 7
      seeds: [9]
      harbour:
        boats: 13
      """
    let outcome = try readTown(text, beside: ["base.yaml": Self.base])
    let town = outcome.value
    #expect(town.title == "Rinbury")
    #expect(town.profile.prompts.lifetimeMax == 7)
    #expect(town.profile.prompts.minContacts == 12)
    #expect(town.seeds == [9])
    #expect(town.harbour == Harbour(boats: 13, depth: 7))
    #expect(outcome.source(of: "click") == "B Extole")
  }

  @Test func `evidence speaks only for the value that it came with`() throws {
    func town(_ lines: String) throws -> ScenarioOutcome<Town> {
      try readTown("extends: base.yaml\n" + lines, beside: ["base.yaml": Self.base])
    }
    for line in ["click: {value: 20%}", "click: 20%"] {
      #expect(try town(line).value.click == 0.2)
      #expect(try town(line).source(of: "click") == "- nobody")
    }
    func delay(_ lines: String, _ median: Interval, _ source: String) throws {
      let outcome = try town(lines)
      #expect(outcome.value.delay == Wait(median: median, sigma: 2))
      #expect(outcome.source(of: "delay") == source)
    }
    try delay("delay: {median: 3h}", .hours(3), "- nobody")
    try delay("delay: {source: a talk, grade: C}", .hours(2), "C a talk")
    try delay("delay:", .hours(2), "A AppsFlyer")
    // Back to the default, on which the default's evidence speaks again.
    #expect(try town("click: 0.15").source(of: "click") == "A Extole benchmarks")
  }

  @Test func `a mistake points into the file that makes it`() {
    let told = mistakes(
      in: "extends: base.yaml\npeople: 3\n",
      beside: ["base.yaml": "title: x\nharbour: {boats: none}\nclick: 3\n"])
    #expect(
      told == """
        base.yaml:2:18: error: 'harbour.boats' must be a whole number of at least 0, not 'none'
            harbour: {boats: none}
                             ^ write 10_000 or 10k
        base.yaml:3:8: error: 'click' must be a share such as 30% or 0.3, not '3'
            click: 3
                   ^ write 3%
        town.yaml:2:9: error: 'people' must be a whole number from 10 to 1_000_000, not '3'
            people: 3
                    ^ write at least 10
        """)
  }

  @Test(arguments: [
    (
      "extends: bsae.yaml\n", [:],
      """
      town.yaml:1:10: error: 'bsae.yaml' cannot be read: there is no such file
          extends: bsae.yaml
                   ^ the path is relative to this file
      """
    ),
    (
      "extends: /etc/shadow\n", ["/etc/shadow": "root:secret\n"],
      """
      town.yaml:1:10: error: '/etc/shadow' is no scenario: its name must end in .yaml or .yml
          extends: /etc/shadow
                   ^ the path is relative to this file
      """
    ),
    (
      "extends: [a.yaml]\n", [:],
      """
      town.yaml:1:10: error: 'extends' must be the path of a scenario, not a list
          extends: [a.yaml]
                   ^ write the path of one file, relative to this one
      """
    ),
    (
      "extends: a.yaml\n", ["a.yaml": "extends: b.yaml\n", "b.yaml": "extends: a.yaml\n"],
      """
      b.yaml:1:10: error: 'a.yaml' extends itself: town.yaml → a.yaml → b.yaml → a.yaml
          extends: a.yaml
                   ^
      """
    ),
    (
      "extends: a.yaml\n", ["a.yaml": "title: [\n"],
      """
      a.yaml:2:1: error: a value is missing
      """
    ),
  ])
  func `what cannot be extended is told`(text: String, files: [String: String], told: String) {
    #expect(mistakes(in: text, beside: files) == told)
  }

  @Test func `eight files may stand behind one, and no more`() throws {
    var files = ["8.yaml": "title: far\n"]
    for number in 1...7 { files["\(number).yaml"] = "extends: \(number + 1).yaml\n" }
    #expect(try readTown("extends: 1.yaml\n", beside: files).value.title == "far")
    files["8.yaml"] = "extends: 9.yaml\n"
    files["9.yaml"] = "title: farther\n"
    #expect(
      mistakes(in: "extends: 1.yaml\n", beside: files) == """
        8.yaml:1:10: error: more than 8 files extend each other: town.yaml → 1.yaml → 2.yaml → \
        3.yaml → 4.yaml → 5.yaml → 6.yaml → 7.yaml → 8.yaml → 9.yaml
            extends: 9.yaml
                     ^
        """)
  }

  @Test(arguments: [
    ("base.yaml", "scenarios/summer.yaml", "scenarios/base.yaml"),
    ("./base.yaml", "summer.yaml", "base.yaml"),
    ("../base.yaml", "scenarios/what-if/summer.yaml", "scenarios/base.yaml"),
    ("../../base.yaml", "scenarios/summer.yaml", "../base.yaml"),
    ("/srv//base.yaml", "scenarios/summer.yaml", "/srv/base.yaml"),
    ("a/../b.yaml", "/srv/summer.yaml", "/srv/b.yaml"),
  ])
  func `a path is relative to the file that names it`(name: String, from: String, path: String) {
    #expect(SourceLoader.resolved(name, from: from) == path)
  }

  @Test func `files are read from disk, and only files`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "growthloop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path(percentEncoded: false)
    }
    _ = try write("title: on disk\n", "base.yaml")
    let summer = try write("extends: ./base.yaml\npeople: 30\n", "summer.yaml")
    var limits = YAMLLimits()
    limits.bytes = 40
    let long = try write("title: '" + String(repeating: "x", count: 100) + "'", "long.yaml")
    let reader = ScenarioReader(Town.self, loader: .disk(limits), limits: limits)
    #expect(try reader.read(file: summer).value.title == "on disk")

    func told(_ file: String) -> String {
      let error = #expect(throws: DiagnosticList.self) { try reader.read(file: file) }
      return (error?.description ?? "").split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(told(long) == "\(long):1:1: error: the file has more than 40 bytes")
    let nowhere = "/nowhere/town.yaml"
    let path = folder.path(percentEncoded: false)
    #expect(
      told(nowhere)
        == "\(nowhere): error: the file cannot be read: there is no such file")
    #expect(told(path) == "\(path): error: the file cannot be read: it is a folder")
    #expect(
      told("/dev/null") == "/dev/null: error: the file cannot be read: it is not a regular file")
  }
}
