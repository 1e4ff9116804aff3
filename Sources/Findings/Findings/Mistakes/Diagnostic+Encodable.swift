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
