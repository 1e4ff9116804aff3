package import GrowthloopLinkStore
package import GrowthloopReports

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
