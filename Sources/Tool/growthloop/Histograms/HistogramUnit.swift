/// The unit of a log's values, as a comment of the log names it: `#A flash crowd, nanoseconds`.
///
/// The format has no field for it; the logs of this tool end a comment with it.
enum HistogramUnit: String, CaseIterable {
  case nanoseconds, microseconds, milliseconds, seconds

  /// Reads a line of a log; `nil` unless it is a comment that ends with a unit.
  init?(comment line: [UInt8]) {
    guard line.first == UInt8(ascii: "#") else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    guard let unit = Self.allCases.first(where: { text.hasSuffix(", \($0.rawValue)") }) else {
      return nil
    }
    self = unit
  }
}
