import Sealing
import Secrets

/// What is made from the root secret, which lies outside of the folder of the data.
struct RootKeys: Sendable {
  /// Wraps the keys in their file.
  let wrapping: SealingKey
  /// Hashes the ids of deleted users.
  let deletions: KeyedHash

  init(_ root: Secret) {
    wrapping = SealingKey(root, for: "growthloop store keys 1")
    deletions = KeyedHash(root.derived(for: "growthloop store deletions 1"))
  }
}
