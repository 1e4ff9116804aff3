import Testing
import GrowthloopFindings

@Suite("TextTable · columns that fit the terminal")
struct TextTableTests {
  private static let table = TextTable(
    header: ["metric", "95% interval", "unit"],
    rows: [
      ["k.month", "0.00836 to 0.0520", "credited newcomers per member"], ["k", "> 0.500", "ratio"],
    ])

  @Test func `without a terminal a table is as wide as its words`() {
    #expect(
      Self.table.description == """
        metric   95% interval       unit
        ───────  ─────────────────  ─────────────────────────────
        k.month  0.00836 to 0.0520  credited newcomers per member
        k        > 0.500            ratio

        """)
  }

  @Test func `in a narrow terminal the widest columns break, between words`() {
    let text = Self.table.text(in: TextForm(width: 40, hasColour: false))
    #expect(
      text == """
        metric   95% interval    unit
        ───────  ──────────────  ───────────────
        k.month  0.00836 to      credited
                 0.0520          newcomers per
                                 member
        k        > 0.500         ratio

        """)
  }

  @Test(arguments: 20...90)
  func `no line is longer than the terminal, or than the longest words need`(width: Int) {
    let lines = Self.table.text(in: TextForm(width: width, hasColour: false)).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= max(width, 29) })
    #expect(lines.contains { $0.contains("> 0.500") }, "a short cell stays whole")
  }

  @Test func `a wide terminal changes nothing`() {
    #expect(
      Self.table.text(in: TextForm(width: 200, hasColour: false)) == Self.table.description)
  }

  @Test func `colour adds codes and takes no room`() {
    let plain = TextForm(width: 40, hasColour: false)
    let inked = Self.table.text(in: TextForm(width: 40, hasColour: true)) { cell in
      cell == "ratio" ? .good : nil
    }
    #expect(inked.contains("\u{1B}[32mratio\u{1B}[0m"))
    #expect(inked.replacing(/\u{1B}\[\d+m/, with: "") == Self.table.text(in: plain))
  }
}

@Suite("TextForm · what a file says never controls the terminal")
struct PrintableTextTests {
  @Test func `control characters become their pictures`() {
    let title = "a\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\rb\tc\nd"
    #expect(TextForm.plain.printable(title) == "a␛]0;owned␇␛[2J\u{FFFD}31m␍b\tc\nd")
    #expect(TextForm.plain.printable("Ā naïve café – ∞") == "Ā naïve café – ∞")
  }

  @Test func `inks pass where there is colour, and nothing else does`() {
    let form = TextForm(width: 80, hasColour: true)
    let painted = form.painted("kept", .good)
    #expect(form.printable(painted) == painted)
    #expect(TextForm.plain.printable(painted) == "␛[32mkept␛[0m")
    #expect(form.printable("\u{1B}[8mhidden") == "␛[8mhidden")
  }
}
