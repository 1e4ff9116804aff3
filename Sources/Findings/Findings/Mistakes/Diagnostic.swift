/// One finding about a text: place, message and remedy.
public struct Diagnostic: Error, Sendable {
  public enum Severity: String, Sendable {
    case error
    case warning
    /// An addition to another diagnostic.
    case note
  }

  public var severity: Severity
  /// The error, without a full stop.
  public var message: String
  public var range: SourceRange
  /// The remedy, in words that stand beside the caret.
  public var remedy: String?
  /// Other places that belong to it.
  public var notes: [Diagnostic]
  /// Whether it is about values that can be read, and that contradict each other.
  public var isContradiction = false

  public init(
    _ severity: Severity, _ message: String, at range: SourceRange, remedy: String? = nil,
    notes: [Diagnostic] = []
  ) {
    self.severity = severity
    self.message = message
    self.range = range
    self.remedy = remedy
    self.notes = notes
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The place and the message, the line concerned, and the remedy under a caret.
  public var description: String {
    var text = "\(range.start): \(severity.rawValue): \(message)"
    if let excerpt = SourceExcerpt(of: range, remedy: remedy) { text += "\n\(excerpt)" }
    for note in notes { text += "\n\(note)" }
    return text
  }
}

extension Diagnostic: Encodable {
  private enum Key: String, CodingKey {
    case file, line, column, endLine, endColumn, severity, message, remedy, notes
  }

  /// Writes the diagnostic for other programs.
  ///
  /// Columns count Unicode scalars from 1, and the end is the place after the last character.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    let (start, end) = (range.start, range.end)
    try fields.encode(start.name, forKey: .file)
    try fields.encode(start.line, forKey: .line)
    try fields.encode(start.column, forKey: .column)
    try fields.encode(end.line, forKey: .endLine)
    try fields.encode(end.column, forKey: .endColumn)
    try fields.encode(severity.rawValue, forKey: .severity)
    try fields.encode(message, forKey: .message)
    try fields.encodeIfPresent(remedy, forKey: .remedy)
    if !notes.isEmpty { try fields.encode(notes, forKey: .notes) }
  }
}

extension DiagnosticList: Encodable {
  private enum Key: String, CodingKey {
    case diagnostics, untold
  }

  /// Writes the stored diagnostics, and the number of the others.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(told, forKey: .diagnostics)
    try fields.encode(untold, forKey: .untold)
  }
}

/// All findings about some texts, by text and place.
///
/// It prints the first hundred, and the number of the others: no user reads a thousand.
public struct DiagnosticList: Error, Sendable {
  /// The greatest number printed one by one.
  public static let mostPrinted = 100

  let told: [Diagnostic]
  /// The number found beyond those stored.
  public let untold: Int

  /// Sorts the findings; `untold` counts those found and not stored.
  public init(_ found: [Diagnostic], untold: Int = 0) {
    told = found.sorted { left, right in
      let (first, second) = (left.range, right.range)
      return (first.source.name, first.source.firstLine, first.offsets.lowerBound)
        < (second.source.name, second.source.firstLine, second.offsets.lowerBound)
    }
    self.untold = untold
  }

  /// Whether any of them is an error.
  public var hasErrors: Bool { untold > 0 || told.contains { $0.severity == .error } }
}

extension DiagnosticList {
  /// The errors if every one of them is about values that contradict each other; otherwise empty.
  public var contradictions: [Diagnostic] {
    let errors = told.filter { $0.severity == .error }
    return untold == 0 && errors.allSatisfy(\.isContradiction) ? errors : []
  }
}

extension DiagnosticList: RandomAccessCollection {
  public var startIndex: Int { told.startIndex }
  public var endIndex: Int { told.endIndex }
  public subscript(position: Int) -> Diagnostic { told[position] }
}

extension DiagnosticList: CustomStringConvertible {
  public var description: String {
    let printed = told.prefix(Self.mostPrinted)
    let more = told.count - printed.count + untold
    return (printed.map(\.description) + (more > 0 ? ["and \(more) more"] : []))
      .joined(separator: "\n")
  }
}

/// The line of a text that a diagnostic is about, with a caret under the place.
///
/// The line loses its indentation, and a long line is shortened to fit. Terminal control characters
/// are replaced.
struct SourceExcerpt: CustomStringConvertible {
  /// The columns that a line may take, and those of them that may stand before the caret.
  static let widest = (line: 92, before: 60)
  private static let indentation = "    "

