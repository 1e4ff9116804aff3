/// The keys that identify the form of a delay: one mapping contains those of one form.
enum DelayForm {
  static let median = "median"
  static let sigma = "sigma"
  static let mean = "mean"

  private static let forms: [Set<String>] = [[median, sigma], [mean], [Evidence.valueKey]]
  private static let allKeys = Set(forms.joined())

  /// Returns the keys of all forms other than the mapping's own; empty if it is no delay.
  static func keys(replacedBy entries: [YAMLEntry]) -> Set<String> {
    guard entries.allSatisfy({ $0.isEvidence || allKeys.contains($0.key) }) else { return [] }
    let keys = Set(entries.filter { !$0.isEvidence }.map(\.key))
    guard !keys.isEmpty, let form = forms.first(where: keys.isSubset) else { return [] }
    return Set(forms.filter { $0 != form }.joined())
  }
}
