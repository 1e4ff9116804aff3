/// The error in a line of a histogram log.
public enum HistogramLogProblem: Error, Hashable, CustomStringConvertible {
  /// A line has not the four columns that it should have.
  case fields(Int)
  /// A line begins with `Tag=` and no name after it.
  case emptyTag
  /// A column is no number.
  case number(String, of: String)
  /// The last column is not base64.
  case notBase64
  /// The bytes of the last column are not a readable histogram, for the given reason.
  case histogram(UnreadableHistogram)
  /// The log is of a format that is not 1.x.
  case version(String)

  public var description: String {
    switch self {
    case .fields(let count):
      "start, length, largest value and histogram make 4 columns; there \(count == 1 ? "is" : "are") "
        + "\(count)"
    case .emptyTag: "the tag is empty"
    case .number(let text, let name): "the \(name) must be a number, not '\(text)'"
    case .notBase64: "the histogram is not base64"
    case .histogram(let reason): "\(reason)"
    case .version(let version): "log format version 1.x can be read, not '\(version)'"
    }
  }
}
