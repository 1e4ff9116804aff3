public import Invites
public import Vocabulary

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
