import Diagnostics
import Profiles
import Vocabulary

/// The profile that a command works under, as its options describe it.
enum ProfileChoice {
  static let options = ["--profile", "--set", "--deliberately"]

  static let help = """
      --profile P           rin (default), invite-friends-product (or product),
                            invite-friends-design (or design)
      --set KEY=VALUE       changes one setting; may be repeated ('growthloop profiles' lists them)
      --deliberately K=V    the same, for a change that the profile otherwise rules out
    """

  /// Returns the chosen profile, or tells every mistake in the choice.
  static func read(_ arguments: Arguments) throws -> Profile {
    var profile = try named(arguments.one("--profile") ?? "rin")
    let overrides = try arguments.all("--set", "--deliberately").map { option, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw UsageError(
          description: "'\(option) \(text)' must be KEY=VALUE, such as prompts.lifetimeMax=5")
      }
      return Profile.Override(
        String(parts[0]), String(parts[1]), isDeliberate: option == "--deliberately")
    }
    do {
      try profile.apply(overrides)
    } catch {
      throw UsageError(
        description: error.mistakes.map(wording).joined(separator: "\ngrowthloop: "))
    }
    let contradictions = profile.contradictions()
    guard contradictions.isEmpty else {
      throw ContradictionError(
        description: contradictions.map { contradiction in
          let hint = "; '--deliberately' in place of '--set' keeps it"
          return contradiction.described(in: profile)
            + (contradiction.isAllowedDeliberately ? hint : "")
        }.joined(separator: "\ngrowthloop: "))
    }
    return profile
  }

  static func named(_ name: String) throws -> Profile {
    let names: [String: ProfileID] = [
      "rin": .rin, "product": .product, "design": .design,
      ProfileID.product.rawValue: .product, ProfileID.design.rawValue: .design,
    ]
    guard let id = names[name] else {
      let near = Suggestion.phrase(for: name, among: names.keys.sorted())
      throw UsageError(
        description: "unknown profile '\(name)'\(near); known: rin, product, design")
    }
    return Profile(id)
  }

  private static func wording(_ mistake: Profile.OverrideMistake) -> String {
    switch mistake {
    case .unknownSetting(let name):
      "unknown setting '\(name)'" + Suggestion.phrase(for: name, among: Setting.all.map(\.name))
    case .badValue(let name, let value, let expects):
      "'\(name)' must be \(expects), not '\(value)'"
    case .givenTwice(let name):
      "'\(name)' is set more than once"
    }
  }
}

/// Settings that are right one by one and cannot hold together.
struct ContradictionError: Error, CustomStringConvertible {
  let description: String
}
