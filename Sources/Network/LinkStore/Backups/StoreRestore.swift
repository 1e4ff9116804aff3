import Profiles
public import Secrets
public import Vocabulary

/// Restores a store from a copy of the data and a copy of the keys.
public enum StoreRestore {
  /// The result of a restore.
  public struct Report: Hashable, Sendable {
    public let invites: Int
    public let people: Int
    /// The number of deletions in the replayed ledger.
    public let deletions: Int
    /// The number of rows left out: of deleted users, or under destroyed keys.
    public let rowsLeftOut: Int
  }

  /// Restores a store into a new folder.
  ///
  /// Users in the ledger of the copy, or in a later `ledger`, are deleted again before the store
  /// can be opened: their rows are left out, and their keys destroyed.
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
    let unfinished = try StoreDraft(of: folder)
    let draft = unfinished.files
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
      // Keys after the data's last one seal later rows, and are not needed.
      try KeyFile.write(
        content.places.prefix(Int(progress.nextPlace)), to: draft.keys, root: wrapping)
      try DeletionLedger.write(entries, to: draft.ledger)
      let report = try settle(draft, root, rows: progress.rows, deletions: entries.count)
      try unfinished.finish(as: folder)
      return report
    } catch {
      do throws(StoreError) { try draft.remove() } catch {}
      throw error
    }
  }

  /// Opens the store once, which destroys the keys of deleted users.
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
  /// Terms that make no row due, for maintenance commands.
  static var everything: MatchingTerms {
    var terms = MatchingTerms(rule: LinkEngine.terms(of: .rin).rule, keptFor: .days(100_000))
    terms.lateness = .days(100_000)
    return terms
  }
}
