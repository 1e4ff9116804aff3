import Foundation
import Invites
import LinkSigning

/// The key that checks signed links, from a file or from the environment.
enum SigningKeyChoice {
  static let option = "--signing-key-file"
  static let variable = "GROWTHLOOP_SIGNING_KEY"

  static let help = """
      --signing-key-file F  the key that checks signed links: at least \(SigningKey.shortest) bytes;
                            or in the environment, as \(variable)
    """

  /// Returns the signer, or `nil` if no key was given; the key is never printed.
  static func read(_ arguments: Arguments, on console: any Console) throws -> (any LinkSigner)? {
    let bytes: [UInt8]
    if let path = try arguments.one(option) {
      guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else {
        throw InputOutputError(description: "cannot read the signing key from '\(path)'")
      }
      bytes = Array(data)
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
      return HMACLinkSigner(signingWith: try SigningKey(Array(key)))
    } catch {
      throw UsageError(
        description: "a signing key has at least \(SigningKey.shortest) bytes; "
          + "this one has \(key.count)")
    }
  }
}
