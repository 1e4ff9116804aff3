import Statistics

extension SideBySide {
  /// From how many rows on the rest of a table is only there for who opens it.
  private static let mostFirst = 40

  /// Every figure of A beside that of B.
  var metrics: Section {
    let others = Dictionary(
      b.figures.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = a.figures.compactMap { figure in
      others[figure.key].map { Self.row(figure, $0) }
    }
    let table = Table(
      [
        "metric", .number("A"), .number("± 95%"), .number("B"), .number("± 95%"),
        .number("B less A"), "intervals", "unit",
      ], Array(rows.prefix(Self.mostFirst)))
    let rest = Table(table.columns, Array(rows.dropFirst(Self.mostFirst)))
    let words =
      "Where intervals overlap, luck alone may make the difference; where they are apart, it hardly "
      + "can. Two runs that share their luck can be told apart more sharply: growthloop compare does "
      + "it for simulations, growthloop regress for services."
    return Section(
      "Metrics", anchor: "metrics",
      [.paragraph(words), .table(table)]
        + (rest.rows.isEmpty ? [] : [.disclosure("\(rest.rows.count) more", [.table(rest)])]))
  }

  private static func row(_ a: Figure, _ b: Figure) -> [String] {
    let style = a.measure.style
    let difference = a.measure.value.flatMap { a in b.measure.value.map { $0 - a } }
    return [
      a.key, a.measure.text, a.measure.intervalCell, b.measure.text,
      b.measure.intervalCell, difference.map(style.signed) ?? "–",
      relation(a.measure, b.measure), a.unit,
    ]
  }

  /// What the intervals say of two measures.
  static func relation(_ a: Measure, _ b: Measure) -> String {
    guard let lowA = a.low, let highA = a.high, let lowB = b.low, let highB = b.high else {
      return a.value == b.value ? "the same" : "unknown"
    }
    if a == b { return "the same" }
    return lowA <= highB && lowB <= highA ? "overlap" : "apart"
  }
}
