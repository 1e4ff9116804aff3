import GrowthloopFindings
import Profiles
import GrowthloopReports
import GrowthloopPlans

/// The parameters of a scenario that a word on the command line names: by its key, by the section
/// that they are in, or by what their ranges rest on.
struct VariedParameters {
  static let sourced = "sourced"
  static let all = "all"
  static let loop = "loop"
  /// The words of help.
  static let words =
    "a section stands for its parameters, '\(loop)' for those that the viral coefficients are computed "
    + "through, '\(sourced)' for all whose sources give a range, '\(all)' for all that have one"

  let parameters: [Parameter]

  /// Whether the word names parameters by more than one key.
  func isGroup(_ word: String) -> Bool {
    [Self.sourced, Self.all, Self.loop].contains(word) || !parameters.contains { $0.name == word }
  }

  /// Returns the parameters with a range that a word names.
  ///
  /// - Throws: `UsageError` with the reason where there is none, and what to write.
  func named(_ word: String) throws(UsageError) -> [Parameter] {
    let ranged = parameters.filter { $0.range?.axis != nil }
    switch word {
    case Self.sourced: return ranged.filter { $0.range?.isAssumed == false }
    case Self.all: return ranged
    case Self.loop:
      let names = RankedAnswer("k.month").parameters
      return ranged.filter { names.contains($0.name) }
    default: break
    }
    let meant = ranged.filter { $0.name == word || $0.name.hasPrefix(word + ".") }
    guard meant.isEmpty else { return meant }
    throw UsageError(description: reason(against: word))
  }

  private func reason(against word: String) -> String {
    if let parameter = parameters.first(where: { $0.name == word }) {
      return
        "'\(word)' is \(parameter.value) and has no range: give one beside the value in the scenario, as "
        + "{value: …, range: [low, high]}"
    }
    if Setting.named(word) != nil {
      return "'\(word)' is a setting of the profile, and has no range: try values with "
        + "'growthloop sweep --vary \(word)=A,B'"
    }
    let near = Suggestion.phrase(
      for: word, among: [Self.sourced, Self.all, Self.loop] + parameters.map(\.name))
    return "unknown parameter '\(word)'\(near); 'growthloop check --parameters FILE' lists them"
  }
}
