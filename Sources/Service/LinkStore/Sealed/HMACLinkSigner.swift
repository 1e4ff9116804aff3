public import Invites
internal import GrowthloopTransport

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
