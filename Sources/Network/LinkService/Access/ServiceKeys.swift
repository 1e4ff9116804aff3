internal import Invites
public import LinkSigning
public import Secrets

/// The keys of a service, each for one purpose, all from one secret.
public struct ServiceKeys: Sendable {
  /// Signs and checks access tokens.
  public let tokens: TokenAuthority
  /// Signs and checks links, where the profile has signed ones.
  let links: HMACLinkSigner
  /// Hashes the signals of devices.
  let devices: KeyedHash
  /// Hashes idempotency keys.
  let requests: Secret

  /// `links` is the key that signs links, if it is shared with others; else it is made from the secret.
  public init(_ secret: Secret, links: SigningKey? = nil) {
    tokens = TokenAuthority(secret.derived(for: "growthloop access tokens 1"))
    devices = KeyedHash(secret.derived(for: "growthloop device signals 1"))
    requests = secret.derived(for: "growthloop request keys 1")
    let own: SigningKey
    do throws(SigningKey.Refusal) {
      own = try SigningKey(secret.derived(for: "growthloop links 1").bytes)
    } catch {
      preconditionFailure("32 bytes are a key")
    }
    self.links = HMACLinkSigner(signingWith: links ?? own)
  }
}
