public import Statistics

/// Differences of a variant from its base, each with its interval: a dot and a line, against zero.
///
/// Differences in unlike units are drawn as proportions of the base, so that all share one axis.
public struct DifferenceChart: Hashable, Sendable {
  public let rows: [Row]
  /// The rows that are drawn.
  public let drawn: [Row]

  /// Creates a chart of all rows, or one that draws only some of its table's rows.
  public init(_ rows: [Row], drawing drawn: [Row]? = nil) {
    self.rows = rows
    self.drawn = drawn ?? rows
  }

  public struct Row: Hashable, Sendable {
    public let name: String
    /// The name for readers; `nil` where the name is one.
    public let label: String?
    public let unit: String
    public let base: Double?
    public let variant: Double?
    public let difference: Measure

    public init(
      _ name: String, called label: String? = nil, unit: String, base: Double?, variant: Double?,
      difference: Measure
    ) {
      self.name = name
      self.label = label
      self.unit = unit
      self.base = base
      self.variant = variant
      self.difference = difference
    }

    /// The difference and its ends as proportions of the base; `nil` for a base of zero.
    var relative: (value: Double, low: Double?, high: Double?)? {
      guard let base, base != 0, let value = difference.value else { return nil }
      let whole = base.magnitude
      return (value / whole, difference.low.map { $0 / whole }, difference.high.map { $0 / whole })
    }

    /// Whether the interval excludes zero.
    var isSure: Bool { difference.isSure }

    func cells(markingSure: Bool, withLabels: Bool) -> [String] {
      let style = difference.style
      return (withLabels ? [label ?? name] : []) + [
        name, base.map(style.text) ?? "–", variant.map(style.text) ?? "–",
        difference.value.map(style.signed) ?? "–", difference.spread,
        relative.map { NumberStyle.share.signed($0.value) } ?? "–",
      ] + (markingSure ? [isSure ? "sure" : ""] : []) + [unit]
    }
  }

  var table: Table {
    let hasLabels = rows.contains { $0.label != nil }
    let isAnySure = rows.contains(where: \.isSure)
    return Table(
      (hasLabels ? ["metric", "id"] : ["metric"]) + [
        .number("base"), .number("variant"), .number("difference"), .number("± 95%"),
        .number("of the base"),
      ] + (isAnySure ? [""] : []) + ["unit"],
      rows.map { $0.cells(markingSure: isAnySure, withLabels: hasLabels) })
  }
}
