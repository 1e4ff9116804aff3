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
