package import Invites
package import GrowthloopLinkStore
internal import GrowthloopTransport

/// A hash of telephone numbers with HMAC-SHA256, cut to 128 bits, under a key of its own.
package struct NumberHasher: Sendable {
  private let secret: Secret

  init(_ secret: Secret) {
    self.secret = secret
  }

  /// Returns the hash of a number, in a time that does not depend on its digits.
  package func hash(_ number: E164Number) -> NumberHash {
    let code = secret.authenticationCode(of: Array(number.text.utf8))
    return NumberHash(rawValue: code.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }
}
