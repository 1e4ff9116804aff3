extension RowIndex {
  /// Builds the index of many rows at once, many times faster than one by one.
  ///
  /// Of rows that share a key the index holds the last; `onShared` receives each with its
  /// predecessor. Random access stays within one table.
  init(of rows: InviteRows, count: UInt32, onShared: (_ row: UInt32, _ earlier: UInt32) -> Void) {
    self.init()
    var byTable = [[(hash: UInt64, row: UInt32)]](repeating: [], count: 1 << Int(Self.tableBits))
    let share = Int(count) >> Int(Self.tableBits)
    for place in byTable.indices { byTable[place].reserveCapacity(share + share / 8) }
    for row in 0..<count {
      let hash = Self.hash(Key.key(of: rows[row]))
      byTable[Self.table(hash)].append((hash, row))
    }
    for place in byTable.indices {
      fill(place, with: byTable[place], onShared)
      byTable[place] = []
    }
  }

  private mutating func fill(
    _ place: Int, with entries: [(hash: UInt64, row: UInt32)], _ onShared: (UInt32, UInt32) -> Void
  ) {
    // The hash loses nothing of the key: equal hashes are equal keys.
    var sorted = entries
    sorted.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
    var last: [(hash: UInt64, row: UInt32)] = []
    last.reserveCapacity(sorted.count)
    for entry in sorted {
      if let before = last.last, before.hash == entry.hash {
        onShared(entry.row, before.row)
        last[last.count - 1] = entry
      } else {
        last.append(entry)
      }
    }
    // Not filled to the limit: else all tables would grow at once, with the next rows.
    tables[place].slots = [UInt32](repeating: 0, count: last.count * 10 / 7 + 4)
    tables[place].count = last.count
    for entry in last { Self.put(entry.row, entry.hash, into: &tables[place].slots) }
  }
}
