/// The paths of a store's files.
struct StoreFiles {
  let path: String

  init(_ path: String) { self.path = path }

  var database: String { "\(path)/store.sqlite" }
  var keys: String { "\(path)/\(KeyFile.name)" }
  var ledger: String { "\(path)/\(DeletionLedger.name)" }
  /// The unsealed database of an earlier release.
  var plain: String { "\(path)/links.sqlite" }

  /// Makes the files of a new store; throws if only some of them exist.
  func begin(_ root: RootKeys) throws(StoreError) {
    guard !DiskFile.exists(plain) else { throw .unsealed(path: plain) }
    guard !DiskFile.exists(database) else { return }
    // If a crash cut off the making of a store, no row is sealed under its keys yet.
    if DiskFile.exists(keys), try KeyFile.read(keys, root: root.wrapping).places.count > 1 {
      throw .corrupt(path: database, finding: "it is missing, and its keys are there")
    }
    for path in [keys, ledger] { try DiskFile.remove(path) }
    try KeyFile.begin(keys, root: root.wrapping)
    try DeletionLedger.begin(ledger)
    try DiskFile.syncFolder(path)
  }

  /// Removes the folder of unfinished work, if it exists.
  func remove() throws(StoreError) {
    guard DiskFile.exists(path) else { return }
    for name in try DiskFile.names(in: path) where name != "." && name != ".." {
      try DiskFile.remove("\(path)/\(name)")
    }
    try DiskFile.removeFolder(path)
  }

  func readKeys(_ root: RootKeys) throws(StoreError) -> KeyFile.Content {
    guard !DiskFile.exists(plain) else { throw .unsealed(path: plain) }
    for path in [keys, ledger] where !DiskFile.exists(path) {
      throw .corrupt(path: path, finding: "it is missing")
    }
    let content = try KeyFile.read(keys, root: root.wrapping)
    guard content.copiedAt == nil else {
      throw .corrupt(
        path: keys, finding: "it is a copy of keys, which 'growthloop store restore' takes")
    }
    return content
  }
}

extension JournalReader.Content {
  /// The deletions in the journal's turns.
  func deletions() throws(StoreError) -> [DeletionLedger.Entry] {
    var entries: [DeletionLedger.Entry] = []
    for turn in turns {
      do {
        try turn.forEachChange { if case .erased(let entry) = $0 { entries.append(entry) } }
      } catch {
        throw .corrupt(path: "", finding: "turn \(turn.number) of the journal is garbled")
      }
    }
    return entries
  }
}
