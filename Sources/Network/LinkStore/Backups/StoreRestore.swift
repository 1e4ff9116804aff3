import Profiles
public import Secrets
public import Vocabulary

/// Puts a copy of the data and a copy of the keys together again.
public enum StoreRestore {
  /// What came of it.
  public struct Report: Hashable, Sendable {
    public let invites: Int
    public let people: Int
    /// Who was deleted, by the ledger that was replayed.
    public let deletions: Int
    /// How many rows of theirs, or of keys that are destroyed, were left out.
    public let rowsLeftOut: Int
  }

  /// Makes a store in a new folder.
  ///
  /// Whoever stands in the ledger of the copy, or in a later `ledger`, is deleted before the store can
  /// be served: their rows are left out, and their keys destroyed.
  public static func restore(
    _ backup: String, keys: String, ledger: String?, to folder: String, root: Secret,
    at now: Instant
  ) throws(StoreError) -> Report {
    guard !DiskFile.exists(folder) else { throw .exists(path: folder) }
    let source = StoreFiles(backup)
    let wrapping = RootKeys(root).wrapping
    let content = try KeyFile.read(keys, root: wrapping)
    if let copiedAt = content.copiedAt {
      let age = now - copiedAt
      guard age <= KeyFile.copyLife else {
        throw .expired(path: keys, days: Int(age.wholeDays), most: Int(KeyFile.copyLife.wholeDays))
      }
    }
    var entries = try DeletionLedger.read(source.ledger)
    if let ledger {
      let known = Set(entries)
      entries += try DeletionLedger.read(ledger).filter { !known.contains($0) }
    }
    let draft = StoreFiles("\(folder).unfinished")
    try draft.remove()
    try DiskFile.makeFolder(draft.path)
    do throws(StoreError) {
      let copy = try Database(source.database, for: .reading).copy(to: draft.database)
      let progress = try Progress(of: copy)
      guard content.places.count >= Int(progress.nextPlace) else {
        throw .corrupt(
          path: keys,
          finding:
            "\(Int(progress.nextPlace) - content.places.count) keys are missing that the data"
            + " needs: it is older than the data")
      }
      // Keys that the data never used seal what came after it, and are not needed.
      try KeyFile.write(
        content.places.prefix(Int(progress.nextPlace)), to: draft.keys, root: wrapping)
      try DeletionLedger.write(entries, to: draft.ledger)
      let report = try settle(draft, root, rows: progress.rows, deletions: entries.count)
      try DiskFile.syncFolder(draft.path)
      try DiskFile.rename(draft.path, to: folder)
      return report
    } catch {
      do throws(StoreError) { try draft.remove() } catch {}
      throw error
    }
  }

  /// Opens the store once, which destroys the keys of whoever was deleted.
  private static func settle(
    _ draft: StoreFiles, _ root: Secret, rows: Int, deletions: Int
  ) throws(StoreError) -> Report {
    let store = try SQLiteLinkStore(in: draft.path, .everything, root: root)
    let (invites, people) = (store.footprint.codes, store.relations.people.count)
    try store.close()
    let left = try Progress(of: Database(draft.database, for: .reading)).rows
    return Report(
      invites: invites, people: people, deletions: deletions, rowsLeftOut: rows - left)
  }
}

extension MatchingTerms {
  /// Terms under which nothing is due, for commands that maintain a store.
  static var everything: MatchingTerms {
    var terms = MatchingTerms(rule: LinkDesk.terms(of: .rin).rule, keptFor: .days(100_000))
    terms.lateness = .days(100_000)
    return terms
  }
}
