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
