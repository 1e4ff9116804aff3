/// An input of a run, with the evidence for it.
public struct Parameter: Sendable {
  /// The dotted name.
  public let name: String
  /// The value as a file spells it.
  public let value: String
  /// Its meaning, in a sentence.
  public let meaning: String
  public let source: String?
  public let grade: EvidenceGrade?
  /// The values that it may have by its sources, or by convention; `nil` where it is no number, or
  /// one without a multiple.
  public let range: ParameterRange?
  /// The place of the value; `nil` for a default, and for a value read from a result.
  public let place: SourceRange?

  public init(
    _ name: String, _ value: String, meaning: String, source: String? = nil,
    grade: EvidenceGrade? = nil, range: ParameterRange? = nil, at place: SourceRange? = nil
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.source = source
    self.grade = grade
    self.range = range
    self.place = place
  }

  /// Whether the value is a mere assumption: the grade D, or none.
  public var isAssumed: Bool { grade == nil || grade == .d }
}

extension Parameter: Codable {
  private enum CodingKeys: String, CodingKey {
    case name = "parameter"
    case value, meaning, source, grade, range
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(String.self, forKey: .name), try fields.decode(String.self, forKey: .value),
      meaning: try fields.decode(String.self, forKey: .meaning),
      source: try fields.decodeIfPresent(String.self, forKey: .source),
      grade: try fields.decodeIfPresent(EvidenceGrade.self, forKey: .grade),
      range: try fields.decodeIfPresent(ParameterRange.self, forKey: .range))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(value, forKey: .value)
    try fields.encode(meaning, forKey: .meaning)
    try fields.encodeIfPresent(source, forKey: .source)
    try fields.encodeIfPresent(grade, forKey: .grade)
    try fields.encodeIfPresent(range, forKey: .range)
  }
}
