internal import GrowthloopTransport

/// A secret that signs links; no description reveals it.
public struct SigningKey: Sendable {
  /// The fewest bytes of a key.
  public static let shortest = 16

  public enum Refusal: Error, Hashable, Sendable {
    /// The key has fewer bytes than `shortest`.
    case tooShort(bytes: Int)
  }

  private let bytes: [UInt8]

  /// Makes a key of bytes, which should be random.
  public init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count >= Self.shortest else { throw .tooShort(bytes: bytes.count) }
    self.bytes = bytes
  }

  /// Makes a key of any length, for published test vectors.
  init(ofAnyLength bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The HMAC-SHA256 of `message`, in 32 bytes.
  func authenticationCode(of message: [UInt8]) -> [UInt8] {
    HMACSHA256.code(of: message, under: bytes)
  }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
  /// Hides the key.
  public var description: String { "SigningKey(hidden)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
