import GrowthloopFindings

/// The evidence for a value, with the keys by which a file states it.
struct Evidence: ScenarioSection {
  static let valueKey = "value"
  /// Names that no section may use for keys of its own.
  static let reservedKeys = [valueKey, "source", "grade", rangeKey]
  static let rangeKey = "range"

  var source: String?
  var grade: EvidenceGrade?
  /// The range of the value in words; only for schema and reference, where the value is the default.
  var range: String?

  static let fields: [Field<Evidence>] = [
    .value("source", \.source, .none(or: .text(1...500)), "Who says so."),
    .value(
      "grade", \.grade, .none(or: .choice),
      "A: a primary source. B: a benchmark or a secondary source. C: derived. D: an assumption."),
  ]

  /// Whether there is neither source nor grade.
  var isEmpty: Bool { source == nil && grade == nil }

  func check(_ reading: SectionReading<Evidence>) {
    if let grade, grade != .d, source == nil {
      reading.warn(
        \.grade, "is \(grade.rawValue), and no source is named",
        remedy: "name the source, or write D")
    }
  }
}

extension Evidence: CustomStringConvertible {
  /// The evidence as a remark, such as "B: Friendbuy, 1.8 to 2.8 clicks a share".
  var description: String {
    words + (range.map { " Range: \($0)." } ?? "")
  }

  private var words: String {
    switch (grade, source) {
    case (let grade?, let source?): "\(grade.rawValue): \(source)."
    case (let grade?, nil): grade == .d ? "D: assumed." : "\(grade.rawValue)."
    case (nil, let source?): "\(source)."
    case (nil, nil): "Assumed."
    }
  }
}

extension YAMLEntry {
  /// Whether the key states evidence for the value beside it.
  var isEvidence: Bool { key != Evidence.valueKey && Evidence.reservedKeys.contains(key) }
}
