import Vocabulary

/// Two settings that cannot both hold.
public struct Contradiction: Hashable, Sendable {
  /// The settings that disagree, by their dotted names; `profile` stands for the profile itself.
  public let settings: [String]
  /// The reason for the disagreement, with the remedy.
  public let reason: String
  /// Whether the first setting may be kept by marking it as deliberate.
  public let isAllowedDeliberately: Bool

  init(
    _ first: String, _ second: String, _ reason: String, isAllowedDeliberately: Bool = false
  ) {
    settings = [first, second]
    self.reason = reason
    self.isAllowedDeliberately = isAllowedDeliberately
  }
}

extension Contradiction {
  /// The contradiction in one line, with the values that disagree.
  public func described(in profile: Profile) -> String {
    let values = settings.map { name in
      "\(name) = \(Setting.named(name)?.value(in: profile) ?? profile.id.rawValue)"
    }
    return "\(values.joined(separator: " contradicts ")): \(reason)"
  }
}
