import Sealing

/// Puts sealed changes into the tables, as they are, within a transaction of its own.
final class ChangeWriter {
  private let database: Database
  private(set) var progress: Progress
  private var block = ClickBlock()

  private let insertRow: Statement
  private let updateRow: Statement
  private let removeRow: Statement
  private let insertBlock: Statement
  private let removeBlocks: Statement
  private let removeMarks: Statement
  private let updateProgress: Statement

  init(_ database: Database) throws(StoreError) {
    self.database = database
    progress = try Progress(of: database)
    insertRow = try database.prepare("INSERT OR IGNORE INTO rows VALUES (?,?,?,?,?,?,?)")
    updateRow = try database.prepare(
      """
      UPDATE rows SET place = ?, other_place = ?, turn = ?, box = ?
      WHERE kind = ? AND first = ? AND second = ?
      """)
    removeRow = try database.prepare("DELETE FROM rows WHERE kind = ? AND first = ? AND second = ?")
    insertBlock = try database.prepare("INSERT INTO clicks VALUES (?,?,?,?)")
    removeBlocks = try database.prepare("DELETE FROM clicks WHERE first BETWEEN ? AND ?")
    removeMarks = try database.prepare(
      "DELETE FROM rows WHERE kind = \(RowName.Kind.clickMark.rawValue) AND first BETWEEN ? AND ?")
    updateProgress = try Progress.update(of: database)
  }

  /// Applies turns as one transaction; the database then says that it has them.
  ///
  /// `segment` is the oldest segment of the journal that is needed from then on; `done` hears of the
  /// bytes of each turn that was applied.
  func apply(
    _ turns: [Turn], needing segment: UInt64? = nil, done: (Int) -> Void = { _ in }
  ) throws(StoreError) {
    var next = progress
    next.turn = turns.last?.number ?? next.turn
    next.segment = segment ?? next.segment
    guard !turns.isEmpty || next != progress else { return }
    let before = progress
    do throws(StoreError) {
      try database.transaction { () throws(StoreError) in
        for turn in turns {
          try apply(turn)
          done(turn.changes.count)
        }
        try endBlock()
        progress.turn = next.turn
        progress.segment = next.segment
        try progress.write(with: updateProgress)
      }
    } catch {
      block = ClickBlock()
      progress = before
      throw error
    }
  }

  /// Gives no click a number before that one.
  func goOn(from sequence: UInt64) throws(StoreError) {
    progress.note(sequence: sequence - 1)
    try progress.write(with: updateProgress)
  }

  /// Removes rows that can be read no more.
  func remove(_ names: [RowName], _ blocks: [UInt64]) throws(StoreError) {
    guard !names.isEmpty || !blocks.isEmpty else { return }
    let before = progress
    do throws(StoreError) {
      try database.transaction { () throws(StoreError) in
        for name in names { try remove(name) }
        for first in blocks { try removeClicks(first, first) }
        try progress.write(with: updateProgress)
      }
    } catch {
      progress = before
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

  private func apply(_ change: SealedChange) throws(StoreError) {
    switch change {
    case .row(let row): try put(row)
    case .gone(let name): try remove(name)
    case .clicks(let clicks): try put(clicks)
    case .strays(let clicks): progress.note(place: clicks.place)
    case .clicksGone(let first, let last): try removeClicks(first, last)
    case .erased: break
    }
  }
}

extension ChangeWriter {
  private func put(_ row: SealedRow) throws(StoreError) {
    progress.note(place: max(row.places.0, row.places.1))
    if row.name.kind == .opening { progress.note(sequence: row.name.first) }
    try insertRow.bind(row.name).bind(Int64(row.places.0)).bind(Int64(row.places.1))
      .bind(Int64(bitPattern: row.turn)).bind(row.box).run()
    if database.changes == 1 {
      progress.rows += 1
      return
    }
    try updateRow.bind(Int64(row.places.0)).bind(Int64(row.places.1))
      .bind(Int64(bitPattern: row.turn)).bind(row.box).bind(row.name).run()
  }

  private func remove(_ name: RowName) throws(StoreError) {
    try removeRow.bind(name).run()
    progress.rows -= database.changes
  }

  private func put(_ clicks: SealedClicks) throws(StoreError) {
    progress.note(sequence: clicks.last)
    progress.note(place: clicks.place)
    if !block.takes(clicks) { try endBlock() }
    block.append(clicks)
  }

  private func endBlock() throws(StoreError) {
    guard !block.isEmpty else { return }
    try insertBlock.bind(Int64(bitPattern: block.first)).bind(Int64(bitPattern: block.last))
      .bind(Int64(block.place)).bind(block.boxes[...]).run()
    progress.blocks += 1
    block = ClickBlock()
  }

  private func removeClicks(_ first: UInt64, _ last: UInt64) throws(StoreError) {
    try endBlock()
    try removeBlocks.bind(Int64(bitPattern: first)).bind(Int64(bitPattern: last)).run()
    progress.blocks -= database.changes
    try removeMarks.bind(Int64(bitPattern: first)).bind(Int64(bitPattern: last)).run()
    progress.rows -= database.changes
  }
}

extension Statement {
  @discardableResult
  func bind(_ name: RowName) -> Statement {
    bind(Int64(name.kind.rawValue)).bind(Int64(bitPattern: name.first))
      .bind(Int64(bitPattern: name.second))
  }
}
