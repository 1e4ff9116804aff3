import GrowthloopContacts
import GrowthloopFindings
import Foundation
import Testing

@testable import GrowthloopPlans

@Suite("Plans of contacts")
struct ContactPlanTests {
  private static let head = "plan: contacts\ntitle: x\n"

  private func read(_ text: String) throws(DiagnosticList) -> ScenarioOutcome<ContactPlan> {
    try ScenarioReader(
      ContactPlan.self,
      loader: SourceLoader { _, _ throws(SourceLoader.Unreadable) in
        throw SourceLoader.Unreadable("no file is at hand")
      }
    ).read(SourceText(name: "plan.yaml", text: text))
  }

  private func mistakes(_ text: String) -> String {
    do throws(DiagnosticList) {
      return "\(try read(text).warnings)"
    } catch {
      return "\(error)"
    }
  }

  private static func bundled() throws -> ContactPlan {
    try ScenarioReader(ContactPlan.self, loader: .disk())
      .read(file: Bundled.folder.appending(path: "contacts/10k.yaml").path).value
  }

  @Test(arguments: [
    ("HPF-01", "interactive p99 < 500ms"), ("HPF-02", "frame p99 < 16.67ms"),
    ("HPF-03", "keystroke p99 < 100ms"), ("HPF-04", "sections p99 < 200ms"),
    ("HPF-05", "sync p99 < 3s"),
    ("HPF-01", "launch p99 < budget"), ("HPF-03", "find p99 < budget"),
    ("HPF-05", "refresh p99 < budget"),
  ])
  func `HPF-01, HPF-02, HPF-03, HPF-04, HPF-05 · the plan holds the budgets of home`(
    row: String, gate: String
  ) throws {
    try expectBundled(gate, for: row)
  }

  @Test(arguments: [
    ("D-PCK-02", "picker p99 < 300ms at 500"), ("D-PCK-08", "picker p99 < 500ms at 5_000"),
    ("D-BUD-02", "picker p99 < 300ms at 500"), ("D-BUD-02", "picker p99 < 500ms at 5_000"),
    ("D-ENT-02", "entry p99 < 300ms at 5_000"), ("D-BUD-01", "entry p99 < 300ms at 5_000"),
    ("D-SUC-02", "success p99 < 200ms"), ("D-BUD-04", "success p99 < 200ms"),
  ])
  func `D-PCK-02, D-PCK-08, D-ENT-02, D-SUC-02, D-BUD-01, D-BUD-02, D-BUD-04 · and of the picker`(
    row: String, gate: String
  ) throws {
    try expectBundled(gate, for: row)
  }

  private func expectBundled(_ gate: String, for row: String) throws {
    let plan = try Self.bundled()
    #expect(plan.gatesInForce.contains(try #require(ContactGate(gate))), "\(row)")
    #expect(plan.sizes == [500, 5_000, 10_000, 50_000, 100_000])
  }

  @Test func `a plan says so, and is no scenario`() {
    let disk = SourceLoader.disk()
    #expect(disk.planKind(Bundled.folder.appending(path: "contacts/10k.yaml").path) == "contacts")
    #expect(disk.planKind(Bundled.folder.appending(path: Bundled.baseline).path) == nil)
    #expect(disk.planKind("there/is/no/such.yaml") == nil)
  }

  @Test func `every mistake is told at once, each with its place`() {
    let text = mistakes(
      Self.head + """
        sizes: [10, none]
        rounds: 0
        gates:
          - stroke p99 < 1ms
          - keystroke p99 < 1
        mix: {duplicate: 3%}
        """)
    for place in ["3:13", "4:9", "6:5", "7:5", "8:7"] {
      #expect(text.contains("plan.yaml:\(place): error"), "\(place)")
    }
    #expect(text.contains("did you mean duplicates?"))
    #expect(text.contains("interactive, page, keystroke"))
  }

  @Test func `what contradicts itself is told where it stands`() {
    let gate = mistakes(Self.head + "sizes: [500]\ngates: [frame p99 < 1ms at 501]\n")
    #expect(
      gate.contains(
        "plan.yaml:4:8: warning: 'gates' has 1 that is left out, for no book has that size: "
          + "frame p99 < 1ms at 501"))
    #expect(mistakes(Self.head + "language: no such\n").contains("'language' must be the tag"))
    #expect(mistakes(Self.head + "home: XX\n").contains("'home' must be the ISO code"))
  }

  @Test func `gates of sizes that no book has are told in one warning`() {
    let gates = "[frame p99 < 1ms at 501, frame p99 < 1ms, sync p99 < 9ms at 502]"
    let told = mistakes(Self.head + "sizes: [500]\ngates: \(gates)\n")
    #expect(told.components(separatedBy: "warning:").count == 2)
    #expect(told.contains("has 2 that are left out"))
    #expect(told.contains("frame p99 < 1ms at 501; sync p99 < 9ms at 502"))
  }

  @Test func `the reference page reads as the defaults`() throws {
    let page = ReferencePage.text(of: ContactPlan.self)
    let plan = try read(Self.head + page).value
    var expected = ContactPlan()
    expected.title = "x"
    #expect(plan == expected)
  }

  @Test func `editors take the bundled plan`() throws {
    let schema = JSONSchema.document(ContactPlan.self, titled: "x", meaning: "x")
    let source = SourceText(name: "plan", text: try Bundled.text("contacts/10k.yaml"))
    let node = try #require(YAMLReader.read(source, within: YAMLLimits(), noting: Findings()))
    #expect(SchemaCheck(root: schema).faults(in: node) == [])
  }
}
