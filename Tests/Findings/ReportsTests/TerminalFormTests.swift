import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

@Suite("Terminal · what a report looks like there")
struct TerminalFormTests {
  private static let report = Report(
    "A loop", question: "Does it carry, and how far, and for how long?",
    command: "growthloop simulate a-rather-long-name-of-a-scenario.yaml --seed 1",
    sections: [
      Section(
        "Gates", anchor: "gates",
        [
          .table(
            Table(
              ["gate", ""], [["k > 0.5", "missed"], ["k > 0", "kept"], ["k > 1", "undecided"]])),
          .disclosure("3 assumptions", [.paragraph("a, b and c")]),
        ])
    ])

  @Test func `without a terminal nothing is coloured, broken or unfolded`() {
    #expect(
      Self.report.text == """
        A loop

        Does it carry, and how far, and for how long?

        Gates:

        gate
        ───────  ─────────
        k > 0.5  missed
        k > 0    kept
        k > 1    undecided

        3 assumptions

        Reproduce with: growthloop simulate a-rather-long-name-of-a-scenario.yaml --seed 1

        """)
  }

  @Test func `what is behind a disclosure comes when it is asked for`() {
    let text = Self.report.text(in: .plain, unfolded: true)
    #expect(text.contains("3 assumptions\n\na, b and c\n"))
  }

  @Test func `verdicts have their colours, and words break at the edge`() {
    let text = Self.report.text(in: TextForm(width: 30, hasColour: true))
    #expect(text.contains("\u{1B}[31mmissed\u{1B}[0m"))
    #expect(text.contains("\u{1B}[32mkept\u{1B}[0m"))
    #expect(text.contains("\u{1B}[33mundecided\u{1B}[0m"))
    #expect(text.contains("Does it carry, and how far,\nand for how long?"))
    #expect(
      text.contains("Reproduce with: growthloop simulate a-rather"), "a command stays in one line")
  }
}
