internal import COpenSSL

/// Bytes that only their owner may know; they never appear in a text.
public struct Secret: Sendable {
  /// The fewest bytes of a secret.
  public static let shortest = 16

  /// The bytes themselves, for a computation; not for a message.
  public let bytes: [UInt8]

  /// Takes the bytes of a secret; `nil` if they are fewer than `shortest`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.shortest else { return nil }
    self.bytes = bytes
  }

  /// A secret of 32 random bytes.
  public static func random() -> Secret {
    var bytes = [UInt8](repeating: 0, count: 32)
    let done = unsafe RAND_bytes(&bytes, Int32(bytes.count))
    guard done == 1, let secret = Secret(bytes) else {
      preconditionFailure("libcrypto has no random numbers")
    }
    return secret
  }

  /// Whether `candidate` is the secret, found out in constant time.
  public func matches(_ candidate: [UInt8]) -> Bool {
    areEqualInConstantTime(bytes, candidate)
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// Hides the secret.
  public var description: String { "Secret(hidden)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
