import GrowthloopFindings
import GrowthloopStudies
import GrowthloopReports

extension StoryQuery {
  /// Reads the query.
  ///
  /// - Throws: `UsageError` with the nearest valid query.
  init(reading text: String) throws(UsageError) {
    do throws(Mistake) {
      try self.init(text)
    } catch {
      throw UsageError(description: "'--find \(text)': \(error.words)")
    }
  }
}

extension StoryQuery.Mistake {
  /// The mistake, with the valid forms.
  fileprivate var words: String {
    switch self {
    case .unknownKind(let name):
      let names = StoryKind.all.map(\.name)
      return "unknown kind '\(name)'\(Suggestion.phrase(for: name, among: names)); "
        + "known: \(names.joined(separator: ", "))"
    case .unknownDetail(_, of: let kind) where kind.details.isEmpty:
      return "'\(kind.name)' takes no detail"
    case .unknownDetail(let detail, of: let kind):
      let near = Suggestion.phrase(for: detail, among: kind.details)
      let known =
        kind.needsDetail
        ? "'growthloop rules' lists the known" : "known: \(kind.details.joined(separator: ", "))"
      return "'\(kind.name)' has no detail '\(detail)'\(near); \(known)"
    case .missingDetail(of: let kind):
      return "'\(kind.name)' needs a detail, such as \(kind.name):\(kind.details[0])"
    }
  }
}
