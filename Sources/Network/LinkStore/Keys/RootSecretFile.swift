public import Secrets

/// Where the root secret of a store is by default: beside its folder, and not in it, so that whoever
/// copies the folder has not got it.
public enum RootSecretFile {
  public static func path(beside folder: String) -> String {
    var folder = folder[...]
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    return "\(folder).root-secret"
  }

  /// Reads the root secret of the store in `folder`, and makes one where no store has been begun.
  public static func read(
    _ path: String? = nil, forStoreIn folder: String
  ) throws(SecretProblem) -> Secret {
    let file = SecretFile(path ?? self.path(beside: folder))
    // A new one would open nothing that is there.
    return DiskFile.exists(StoreFiles(folder).keys) ? try file.read() : try file.readOrGenerate()
  }
}
