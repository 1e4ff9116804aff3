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

  /// Whether the value is a mere assumption: the grade D, or none where it has neither source nor
  /// count.
  public var isAssumed: Bool {
    grade == .d || grade == nil && source == nil && range?.cases == nil
  }

  /// Whether it is measured at the product itself: counted, a primary source, or a source that its file
  /// names without a grade.
  public var isOwn: Bool {
    range?.cases != nil || grade == .a || grade == nil && source != nil
  }
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

extension StringProtocol {
  /// The columns that a terminal gives to the text.
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
  /// The columns that a terminal gives to the character.
  ///
  /// 2 for the wide ones of Unicode's annex 11 and for emoji, 0 for one that only modifies its
  /// neighbour.
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if first.value < 0x1100 { return unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
    let isEmoji = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    return isEmoji || Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
    0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

/// The quality of the evidence for a number.
public enum EvidenceGrade: String, CaseIterable, Hashable, Sendable, Codable {
  /// A primary document, paper or source file.
  case a = "A"
  /// A benchmark of a vendor, or a reputable secondary source.
  case b = "B"
  /// Derived from such, or recalled and confirmed only in part.
  case c = "C"
  /// An assumption, without a source.
  case d = "D"
}

/// The values that a parameter may have, from the least to the greatest.
public struct ParameterRange: Sendable {
  /// The ends as a file spells them.
  public let low: String
  public let high: String
  /// Whether no source gives the range: it is the convention for assumed values.
  public let isAssumed: Bool
  /// The number of cases of which the range is the 95% interval; `nil` for a range of another kind.
  public let cases: Int?
  /// The numbers behind the notation; `nil` for a range read from a result.
  public let axis: ParameterAxis?
  /// The values that are assumed of one app, where the range is that of many; else `nil`.
  private let axisOfOne: ParameterAxis?

  /// The range of the values that one app may have.
  public var ofOneApp: ParameterRange {
    axisOfOne.map { ParameterRange($0, isAssumed: true) } ?? self
  }

  /// Creates the range between the ends of an axis.
  public init(
    _ axis: ParameterAxis, isAssumed: Bool, cases: Int? = nil, ofOne axisOfOne: ParameterAxis? = nil
  ) {
    self.axisOfOne = axisOfOne
    self.cases = cases
    low = axis.spell(axis.ends.lowerBound)
    high = axis.spell(axis.ends.upperBound)
    self.isAssumed = isAssumed
    self.axis = axis
  }
}

/// A parameter as a number: its value, the ends of its range, and the spelling of values between
/// them.
public struct ParameterAxis: Sendable {
  /// The kind of number.
  public enum Kind: Sendable {
    case chance, number
    /// In milliseconds.
    case time
  }

  public let kind: Kind
  public let value: Double
  /// The ends of the range; they differ.
  public let ends: ClosedRange<Double>
  /// Returns a number as a file spells it, rounded to the digits that the notation has.
  public let spell: @Sendable (Double) -> String

  public init(
    _ kind: Kind, at value: Double, within ends: ClosedRange<Double>,
    spell: @escaping @Sendable (Double) -> String
  ) {
    precondition(ends.lowerBound < ends.upperBound, "\(ends) has no length")
    self.kind = kind
    self.value = value
    self.ends = ends
    self.spell = spell
  }
}

extension ParameterRange: CustomStringConvertible {
  /// The range in words, such as "47 to 664", "0.25 to 1, assumed", or "0.19 to 0.21, measured".
  public var description: String {
    "\(low) to \(high)" + (isAssumed ? ", assumed" : cases != nil ? ", measured" : "")
  }
}

extension ParameterRange: Codable {
  private enum CodingKeys: String, CodingKey { case low, high, assumed, of }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    low = try fields.decode(String.self, forKey: .low)
    high = try fields.decode(String.self, forKey: .high)
    isAssumed = try fields.decodeIfPresent(Bool.self, forKey: .assumed) ?? false
    cases = try fields.decodeIfPresent(Int.self, forKey: .of)
    axis = nil
    axisOfOne = nil
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(low, forKey: .low)
    try fields.encode(high, forKey: .high)
    if isAssumed { try fields.encode(true, forKey: .assumed) }
    try fields.encodeIfPresent(cases, forKey: .of)
  }
}
