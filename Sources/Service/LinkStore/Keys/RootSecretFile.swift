public import GrowthloopTransport

/// The default place of a store's root secret: beside the folder, so that a copy of the folder
/// lacks it.
public enum RootSecretFile {
  public static func path(beside folder: String) -> String {
    var folder = folder[...]
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    return "\(folder).root-secret"
  }

  /// Reads the root secret of the store in `folder`; makes one if there is no store.
  public static func read(
    _ path: String? = nil, forStoreIn folder: String
  ) throws(SecretProblem) -> Secret {
    let file = SecretFile(path ?? self.path(beside: folder))
    // A new secret would open no existing row.
    guard !DiskFile.exists(StoreFiles(folder).keys) else { return try file.read() }
    let secret = try file.readOrGenerate()
    // An earlier start may have made it, and ended before its name was on the disk.
    do throws(SystemCallError) {
      try SmallFile(file.path).syncName()
    } catch {
      throw .inaccessible(error)
    }
    return secret
  }
}

/// The keys derived from the root secret, which lies outside the data folder.
struct RootKeys: Sendable {
  /// Wraps the keys in their file.
  let wrapping: SealingKey
  /// Hashes the ids of deleted users.
  let deletions: KeyedHash
  /// Links the entries of the ledger of deletions.
  let ledger: KeyedHash

  init(_ root: Secret) {
    wrapping = SealingKey(root, for: "growthloop store keys 1")
    deletions = KeyedHash(root.derived(for: "growthloop store deletions 1"))
    ledger = KeyedHash(root.derived(for: "growthloop store ledger 2"))
  }
}
