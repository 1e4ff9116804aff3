public import Gates
import Statistics

/// A gate with what was measured against it.
public struct GateRow: Hashable, Sendable {
  /// The gate as it is written, such as `p99 < 200ms`.
  public let gate: String
  /// What it is about, where a report has several.
  public let subject: String
  public let measure: Measure
  /// What must not be passed; `nil` where it is no number.
  public let limit: Double?
  public let side: Side
  public let verdict: GateVerdict
  /// How far it is from its limit, and how sure that is; `nil` if there is nothing to say.
  public let moved: String?
  /// What to run next; `nil` for nothing.
  public let next: String?

  /// On which side of its limit a gate is kept.
  public enum Side: String, Hashable, Sendable { case below, above }

  public init(
    _ gate: String, subject: String = "", _ measure: Measure, limit: Double?, side: Side = .below,
    _ verdict: GateVerdict, moved: String? = nil, next: String? = nil
  ) {
    self.gate = gate
    self.subject = subject
    self.measure = measure
    self.limit = limit
    self.side = side
    self.verdict = verdict
    self.moved = moved
    self.next = next
  }

  /// The gate with what it is about.
  var title: String { subject.isEmpty ? gate : "\(subject): \(gate)" }

  /// The gates that have a limit, against it.
  static func bullets(_ rows: [GateRow]) -> BulletChart {
    BulletChart(
      rows.compactMap { row in
        guard let limit = row.limit, row.measure.value != nil else { return nil }
        return BulletChart.Row(
          row.title, row.measure, limit: limit, side: row.side, row.verdict)
      })
  }

  /// The gates as a table.
  static func table(_ rows: [GateRow]) -> Table {
    let hasSubjects = rows.contains { !$0.subject.isEmpty }
    return Table(
      ["verdict", "gate"] + (hasSubjects ? ["of"] : [])
        + [.number("measured"), .number("95% interval")],
      rows.map { row in
        [row.verdict.mark, row.gate] + (hasSubjects ? [row.subject] : [])
          + [row.measure.text, row.measure.interval]
      })
  }

  /// What there is to know of the gates that are not kept, a line each.
  static func remarks(_ rows: [GateRow]) -> [String] {
    rows.filter { $0.verdict != .kept && ($0.moved ?? $0.next) != nil }.map { row in
      let next = row.next.map { "next: \($0)" }
      return "\(row.verdict.mark) \(row.title): "
        + [row.moved, next].compactMap(\.self).joined(separator: "; ")
    }
  }
}

extension GateVerdict {
  /// The verdict with a sign that does not need colour.
  var mark: String { "\(sign) \(rawValue)" }

  /// The sign alone.
  var sign: String {
    switch self {
    case .kept: "✓"
    case .missed: "✗"
    case .undecided: "?"
    }
  }
}
