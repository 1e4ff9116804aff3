/// Writes sealed changes to the tables, as they are.
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
      UPDATE rows SET place = ?4, other_place = ?5, turn = ?6, box = ?7
      WHERE kind = ?1 AND first = ?2 AND second = ?3
      """)
    removeRow = try database.prepare("DELETE FROM rows WHERE kind = ? AND first = ? AND second = ?")
    insertBlock = try database.prepare("INSERT INTO clicks VALUES (?,?,?,?)")
    removeBlocks = try database.prepare("DELETE FROM clicks WHERE first BETWEEN ? AND ?")
    removeMarks = try database.prepare(
      "DELETE FROM rows WHERE kind = \(RowName.Kind.clickMark.rawValue) AND first BETWEEN ? AND ?")
    updateProgress = try Progress.update(of: database)
  }

  /// Applies turns and the database's progress in one transaction.
  ///
  /// `segment` is the oldest segment that is needed afterwards; `done` receives the byte count of
  /// each applied turn.
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

  /// Sets the lowest number of the next click.
  func goOn(from sequence: UInt64) throws(StoreError) {
    progress.note(sequence: sequence - 1)
    try progress.write(with: updateProgress)
  }

  /// Removes rows that can no longer be opened.
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
    case .strays(let clicks): progress.note(place: clicks.label.place)
    case .clicksGone(let first, let last): try removeClicks(first, last)
    case .deleted(_, let seal): try seal?.write(to: database)
    case .released: break
    }
  }
}

extension ChangeWriter {
  private func put(_ row: SealedRow) throws(StoreError) {
    let label = row.label
    progress.note(place: max(label.places.0, label.places.1))
    if label.name.kind == .opening { progress.note(sequence: label.name.first) }
    try insertRow.bind(label).bind(row.box).run()
    if database.changes == 1 {
      progress.rows += 1
      return
    }
    try updateRow.bind(label).bind(row.box).run()
  }

  private func remove(_ name: RowName) throws(StoreError) {
    try removeRow.bind(name).run()
    progress.rows -= database.changes
  }

  private func put(_ clicks: SealedClicks) throws(StoreError) {
    progress.note(sequence: clicks.label.last)
    progress.note(place: clicks.label.place)
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
