/// The keys by which a value names what it rests on.
struct Evidence: ScenarioSection {
  static let valueKey = "value"
  /// Names that no other section may give to keys of its own.
  static let reservedKeys = [valueKey, "source", "grade"]

  var source: String?
  var grade: EvidenceGrade?

  static let fields: [Field<Evidence>] = [
    .value("source", \.source, .none(or: .text(1...500)), "Who says so."),
    .value(
      "grade", \.grade, .none(or: .choice),
      "A: a primary source. B: a benchmark or a secondary source. C: derived. D: an assumption."),
  ]

  func check(_ reading: SectionReading<Evidence>) {
    if let grade, grade != .d, source == nil {
      reading.warn(
        \.grade, "is \(grade.rawValue), and no source is named",
        remedy: "name the source, or write D")
    }
  }
}

extension YAMLNode {
  /// The mapping in two: what it says of evidence, and the rest.
  func separatingEvidence(_ entries: [YAMLEntry]) -> (evidence: YAMLNode, rest: [YAMLEntry]) {
    (
      YAMLNode(.mapping(entries.filter { $0.isEvidence }), at: range),
      entries.filter { !$0.isEvidence }
    )
  }
}

extension YAMLEntry {
  /// Whether it tells what the value beside it rests on.
  var isEvidence: Bool { key != Evidence.valueKey && Evidence.reservedKeys.contains(key) }
}
