internal import Invites
public import GrowthloopLinkStore
public import GrowthloopTransport

/// The keys of a service, each for one purpose, all from one secret.
public struct ServiceKeys: Sendable {
  /// Signs and checks access tokens.
  public let tokens: TokenAuthority
  /// Signs and checks links, where the profile has signed ones.
  let links: HMACLinkSigner
  /// Hashes persons in exported events.
  public let identities: HMACIdentityHasher
  /// Hashes the signals of devices.
  let devices: KeyedHash
  /// Hashes idempotency keys.
  let requests: Secret
  /// Hashes telephone numbers.
  package let numbers: NumberHasher

  /// `links` is the key that signs links and hashes persons in events, if it is shared with others;
  /// else the two are made from the secret.
  public init(_ secret: Secret, links: SigningKey? = nil) {
    tokens = TokenAuthority(secret.derived(for: "growthloop access tokens 1"))
    devices = KeyedHash(secret.derived(for: "growthloop device signals 1"))
    requests = secret.derived(for: "growthloop request keys 1")
    numbers = NumberHasher(secret.derived(for: "growthloop phone numbers 1"))
    self.links = HMACLinkSigner(signingWith: links ?? Self.key("growthloop links 1", of: secret))
    identities = HMACIdentityHasher(links ?? Self.key("growthloop identities 1", of: secret))
  }

  private static func key(_ purpose: String, of secret: Secret) -> SigningKey {
    do throws(SigningKey.Refusal) {
      return try SigningKey(secret.derived(for: purpose).bytes)
    } catch {
      preconditionFailure("32 bytes are a key")
    }
  }
}
