import GrowthloopFindings
public import Vocabulary

/// The names by which people choose a profile.
public enum ProfileName {
  /// The short names, in the order of the profiles.
  public static let short = ProfileID.allCases.map(\.shortName)
  /// Every accepted name.
  public static let all = short + [ProfileID.product.rawValue, ProfileID.design.rawValue]

  /// Returns the profile of that name.
  public static func id(_ name: String) -> ProfileID? {
    ProfileID.allCases.first { $0.shortName == name || $0.rawValue == name }
  }

  /// Returns the error for an unknown name, and separately the nearest known name.
  public static func mistake(_ name: String) -> (message: String, nearest: String?) {
    ("unknown profile \(name.quoted)", Suggestion.nearest(to: name, among: all.sorted()))
  }
}
