/// Two settings that cannot both hold.
public struct Contradiction: Hashable, Sendable {
  /// The settings that disagree, by their dotted names.
  public let settings: [String]
  /// Why they disagree, and what would settle it.
  public let reason: String

  init(_ first: String, _ second: String, _ reason: String) {
    settings = [first, second]
    self.reason = reason
  }
}

extension Contradiction {
  /// The contradiction in one line, with the values that disagree.
  public func described(in profile: Profile) -> String {
    let values = settings.map { name in
      "\(name) = \(Setting.named(name)?.value(in: profile) ?? "?")"
    }
    return "\(values.joined(separator: " contradicts ")): \(reason)"
  }
}
