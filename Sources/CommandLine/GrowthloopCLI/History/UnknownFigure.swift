import Diagnostics

/// A name that no measurement of a history bears.
enum UnknownFigure {
  /// The most names that are listed in a sentence.
  private static let most = 8

  static func error(_ name: String, in file: String, among known: [String]) -> UsageError {
    let start = "nothing is called '\(name)' in '\(file)'"
    if known.count <= most {
      return UsageError(description: "\(start); there are: \(known.joined(separator: ", "))")
    }
    let meant = Suggestion.phrase(3, for: name, among: known)
    return UsageError(
      description: "\(start)\(meant); '--list' names the \(known.count) that are there")
  }
}
