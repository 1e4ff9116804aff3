package import GrowthloopLinkStore
import GrowthloopPlans
package import GrowthloopReports
package import Profiles

extension CommandOption {
  /// The option that changes a setting although the profile excludes it.
  package static let deliberately = CommandOption(
    "--deliberately", "K=V", "the same, for a setting that the profile otherwise rules out",
    shapesResult: true, completion: .keys { Setting.all.map(\.name) })
}

/// The profile of a command, from its options.
package enum ProfileChoice {
  static let profile = CommandOption(
    "--profile", "P",
    "rin (default), invite-friends-product (or product), invite-friends-design (or design)",
    completion: .words { ProfileName.short })
  static let set = CommandOption(
    "--set", "KEY=VALUE", "changes one setting; may be repeated ('growthloop profiles' lists them)",
    completion: .keys { Setting.all.map(\.name) })
  package static let options = [profile, set, CommandOption.deliberately]

  /// Returns the chosen profile.
  ///
  /// - Throws: `UsageError` with all mistakes of the options, or `ContradictionError`.
  package static func read(_ arguments: Arguments) throws -> Profile {
    var profile = try named(arguments.one(Self.profile) ?? "rin")
    let overrides = try arguments.all(set, .deliberately).map { option, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw UsageError(
          description: "'\(option) \(text)' must be KEY=VALUE, such as prompts.lifetimeMax=5")
      }
      return Profile.Override(
        String(parts[0]), String(parts[1]), isDeliberate: option == CommandOption.deliberately.name)
    }
    do {
      try profile.apply(overrides)
    } catch {
      throw UsageError(
        description: error.mistakes.map(\.messageWithSuggestion).joined(separator: "\ngrowthloop: ")
      )
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

  /// Prints a note on each setting of the options that `place` does not use.
  package static func noteUnused(
    _ arguments: Arguments, in place: String, on console: any Console
  ) {
    let settings = arguments.all(set, .deliberately).map { String($1.prefix { $0 != "=" }) }
    for note in SettingUse.notes(on: settings, in: place) { console.complain(note) }
  }

  static func named(_ name: String) throws -> Profile {
    guard let id = ProfileName.id(name) else {
      let (message, nearest) = ProfileName.mistake(name)
      let known = ProfileName.short.joined(separator: ", ")
      throw UsageError(
        description: message + (nearest.map { "; did you mean '\($0)'?" } ?? "")
          + "; known: \(known)")
    }
    return Profile(id)
  }

}

/// An error for settings that are valid one by one but contradict each other.
struct ContradictionError: ExitCoded, CustomStringConvertible {
  let description: String

  var exitCode: ExitCode { .badInput }
}

/// The key that checks signed links and hashes persons, from a file or from the environment.
package enum SigningKeyChoice {
  static let variable = DecisionRules.keyVariable

  /// The limit of a key file's length.
  private static let longest = 1 << 16

  package static let option = CommandOption(
    DecisionRules.keyOption, "F",
    "the key that checks signed links and hashes persons in events: at least \(SigningKey.shortest) bytes; "
      + "or in the environment, as \(variable)", completion: .file)

  /// Returns the key, or `nil` if none was given; it is never printed.
  package static func read(_ arguments: Arguments, on console: any Console) throws -> SigningKey? {
    let bytes: [UInt8]
    if let path = try arguments.one(option) {
      bytes = try InputFile.bytes(of: path, most: longest)
    } else if let text = console.variable(variable), !text.isEmpty {
      bytes = Array(text.utf8)
    } else {
      return nil
    }
    // An editor adds a line end, which is not part of the key.
    var key = bytes[...]
    while let last = key.last, [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(last) {
      key.removeLast()
    }
    do {
      return try SigningKey(Array(key))
    } catch {
      throw UsageError(
        description: "a signing key has at least \(SigningKey.shortest) bytes; "
          + "this one has \(key.count)")
    }
  }
}
