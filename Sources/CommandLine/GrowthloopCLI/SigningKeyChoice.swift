import Foundation
import LinkSigning

/// The key that checks signed links and hashes persons, from a file or from the environment.
enum SigningKeyChoice {
  static let option = "--signing-key-file"
  static let variable = "GROWTHLOOP_SIGNING_KEY"

  /// How long a file is at most that holds a key.
  private static let longest = 1 << 16

  static let help = """
      --signing-key-file F  the key that checks signed links and hashes persons in events: at least
                            \(SigningKey.shortest) bytes; or in the environment, as \(variable)
    """

  /// Returns the key, or `nil` if none was given; it is never printed.
  static func read(_ arguments: Arguments, on console: any Console) throws -> SigningKey? {
    let bytes: [UInt8]
    if let path = try arguments.one(option) {
      bytes = try InputFile.bytes(of: path, most: longest)
    } else if let text = console.variable(variable), !text.isEmpty {
      bytes = Array(text.utf8)
    } else {
      return nil
    }
    // An editor ends the line of a key; the key does not.
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
