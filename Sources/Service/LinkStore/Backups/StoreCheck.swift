import Vocabulary
public import GrowthloopTransport

/// Opens every row of a store, and reports damage; changes nothing.
public enum StoreCheck {
  /// The findings of a check.
  public struct Report: Hashable, Sendable {
    public var invites = 0
    public var people = 0
    public var clicks = 0
    public var deletions = 0
    public var keys = 0
    /// The number of turns that only the journal has.
    public var turns = 0
    public var damages: [StoreError] = []
    /// Findings that are no damage.
    public var remarks: [String] = []
  }

  /// Checks the store in `folder`; throws if another process has it open.
  public static func check(_ folder: String, root: Secret) throws(StoreError) -> Report {
    let lock = try DiskFile(folder, .locking)
    let files = StoreFiles(folder)
    let root = RootKeys(root)
    var report = Report()
    if let openness = try files.openness { report.remarks.append(openness) }
    let keys = report.trying { _ throws(StoreError) in try files.readKeys(root) }
    let ledger = report.trying { _ throws(StoreError) in
      try DeletionLedger.read(files.ledger, under: root)
    }
    report.keys = keys?.places.count { $0.isLive } ?? 0
    report.deletions = ledger?.entries.count ?? 0
    _ = report.trying { report throws(StoreError) in
      let database = try Database(files.database, for: .reading)
      try database.eachDamage { report.damages.append(.corrupt(path: files.database, finding: $0)) }
      let progress = try Progress(of: database)
      let journal = try JournalReader(in: folder).read(
        after: progress.turn, needing: progress.segment)
      report.turns = journal.turns.count
      if let torn = journal.tornAt {
        report.remarks.append("the last turn in \(torn.path) is torn at byte \(torn.place)")
      }
      _ = report.trying { report throws(StoreError) in
        guard let ledger else { return }
        report.deletions = try ledger.completed(
          by: journal, sealedBy: DeletionLedger.Seal(of: database), under: root
        ).all.count
        if ledger.damage != nil {
          report.remarks.append(
            "the last entries of \(files.ledger) are torn: the journal has them")
        }
      }
      guard let keys else { return }
      let copy = try database.copy()
      try Schema.current.migrate(copy)
      try ChangeWriter(copy).apply(journal.turns)
      var loader = try Loader(
        copy, keys: keys.places, at: files.keys, lateness: .days(100_000))
      loader.goesOn = true
      try loader.loadInvites({ _, _ in }) { _ in report.invites += 1 }
      try loader.load({ _, _ in }) { change in
        switch change {
        case .person: report.people += 1
        case .click: report.clicks += 1
        default: break
        }
      }
      for damage in loader.damages where !report.damages.contains(damage) {
        report.damages.append(damage)
      }
    }
    withExtendedLifetime(lock) {}
    return report
  }
}

extension StoreCheck.Report {
  /// Runs `body`, and adds its error to the damages.
  fileprivate mutating func trying<Value>(
    _ body: (inout StoreCheck.Report) throws(StoreError) -> Value
  ) -> Value? {
    do throws(StoreError) {
      return try body(&self)
    } catch {
      if !damages.contains(error) { damages.append(error) }
      return nil
    }
  }
}
