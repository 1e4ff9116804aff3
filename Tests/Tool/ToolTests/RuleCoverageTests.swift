import GrowthloopStudies
import Foundation
import Profiles
import GrowthloopReports
import TestSupport
import Testing
import Vocabulary

@testable import growthloop

@Suite("The catalogue · its rows, the rules that decide them, the tests that name them")
struct RuleCoverageTests {
  private static var tests: String {
    packageFolder.appending(path: "Tests").path
  }

  private static let coverage = Result { try RuleCoverage(tests: tests) }

  @Test func `every row is named by a test, or left out with a reason`() throws {
    let coverage = try Self.coverage.get()
    #expect(coverage.rows.count == 1_231)
    #expect(Set(coverage.rows.map(\.id)).count == coverage.rows.count)
    #expect(coverage.uncovered.map(\.id) == [])
  }

  @Test func `what is left out is a row that no test names`() throws {
    let coverage = try Self.coverage.get()
    #expect(coverage.stale.map(\.id) == [])
    #expect(Set(coverage.leftOut.map(\.id)).count == coverage.leftOut.count)
  }

  @Test func `no test names a row that the catalogue does not have, and no rule does`() throws {
    let coverage = try Self.coverage.get()
    #expect(coverage.unknown == [])
    let rows = Set(coverage.rows.map(\.id))
    let systems = Set(coverage.rows.map(\.id.system))
    #expect(
      RuleBook.all.map(\.id).filter { systems.contains($0.system) && !rows.contains($0) } == [])
  }

  @Test func `every row about a measure is answered by a metric, or not with its reason`() throws {
    let rows = try Self.coverage.get().rows
    let measures = Set(rows.filter { $0.kind == "metric" }.map(\.id.description))
    let answered = Set(Metric.all.flatMap(\.answers))
    let unanswered = Metric.unanswered.map(\.id)
    #expect(Set(unanswered).count == unanswered.count)
    #expect(measures.subtracting(answered).subtracting(unanswered) == [])
  }

  @Test func `titles are those of suites, of tests and of functions with a quoted name`() {
    let source = """
      @Suite("Prompts · XYZ-17")
      struct PromptTests {
        // `XYZ-18` and "XYZ-19" stand in no title.
        @Test(
          "XYZ-01, P-XYZ-02 · the first")
        func first() {}
        @Test(arguments: [1, 2]) func `D-XYZ-04 · and (UVW-01) the rest`(_ number: Int) {}
      }
      """
    #expect(
      TestTitles.titles(in: source)
        == ["Prompts · XYZ-17", "XYZ-01, P-XYZ-02 · the first", "D-XYZ-04 · and (UVW-01) the rest"])
    var titles = TestTitles()
    titles.add(source, file: "A.swift")
    #expect(
      titles.byRow.keys.sorted().map(\.description)
        == ["D-XYZ-04", "P-XYZ-02", "UVW-01", "XYZ-01", "XYZ-17"])
    #expect(titles.byRow["XYZ-17"] == [.init(title: "Prompts · XYZ-17", file: "A.swift")])
  }

  @Test func `the command counts, and names the tests of one row`() {
    let counted = growthloop("rules", "--coverage", "--tests", Self.tests)
    #expect(counted.code == .success)
    #expect(counted.output.contains("1231 rows"))
    #expect(counted.output.contains("a review by lawyers"))
    let one = growthloop("rules", "ATT-05", "--coverage", "--tests", Self.tests)
    #expect(one.output.contains("Tests/Rules/AttributionTests/Credit/ConflictTests.swift"))
    let none = growthloop("rules", "ATT-99", "--coverage", "--tests", Self.tests)
    #expect(none.code == .usage)
    #expect(none.complaints.contains("no document has a row 'ATT-99'"))
  }

  @Test func `lists with mistakes are refused, with every place`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Rules"), withIntermediateDirectories: true)
    let missing = growthloop("rules", "--coverage", "--tests", folder.path)
    #expect(missing.code == .badInput)
    #expect(missing.complaints.contains("rows.tsv' is not there"))
    try "id\tkind\tdocument\nPRM-01\trule\trin\nPRM\trule\trin\n".write(
      to: folder.appending(path: "Rules/rows.tsv"), atomically: true, encoding: .utf8)
    try "id\tcause\treason\nPRM-01\twhim\tno\nPRM-02\tpaper\n".write(
      to: folder.appending(path: "Rules/left-out.tsv"), atomically: true, encoding: .utf8)
    let refused = growthloop("rules", "--coverage", "--tests", folder.path).complaints
    #expect(refused.contains("rows.tsv:3: 'PRM' is no id of a row"))
    #expect(refused.contains("left-out.tsv:2: 'whim' is no cause"))
    #expect(refused.contains("left-out.tsv:3: needs id, cause, reason"))
  }
}
