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
    try DeletionLedger.begin(ledger, under: root)
    try DiskFile.syncFolder(path)
  }

  /// A remark on a folder that others may change; `nil` for one that only its owner may.
  var openness: String? {
    get throws(StoreError) {
      let mode = try DiskFile.mode(of: path)
      guard mode & 0o022 != 0 else { return nil }
      return "other users may replace the files in '\(path)' (mode \(String(mode, radix: 8))); "
        + "run: chmod 700 '\(path)'"
    }
  }

  /// Removes the folder of unfinished work, if it exists; a link to a folder is not followed.
  func remove() throws(StoreError) {
    guard DiskFile.exists(path) else { return }
    guard DiskFile.isFolder(path) else { throw .exists(path: path) }
    for file in try found() { try DiskFile.remove(file) }
    try DiskFile.removeFolder(path)
  }

  /// The paths of all that is in the folder.
  fileprivate func found() throws(StoreError) -> [String] {
    try DiskFile.names(in: path).filter { $0 != "." && $0 != ".." }.map { "\(path)/\($0)" }
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

/// A folder in which a copy of a store is made, beside its place; it is renamed when it is whole.
///
/// What is left of one that did not finish is removed by the next: it has a mark, which only the
/// process at work holds locked. Any other folder of that name stays as it is.
struct StoreDraft: ~Copyable {
  let files: StoreFiles
  private let mark: DiskFile

  /// Makes the folder beside `target`, or empties the one that is left of an earlier attempt.
  init(of target: String) throws(StoreError) {
    guard !DiskFile.exists(target) else { throw .exists(path: target) }
    let files = StoreFiles("\(target).unfinished")
    let path = "\(files.path)/growthloop-unfinished"
    var left: [String] = []
    if try !DiskFile.makeNewFolder(files.path) {
      guard DiskFile.isFolder(files.path) else { throw .exists(path: files.path) }
      left = try files.found()
      guard left.isEmpty || left.contains(path) else { throw .exists(path: files.path) }
    }
    let mark = try DiskFile(path, .marking)
    for other in left where other != path { try DiskFile.remove(other) }
    self.files = files
    self.mark = mark
  }

  /// Gives the folder its name.
  borrowing func finish(as target: String) throws(StoreError) {
    try DiskFile.remove(mark.path)
    try DiskFile.syncFolder(files.path)
    try DiskFile.rename(files.path, to: target)
    try DiskFile.syncParent(of: target)
  }
}

extension JournalReader.Content {
  /// The deletions in the journal, and after each the seal of all until then.
  func deletions() throws(StoreError) -> [(
    entry: DeletionLedger.Entry, seal: DeletionLedger.Seal?
  )] {
    var deletions: [(entry: DeletionLedger.Entry, seal: DeletionLedger.Seal?)] = []
    try forEachChange {
      if case .deleted(let entry, let seal) = $0 { deletions.append((entry, seal)) }
    }
    return deletions
  }

  /// The places of keys that the journal's turns destroy.
  func released() throws(StoreError) -> Set<UInt32> {
    var released: Set<UInt32> = []
    try forEachChange { if case .released(let places) = $0 { released.formUnion(places) } }
    return released
  }

  private func forEachChange(_ body: (SealedChange) -> Void) throws(StoreError) {
    for turn in applied + turns {
      do {
        try turn.forEachChange(body)
      } catch {
        throw .corrupt(path: path, finding: "turn \(turn.number) of the journal is garbled")
      }
    }
  }
}
