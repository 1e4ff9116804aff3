import Profiles
import Scenarios
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
    guard let id = ProfileName.id(name) else {
      let (message, nearest) = ProfileName.mistake(name)
      let known = ProfileName.short.joined(separator: ", ")
      throw UsageError(description: message + asking(nearest) + "; known: \(known)")
    }
    return Profile(id)
  }

  /// What is wrong with a setting, and which was probably meant.
  static func wording(_ mistake: Profile.OverrideMistake) -> String {
    mistake.message + asking(mistake.nearestSetting)
  }

  private static func asking(_ meant: String?) -> String {
    meant.map { "; did you mean '\($0)'?" } ?? ""
  }
}

/// Settings that are right one by one and cannot hold together.
struct ContradictionError: Error, CustomStringConvertible {
  let description: String
}
