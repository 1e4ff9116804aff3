extension SQLiteLinkStore {
  /// Whether a folder holds a store, of whatever release and state.
  public static func exists(in folder: String) -> Bool {
    let files = StoreFiles(folder)
    return DiskFile.exists(files.database) || DiskFile.exists(files.plain)
  }
}
