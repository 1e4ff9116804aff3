import Testing

@Suite("Sources · how many lines stand twice")
struct RepetitionTests {
  /// The most pairs of places that share six lines or more.
  ///
  /// Three stand in the tools: two heaps and two calendars that are measured against each other, and
  /// two screens of `decide` that open in the same way. The other five are lists of names and no logic:
  /// the keys of `run.json` in two pairs of findings, the fields of a line of a story, and cases of two
  /// pairs of enumerations that are written in different places.
  private static let most = 8

  @Test func `few runs of six lines stand in two places`() throws {
    let repeated = RepeatedLines(in: try SourceTree(below: ["Sources"]))
    #expect(
      repeated.pairs.count <= Self.most,
      "\(repeated.pairs.count) pairs, more than \(Self.most):\n\(repeated.report)")
  }

  @Test func `a run is found once, at its full length, past blank lines and comments`() {
    let lines = (0..<8).map { "  let value\($0) = \($0)" }
    let plain = lines.joined(separator: "\n")
    let spaced = "import A\nstart()\n" + lines.joined(separator: "\n\n  // why\n  }\n  ")
    let repeated = RepeatedLines(
      in: SourceTree([
        SourceTree.File(path: "Sources/A.swift", text: plain),
        SourceTree.File(path: "Sources/B.swift", text: spaced),
      ]))
    #expect(repeated.report == "8 lines: Sources/A.swift:1-8 and Sources/B.swift:3-31")
  }

  @Test func `five lines are too few`() {
    let lines = (0..<5).map { "let value\($0) = \($0)" }.joined(separator: "\n")
    let repeated = RepeatedLines(
      in: SourceTree([
        SourceTree.File(path: "Sources/A.swift", text: lines + "\nlet one = 1"),
        SourceTree.File(path: "Sources/B.swift", text: lines + "\nlet two = 2"),
      ]))
    #expect(repeated.pairs.isEmpty)
  }
}
