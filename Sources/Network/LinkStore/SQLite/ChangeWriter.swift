import Attribution
import Invites
import Vocabulary

/// Puts changes into the tables, within a transaction of whoever calls.
final class ChangeWriter {
  private let database: Database
  private let statements: ChangeStatements
  private var block = ClickBlock()
  /// The number of the newest click that stands in a block.
  private var newestStored: UInt64 = 0

  init(_ database: Database) throws(StoreError) {
    self.database = database
    statements = try ChangeStatements(database)
    newestStored = UInt64(
      bitPattern: try database.number("SELECT next_sequence - 1 FROM progress"))
  }

  /// Applies turns as one transaction; the database then says that it has them.
  ///
  /// `progress` hears of the bytes of each turn that was applied.
  func apply(_ turns: [Turn], progress: (Int) -> Void = { _ in }) throws(StoreError) {
    guard let last = turns.last else { return }
    let stored = newestStored
    do throws(StoreError) {
      try database.transaction { () throws(StoreError) in
        for turn in turns {
          try apply(turn)
          progress(turn.changes.count)
        }
        try endBlock()
        try statements.progress.bind(Int64(last.number)).bind(Int64(newestStored + 1)).run()
      }
    } catch {
      block = ClickBlock()
      newestStored = stored
      throw error
    }
  }

  private func apply(_ turn: Turn) throws(StoreError) {
    do {
      try turn.forEachChange { try apply($0) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .corrupt(path: database.path, finding: "turn \(turn.number) of its journal is garbled")
    }
  }

  private func apply(_ change: LinkChange) throws(StoreError) {
    switch change {
    case .invite(let invite): try statements.put(invite)
    case .inviteGone(let code): try statements.removeInvite.bind(Int64(code.packed)).run()
    case .click(let click): try put(click)
    case .strayClick: break
    case .opening(let opening):
      newestStored = max(newestStored, opening.sequence)
      try statements.put(opening)
    case .openingGone(let opening):
      try statements.removeOpening.bind(Int64(bitPattern: opening.sequence)).run()
    case .referral(let referral): try statements.put(referral)
    case .referralGone(let pair): try statements.remove(statements.removeReferral, pair)
    case .person(let person): try statements.put(person)
    case .personGone(let id):
      try statements.removePerson.bind(Int64(bitPattern: id.rawValue)).run()
    case .request(let request): try statements.put(request)
    case .requestGone(let name): try statements.remove(name)
    case .notice(let notice): try statements.put(notice)
    case .noticeGone(let pair): try statements.remove(statements.removeNotice, pair)
    case .clicksSwept(let moment): try sweep(before: moment)
    }
  }
}

extension ChangeWriter {
  private func put(_ click: ClickFootprint) throws(StoreError) {
    if click.sequence > newestStored {
      newestStored = click.sequence
      block.append(click)
      if block.isFull { try endBlock() }
      return
    }
    if click.isErased {
      try erase(click.sequence)
    } else if click.isSpent {
      try statements.spend.bind(Int64(bitPattern: click.sequence)).run()
    } else {
      try statements.unspend.bind(Int64(bitPattern: click.sequence)).run()
    }
  }

  private func endBlock() throws(StoreError) {
    guard !block.clicks.isEmpty else { return }
    try store(block)
    for click in block.clicks where click.isSpent {
      try statements.spend.bind(Int64(bitPattern: click.sequence)).run()
    }
    block = ClickBlock()
  }

  private func store(_ block: ClickBlock) throws(StoreError) {
    guard let first = block.clicks.first, let newest = block.clicks.map(\.at).max() else { return }
    try statements.putBlock.bind(Int64(bitPattern: first.sequence))
      .bind(first.at.milliseconds).bind(newest.milliseconds).bind(block.encoded).run()
  }

  /// Writes the block of a click anew, without it.
  private func erase(_ sequence: UInt64) throws(StoreError) {
    try endBlock()
    let number = Int64(bitPattern: sequence)
    try statements.unspend.bind(number).run()
    let find = statements.findBlock.bind(number)
    guard try find.step() else { return }
    let first = find.integer(0)
    let bytes = find.bytes(1)
    while try find.step() {}
    guard var block = try? ClickBlock(decoding: bytes) else {
      throw .corrupt(path: database.path, finding: "the clicks from \(first) on are garbled")
    }
    block.remove(sequence)
    try statements.removeBlock.bind(first).run()
    try store(block)
  }

  /// Deletes the blocks all of whose clicks are due; a block spans little time.
  private func sweep(before moment: Instant) throws(StoreError) {
    try endBlock()
    try statements.sweepBlocks.bind(moment.milliseconds).run()
    try statements.sweepSpent.run()
  }
}
