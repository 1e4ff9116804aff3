import Statistics

extension SideBySide {
  /// The number of rows after which the rest of a table is collapsed.
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
      "Where intervals overlap, chance alone may make the difference; where they are apart, it hardly "
      + "can. Runs with common random numbers give narrower intervals: growthloop compare makes "
      + "them for simulations, growthloop regress for services."
    return Section(
      "Metrics", anchor: "metrics",
      [.paragraph(words), .table(table)]
        + (rest.rows.isEmpty ? [] : [.disclosure("\(rest.rows.count) more", [.table(rest)])]))
  }

  private static func row(_ a: Figure, _ b: Figure) -> [String] {
    let style = a.measured.style
    let difference = a.measured.value.flatMap { a in b.measured.value.map { $0 - a } }
    return [
      a.key, a.measured.text, a.measured.spread, b.measured.text,
      b.measured.spread, difference.map(style.signed) ?? "–",
      relation(a.measured, b.measured), a.unit,
    ]
  }

  /// Returns the relation of two measures by their intervals.
  static func relation(_ a: Measure, _ b: Measure) -> String {
    guard let lowA = a.low, let highA = a.high, let lowB = b.low, let highB = b.high else {
      return a.value == b.value ? "the same" : "unknown"
    }
    if a == b { return "the same" }
    return lowA <= highB && lowB <= highA ? "overlap" : "apart"
  }
}
