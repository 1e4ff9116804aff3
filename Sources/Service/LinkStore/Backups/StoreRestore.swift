import Attribution
import Profiles
public import GrowthloopTransport
public import Vocabulary

/// Restores a store from a copy of the data and a copy of the keys.
public enum StoreRestore {
  /// The result of a restore.
  public struct Report: Hashable, Sendable {
    public let invites: Int
    public let people: Int
    /// The number of deletions in the ledger.
    public let deletions: Int
    /// The number of users and notices that the copy had, and that were deleted again.
    public let deletedAgain: Int
    /// The number of rows left out, since their keys are destroyed.
    public let rowsLeftOut: Int
  }

  /// Restores a store into a new folder.
  ///
  /// Users in a later `ledger` are deleted again before the store can be served, as an engine
  /// deletes them: what the store then has is what it would have, had they been deleted from the
  /// copy. Without one, users who were deleted since the copy come back. Keys that were copied
  /// after deletions that the data lacks are refused, unless `lateKeys` allows the loss of others'
  /// rows.
  public static func restore(
    _ backup: String, keys: String, ledger: String?, to folder: String, root: Secret,
    at now: Instant, lateKeys: Bool = false
  ) throws(StoreError) -> Report {
    try restore(
      backup, keys: keys, ledger: ledger, to: folder, root: root, at: now, lateKeys: lateKeys,
      chance: SystemRandomNumberGenerator())
  }

  /// Restores a store; `chance` draws the pseudonyms of users who are deleted again.
  static func restore(
    _ backup: String, keys: String, ledger: String?, to folder: String, root secret: Secret,
    at now: Instant, lateKeys: Bool = false, chance: some RandomNumberGenerator
  ) throws(StoreError) -> Report {
    guard !DiskFile.exists(folder) else { throw .exists(path: folder) }
    let source = StoreFiles(backup)
    let root = RootKeys(secret)
    let content = try KeyFile.read(keys, root: root.wrapping)
    try content.checkAge(at: now, of: keys)
    let copied = try DeletionLedger.read(source.ledger, under: root)
    let entries = try deletions(copied, and: ledger, root)
    let unfinished = try StoreDraft(of: folder)
    let draft = unfinished.files
    do throws(StoreError) {
      let copy = try Database(source.database, for: .reading).copy(to: draft.database)
      try Schema.current.migrate(copy)
      let needed = Int(try Progress(of: copy).nextPlace)
      guard content.places.count >= needed else {
        throw .corrupt(
          path: keys,
          finding:
            "\(needed - content.places.count) keys are missing that the data"
            + " needs: it is older than the data")
      }
      let seal = try DeletionLedger.Seal(of: copy)
      try check(seal, entries, at: source.ledger, root)
      // Before the first deletion there is no seal; how many an earlier release made is not known.
      let counted = seal.map { Int($0.count) } ?? (copied.isLinked ? 0 : .max)
      if let after = content.deletions, after > counted, !lateKeys {
        throw .unfit(
          path: keys,
          finding:
            "it was copied after \(after - counted) deletions that the data lacks, and"
            + " others' rows need the keys that were destroyed with them; take keys that were copied"
            + " before the data, or lose those rows with '--late-keys'")
      }
      // Keys after the data's last one seal later rows, and are not needed.
      try KeyFile.write(content.places.prefix(needed), to: draft.keys, root: root.wrapping)
      try DeletionLedger.write(entries, to: draft.ledger, under: root)
      try DeletionLedger.Chain(root, over: entries).seal.write(to: copy)
      let report = try settle(draft, secret, entries, chance)
      try unfinished.finish(as: folder)
      return report
    } catch {
      do throws(StoreError) { try draft.remove() } catch {}
      throw error
    }
  }

  /// The deletions of a copy, or of a later ledger, which must have those of the copy.
  private static func deletions(
    _ copied: DeletionLedger.Content, and later: String?, _ root: RootKeys
  ) throws(StoreError) -> [DeletionLedger.Entry] {
    let entries = try copied.whole()
    guard let later else { return entries }
    let all = try DeletionLedger.read(later, under: root).whole()
    guard all.starts(with: entries) else {
      throw .unfit(
        path: later,
        finding: "it lacks deletions that the copy has; name the latest file 'deletions' of the"
          + " folder that was lost")
    }
    return all
  }

  /// Throws unless the deletions begin with those that the data counts.
  private static func check(
    _ seal: DeletionLedger.Seal?, _ entries: [DeletionLedger.Entry], at path: String,
    _ root: RootKeys
  ) throws(StoreError) {
    guard let seal else { return }
    let counted = entries.prefix(Int(clamping: seal.count))
    guard DeletionLedger.Chain(root, over: counted).seal == seal else {
      throw .corrupt(path: path, finding: "it lacks deletions that the data counts")
    }
  }

  /// Opens the store once, and deletes users of the ledger who are in it.
  private static func settle(
    _ draft: StoreFiles, _ root: Secret, _ entries: [DeletionLedger.Entry],
    _ chance: some RandomNumberGenerator
  ) throws(StoreError) -> Report {
    let store = try SQLiteLinkStore(in: draft.path, .everything, root: root)
    let again = try store.repeatDeletions(entries, chance)
    let report = Report(
      invites: store.footprint.codes, people: store.relations.people.count,
      deletions: entries.count, deletedAgain: again, rowsLeftOut: store.droppedRows)
    try store.close()
    return report
  }
}

extension SQLiteLinkStore {
  /// Deletes the users and notices of these deletions that the store has, in their order; returns
  /// their number.
  fileprivate func repeatDeletions(
    _ entries: [DeletionLedger.Entry], _ chance: some RandomNumberGenerator
  ) throws(StoreError) -> Int {
    var people: [UInt64: PrincipalID] = [:]
    for person in ring.people { people[root.deletions.number(of: person)] = person }
    var profile = Profile.rin
    var chance: any RandomNumberGenerator = chance
    var count = 0
    for entry in entries {
      guard let person = people[entry.number] else { continue }
      if emailNotice(person) != nil {
        write(.emailGone(person))
      } else {
        // An engine reads nothing else of its profile for a deletion.
        profile.retention.onAccountDeletion = entry.fate == .erased ? .erase : .pseudonymise
        let engine = LinkEngine(following: profile, over: self, chance: chance)
        _ = engine.erase(person, at: entry.at)
        chance = engine.chance
      }
      count += 1
      if count % Self.deletionsOfTurn == 0 { try commitWithKeys() }
    }
    try commitWithKeys()
    return count
  }

  /// The most deletions of one turn.
  private static var deletionsOfTurn: Int { 64 }

  private func commitWithKeys() throws(StoreError) {
    try provideKeys()
    try commit()
  }
}

extension KeyFile.Content {
  /// Throws if the copy is too old.
  fileprivate func checkAge(at now: Instant, of path: String) throws(StoreError) {
    guard let copiedAt, case let age = now - copiedAt, age > KeyFile.copyLife else { return }
    throw .expired(path: path, days: Int(age.wholeDays), most: Int(KeyFile.copyLife.wholeDays))
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
