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
