import Vocabulary

/// A row of the catalogue, which numbers what the documents say.
struct CatalogueRow: Hashable {
  let id: RuleID
  /// What the row is about: rule, model, copy, event, metric, service, budget, privacy.
  let kind: String
  /// The document that says it.
  let document: String
}

/// A row that no test can prove, with the reason.
struct LeftOutRow: Hashable, Encodable {
  /// Why a row is left out.
  enum Cause: String, CaseIterable, Encodable {
    /// A plan, an aim or a remark: there is nothing to decide.
    case paper
    /// Only an app has it: a screen, a sensor of the system, a person's impression.
    case screen
    /// The documents leave it undecided.
    case open
    /// It waits for a part of the tool that does not exist.
    case later

    var words: String {
      switch self {
      case .paper: "a plan, an aim or a remark, with nothing to decide"
      case .screen: "only an app has it"
      case .open: "the documents leave it undecided"
      case .later: "the tool does not have what it needs"
      }
    }
  }

  let id: String
  let cause: Cause
  let reason: String
}
