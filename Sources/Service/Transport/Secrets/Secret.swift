internal import CGrowthloopOpenSSL

/// The bytes of a secret, which no description reveals.
public struct Secret: Sendable {
  /// The fewest bytes of a secret.
  public static let shortest = 16

  /// The bytes, for computations only.
  public let bytes: [UInt8]

  /// Creates a secret of bytes; `nil` if they are fewer than `shortest`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.shortest else { return nil }
    self.bytes = bytes
  }

  /// Returns a secret of 32 random bytes.
  public static func random() -> Secret {
    var bytes = [UInt8](repeating: 0, count: 32)
    let done = unsafe RAND_bytes(&bytes, Int32(bytes.count))
    guard done == 1, let secret = Secret(bytes) else {
      preconditionFailure("libcrypto has no random numbers")
    }
    return secret
  }

  /// Returns whether `candidate` is the secret, compared in constant time.
  public func matches(_ candidate: [UInt8]) -> Bool {
    areEqualInConstantTime(bytes, candidate)
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// Hides the secret.
  public var description: String { "Secret(hidden)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares bytes in a time that depends on their counts alone, so that timing reveals no correct
/// part of a guess.
public func areEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}
