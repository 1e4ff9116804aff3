internal import GrowthloopTransport
public import Invites
public import Vocabulary

/// A signer of links with HMAC-SHA256, in 64 lower-case hexadecimal digits.
///
/// The first key signs and all of them verify: to change keys, put the new one in front, and drop
/// the old one when its last link has expired.
public struct HMACLinkSigner: LinkSigner {
  private let keys: [SigningKey]

  /// Creates a signer of the current key, and earlier ones that still verify.
  public init(signingWith key: SigningKey, alsoAccepting earlier: [SigningKey] = []) {
    keys = [key] + earlier
  }

  public func signature(of bytes: [UInt8]) -> LinkSignature {
    guard let signature = LinkSignature(keys[0].authenticationCode(of: bytes).hexadecimal)
    else { preconditionFailure("64 hexadecimal digits are a signature") }
    return signature
  }

  public func isValid(_ signature: LinkSignature, of bytes: [UInt8]) -> Bool {
    let claimed = Array(signature.text.utf8)
    // Every key is tried, so that timing does not reveal the right one.
    return keys.reduce(false) { isValid, key in
      let expected = Array(key.authenticationCode(of: bytes).hexadecimal.utf8)
      return areEqualInConstantTime(claimed, expected) || isValid
    }
  }
}

extension HMACLinkSigner: CustomStringConvertible, CustomReflectable {
  /// The number of keys, and no key.
  public var description: String { "HMACLinkSigner(keys: \(keys.count))" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A hash of persons with HMAC-SHA256, in 64 lower-case hexadecimal digits.
///
/// Account numbers are few enough to enumerate, so that a hash without a key would hide nothing.
public struct HMACIdentityHasher: IdentityHasher {
  private let signer: HMACLinkSigner

  public init(_ key: SigningKey) {
    signer = HMACLinkSigner(signingWith: key)
  }

  public func hash(_ principal: PrincipalID) -> String {
    // The first line separates these hashes from the signatures of links under the same key.
    signer.signature(of: Array("growthloop identity 1\n\(principal.rawValue)\n".utf8)).text
  }
}

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