  let description: String

  /// Creates the excerpt; `nil` where there is no line to show.
  init?(of range: SourceRange, remedy: String?) {
    let remark = remedy.map { " " + $0 } ?? ""
    let offset = range.offsets.lowerBound
    let (start, rest) = range.source.surroundings(of: offset, reach: 4 * Self.widest.line)
    switch range.source.origin {
    case .argument:
      // The argument itself begins the first line of the diagnostic.
      guard remedy != nil else { return nil }
      description = Self.padding(under: String(start).shown()) + "^" + remark
    case .file:
      let before = Self.clippedAtStart(String(start.drop { $0 == " " || $0 == "\t" }).shown())
      let after = Self.clippedAtEnd(
        String(rest).shown(), to: max(20, Self.widest.line - before.displayWidth))
      let line = String((before + after).trimmedAtEnd)
      if line.isEmpty {
        guard let remedy else { return nil }
        description = Self.indentation + remedy
      } else {
        description = """
          \(Self.indentation)\(line)
          \(Self.indentation)\(Self.padding(under: before))^\(remark)
          """
      }
    }
  }

  /// Returns white space as wide as the text, whatever the width of a tab.
  private static func padding(under text: String) -> String {
    text.reduce(into: "") { padding, character in
      padding +=
        character == "\t" ? "\t" : String(repeating: " ", count: character.displayWidth)
    }
  }

  private static func clippedAtStart(_ text: String) -> String {
    guard text.displayWidth > widest.before else { return text }
    return "…" + String(text.reversed().prefix(fitting: widest.before - 1).reversed())
  }

  private static func clippedAtEnd(_ text: String, to width: Int) -> String {
    guard text.displayWidth > width else { return text }
    return String(text.prefix(fitting: width - 1)) + "…"
  }
}

extension Sequence<Character> {
  /// Returns the characters from the first on that fit into so many columns.
  fileprivate func prefix(fitting width: Int) -> [Character] {
    var room = width
    return Array(
      prefix { character in
        room -= character.displayWidth
        return room >= 0
      })
  }
}

extension String {
  fileprivate var trimmedAtEnd: Substring {
    self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)]
  }
}

/// A place in a text, as people and editors name it.
public struct SourcePlace: Hashable, Sendable {
  /// The name of the text.
  public let name: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars: a tab and a wide character count one.
  public let column: Int
  let isInFile: Bool
}

extension SourcePlace: CustomStringConvertible {
  /// `scenarios/summer.yaml:14:29`; for an argument the argument alone.
  public var description: String { isInFile ? "\(name):\(line):\(column)" : name }
}

/// A range of a text.
public struct SourceRange: Sendable {
  public let source: SourceText
  /// The scalars from the beginning of the text.
  public let offsets: Range<Int>

  public var start: SourcePlace { source.place(at: offsets.lowerBound) }
  /// The place after the last character.
  public var end: SourcePlace { source.place(at: offsets.upperBound) }
}

extension SourceText {
  /// Creates the text of a file's bytes, which must be UTF-8.
  ///
  /// - Throws: A diagnostic at the first place that is not UTF-8.
  public init(name: String, bytes: [UInt8]) throws(Diagnostic) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self.init(name: name, text: text)
      return
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Diagnostic(
        .error, "the file is written in UTF-16", at: SourceText(name: name, text: "").wholeRange,
        remedy: "save it as UTF-8")
    }
    let mended = SourceText(name: name, text: String(decoding: bytes, as: UTF8.self))
    let (offset, byte) = Self.firstFault(in: bytes)
    throw Diagnostic(
      .error, "the byte \(byte.hexadecimal) is not UTF-8", at: mended.range(offset..<offset + 1),
      remedy: "save the file as UTF-8")
  }

  /// Returns the number of scalars before the first byte that is not UTF-8, and that byte.
  private static func firstFault(in bytes: [UInt8]) -> (offset: Int, byte: UInt8) {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var offset = 0
    var byteCount = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      byteCount += UTF8.width(scalar)
      offset += 1
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return (hasMark ? offset - 1 : offset, bytes[byteCount])
  }
}

extension FixedWidthInteger {
  /// The number as `0xFF`.
  fileprivate var hexadecimal: String { "0x" + String(self, radix: 16, uppercase: true) }
}

