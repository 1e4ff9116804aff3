import GrowthloopFindings
package import GrowthloopReports

/// An error for a name that no measurement of a history has.
package enum UnknownFigure {
  /// The limit of names in a sentence.
  private static let most = 8

  package static func error(_ name: String, in file: String, among known: [String]) -> UsageError {
    let start = "there is no figure '\(name)' in '\(file)'"
    if known.count <= most {
      return UsageError(description: "\(start); there are: \(known.joined(separator: ", "))")
    }
    let meant = Suggestion.phrase(3, for: name, among: known)
    return UsageError(
      description: "\(start)\(meant); '--list' names the \(known.count) that are there")
  }
}
