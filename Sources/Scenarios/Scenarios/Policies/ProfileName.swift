import Diagnostics
public import Vocabulary

/// The names by which people choose a profile.
public enum ProfileName {
  /// The short names, in the order of the profiles.
  public static let short = ["rin", "product", "design"]
  /// Every name that is read.
  public static let all = short + [ProfileID.product.rawValue, ProfileID.design.rawValue]

  /// The profile of that name.
  public static func id(_ name: String) -> ProfileID? {
    switch name {
    case "product": .product
    case "design": .design
    default: ProfileID(rawValue: name)
    }
  }

  /// What to say of a name that is none; the known name that is nearest stands by itself.
  public static func mistake(_ name: String) -> (message: String, nearest: String?) {
    ("unknown profile \(name.quoted)", Suggestion.nearest(to: name, among: all.sorted()))
  }
}
