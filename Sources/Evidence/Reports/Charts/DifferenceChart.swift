import Statistics

/// Differences of a variant from its base, each with its interval: a dot and a line, against nothing.
///
/// What differs in unit is drawn as a share of the base, so that all stand on one axis.
public struct DifferenceChart: Hashable, Sendable {
  public let rows: [Row]
  /// Those of them that are drawn.
  public let drawn: [Row]

  /// A chart of all rows, or one that draws only some of those that its table tells.
  public init(_ rows: [Row], drawing drawn: [Row]? = nil) {
    self.rows = rows
    self.drawn = drawn ?? rows
  }

  public struct Row: Hashable, Sendable {
    public let name: String
    public let unit: String
    public let base: Double?
    public let variant: Double?
    public let difference: Measure

    public init(
      _ name: String, unit: String, base: Double?, variant: Double?, difference: Measure
    ) {
      self.name = name
      self.unit = unit
      self.base = base
      self.variant = variant
      self.difference = difference
    }

    /// The difference and its ends as shares of the base; `nil` where the base is nothing.
    var relative: (value: Double, low: Double?, high: Double?)? {
      guard let base, base != 0, let value = difference.value else { return nil }
      let whole = base.magnitude
      return (value / whole, difference.low.map { $0 / whole }, difference.high.map { $0 / whole })
    }

    /// Whether the interval leaves no difference out.
    var isSure: Bool {
      guard let low = difference.low, let high = difference.high else { return false }
      return low > 0 || high < 0
    }

    var cells: [String] {
      let style = difference.style
      return [
        name, base.map(style.text) ?? "–", variant.map(style.text) ?? "–",
        difference.value.map(style.signed) ?? "–", difference.intervalCell,
        relative.map { NumberStyle.share.signed($0.value) } ?? "–", isSure ? "sure" : "", unit,
      ]
    }
  }

  var table: Table {
    Table(
      [
        "metric", .number("base"), .number("variant"), .number("difference"), .number("± 95%"),
        .number("of the base"), "", "unit",
      ], rows.map(\.cells))
  }
}