/// A text written by a user, with the name that its places are reported under.
///
/// Places in it are counted in Unicode scalars from its beginning, a byte order mark left out. The
/// parser counts so too, and unlike grapheme clusters scalars do not change with a version of
/// Unicode.
public struct SourceText: Sendable {
  enum Origin {
    case file
    /// A word of the command line: short enough to be its own excerpt.
    case argument
  }

  /// The beginning of a line.
  private struct LineStart {
    let offset: Int
    let index: String.Index
  }

  /// The path of a file, or the whole argument.
  public let name: String
  public let text: String
  let origin: Origin
  /// The number of its first line: beyond 1 for a part of a file.
  let firstLine: Int
  private let lineStarts: [LineStart]

  /// Whether it stands in a file, and not on the command line.
  public var isFile: Bool { origin == .file }

  /// Creates the text of a file; the first byte order mark is dropped.
  public init(name: String, text: String) {
    self.init(name: name, text: text, origin: .file)
  }

  /// Creates the text of one line of a file that is too long to be held.
  public init(name: String, line: String, number: Int) {
    self.init(name: name, text: line, origin: .file, firstLine: number)
  }

  /// Creates the text of an argument of the command line, such as `--set prompts.lifetimeMax=5`.
  public init(argument: String) {
    self.init(name: argument.shown(atMost: 200), text: argument, origin: .argument)
  }

  private init(name: String, text: String, origin: Origin, firstLine: Int = 1) {
    self.name = name
    self.text =
      text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    self.origin = origin
    self.firstLine = firstLine
    lineStarts = Self.lineStarts(in: self.text)
  }

  /// Returns the line starts: lines end as in editors, by LF, CR or both together.
  private static func lineStarts(in text: String) -> [LineStart] {
    var starts = [LineStart(offset: 0, index: text.startIndex)]
    let scalars = text.unicodeScalars
    var offset = 0
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      offset += 1
      let isFirstOfPair = scalar == "\r" && index < scalars.endIndex && scalars[index] == "\n"
      if scalar == "\n" || scalar == "\r" && !isFirstOfPair {
        starts.append(LineStart(offset: offset, index: index))
      }
    }
    return starts
  }
}

extension SourceText {
  /// Returns the place of the scalar at `offset`; one beyond the end is the end.
  public func place(at offset: Int) -> SourcePlace {
    let line = lineIndex(of: offset)
    return SourcePlace(
      name: name, line: line + firstLine, column: offset - lineStarts[line].offset + 1,
      isInFile: origin == .file)
  }

  /// Returns the range between two offsets.
  public func range(_ offsets: Range<Int>) -> SourceRange {
    SourceRange(source: self, offsets: offsets)
  }

  /// The range of the whole text.
  public var wholeRange: SourceRange { range(0..<text.unicodeScalars.count) }

  /// Returns part of the line of `offset`: at most `reach` scalars before it, and as many after.
  func surroundings(
    of offset: Int, reach: Int
  ) -> (before: Substring.UnicodeScalarView, after: Substring.UnicodeScalarView) {
    let scalars = text.unicodeScalars
    let start = lineStarts[lineIndex(of: offset)]
    let middle =
      scalars.index(start.index, offsetBy: offset - start.offset, limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    let after = scalars[middle...].prefix(reach).prefix { $0 != "\n" && $0 != "\r" }
    return (scalars[start.index..<middle].suffix(reach), after)
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle].offset <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

extension String {
  /// The text between quotation marks, for a message: one short line, without terminal control
  /// characters.
  public var quoted: String { "'\(shown(atMost: 48))'" }

  /// Returns the text for display in one line; control characters are replaced, a tab excepted.
  func shown() -> String {
    guard unicodeScalars.contains(where: { !$0.isShown }) else { return self }
    var shown = UnicodeScalarView()
    shown.append(contentsOf: unicodeScalars.lazy.map { $0.isShown ? $0 : "\u{FFFD}" })
    return String(shown)
  }

  /// Returns the beginning of the text for display in one line.
  func shown(atMost count: Int) -> String {
    let beginning = prefix(count)
    let text = String(beginning).replacing("\r\n", with: " ").replacing("\n", with: " ")
    return text.shown() + (beginning.endIndex < endIndex ? "…" : "")
  }
}

extension Unicode.Scalar {
  /// Whether the character is visible as itself; a control or an override of direction is not.
  fileprivate var isShown: Bool {
    if (0x20...0x7E).contains(value) || self == "\t" { return true }
    // Zero width joiners hold emoji together.
    if self == "\u{200D}" { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}
