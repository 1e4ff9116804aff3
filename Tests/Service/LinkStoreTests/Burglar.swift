import Attribution
import Foundation
import Invites
@testable import GrowthloopLinkStore
import Vocabulary

/// A reader of a folder with the root secret and the present file of keys.
struct Burglar {
  private let places: [KeyPlace]

  init(withKeysOf folder: StoreFolder) throws {
    places = try KeyFile.read(folder.files.keys, root: RootKeys(.test).wrapping).places
  }

  /// What is in the boxes that open, of the database, its log, and the journal.
  func texts(in folder: StoreFolder) throws -> [[UInt8]] {
    try rows(in: folder).compactMap { row in
      key(row.label.places).flatMap {
        SealedBox.open(row.box, for: row.label.bytes, under: $0)
      }
    } + clickTexts(in: folder)
  }

  func clicks(in folder: StoreFolder) throws -> [ClickFootprint] {
    var clicks: [UInt64: ClickFootprint] = [:]
    for text in try clickTexts(in: folder) {
      var reader = FixedWidthReader(text[...])
      while !reader.isAtEnd {
        let click = try reader.takeClick()
        clicks[click.sequence] = click
      }
    }
    return clicks.values.sorted { $0.sequence < $1.sequence }
  }

  private func clickTexts(in folder: StoreFolder) throws -> [[UInt8]] {
    try boxes(in: folder).compactMap { clicks in
      key((clicks.label.place, 0)).flatMap {
        SealedBox.open(clicks.box, for: clicks.label.purpose(areKept: true), under: $0)
      }
    }
  }

  private func key(_ numbers: (UInt32, UInt32)) -> SealingKey? {
    guard case .live(let first) = places[Int(numbers.0)] else { return nil }
    guard numbers.1 != 0 else { return first }
    guard case .live(let second) = places[Int(numbers.1)] else { return nil }
    return first.and(second)
  }

  private func rows(in folder: StoreFolder) throws -> [SealedRow] {
    let rows = try Database(folder.database, for: .reading).prepare("SELECT * FROM rows")
    var found: [SealedRow] = []
    while try rows.step() {
      var columns = SQLiteRowReader(rows)
      found.append(
        SealedRow(label: try SealedRow.Label(from: &columns), box: columns.takeBytes()))
    }
    return try found
      + changes(in: folder).compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  private func boxes(in folder: StoreFolder) throws -> [SealedClicks] {
    let blocks = try Database(folder.database, for: .reading).prepare("SELECT boxes FROM clicks")
    var found: [SealedClicks] = []
    while try blocks.step() { try ClickBlock.each(in: blocks.bytes(0)[...]) { found.append($0) } }
    return try found
      + changes(in: folder).compactMap { if case .clicks(let clicks) = $0 { clicks } else { nil } }
  }

  /// What stands in the journal, needed or not.
  private func changes(in folder: StoreFolder) throws -> [SealedChange] {
    var changes: [SealedChange] = []
    for name in folder.journal {
      let bytes = folder.bytes(of: name)
      var place = JournalFormat.segmentHeader
      while let turn = JournalFormat.turn(at: place, of: bytes) {
        try turn.forEachChange { changes.append($0) }
        place += JournalFormat.turnHeader + turn.changes.count
      }
    }
    return changes
  }
}

extension [[UInt8]] {
  /// Whether these bytes stand in any of the texts.
  func hold(_ wanted: [UInt8]) -> Bool {
    contains { Data($0).range(of: Data(wanted)) != nil }
  }
}
