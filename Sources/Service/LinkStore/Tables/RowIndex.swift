import Vocabulary

/// The key of an index.
protocol RowKey {
  static func key(of row: PackedInvite) -> UInt64
}

/// Finds rows by a key in the row itself, in four bytes a slot.
///
/// Open addressing with linear probing, in 1,024 small tables that grow one by one: no growth, at
/// any size, takes longer than moving a thousandth of the rows. They grow by a quarter, so that three
/// to four slots of five are taken and a row costs seven bytes at the most.
struct RowIndex<Key: RowKey> {
  struct Table {
    /// One more than the number of a row; zero is free.
    var slots: [UInt32] = []
    var count = 0
  }

  static var tableBits: UInt64 { 10 }
  var tables = [Table](repeating: Table(), count: 1 << Int(tableBits))

  /// The bytes that the slots take.
  var bytes: Int { tables.reduce(0) { $0 + $1.slots.count * 4 } }

  /// The row with that key; `nil` if there is none.
  func find(_ key: UInt64, in rows: InviteRows) -> UInt32? {
    let hash = Self.hash(key)
    let place = Self.table(hash)
    return slot(key, hash, in: place, of: rows).map { tables[place].slots[$0] - 1 }
  }

  /// Adds a row whose key no other row has.
  mutating func insert(_ row: UInt32, in rows: InviteRows) {
    let hash = Self.hash(Key.key(of: rows[row]))
    let place = Self.table(hash)
    if tables[place].count * 4 >= tables[place].slots.count * 3 { grow(place, rows) }
    Self.put(row, hash, into: &tables[place].slots)
    tables[place].count += 1
  }

  /// Replaces the row that has the same key by `row`.
  mutating func replace(by row: UInt32, in rows: InviteRows) {
    let key = Key.key(of: rows[row])
    let hash = Self.hash(key)
    let place = Self.table(hash)
    if let slot = slot(key, hash, in: place, of: rows) { tables[place].slots[slot] = row + 1 }
  }

  /// Removes a key, and closes the gap so that no search ends too early.
  mutating func remove(_ key: UInt64, in rows: InviteRows) {
    let hash = Self.hash(key)
    let place = Self.table(hash)
    guard var gap = slot(key, hash, in: place, of: rows) else { return }
    let count = tables[place].slots.count
    /// The number of steps from one slot to another.
    func steps(_ start: Int, _ end: Int) -> Int { end >= start ? end - start : end - start + count }
    var next = Self.slot(after: gap, of: count)
    while tables[place].slots[next] != 0 {
      let neighbour = tables[place].slots[next]
      let home = Self.home(Self.hash(Key.key(of: rows[neighbour - 1])), of: count)
      // It may fill the gap unless its home lies behind the gap, on the way to where it stands.
      if steps(home, next) >= steps(gap, next) {
        tables[place].slots[gap] = neighbour
        gap = next
      }
      next = Self.slot(after: next, of: count)
    }
    tables[place].slots[gap] = 0
    tables[place].count -= 1
  }

  private func slot(
    _ key: UInt64, _ hash: UInt64, in place: Int, of rows: InviteRows
  ) -> Int? {
    let count = tables[place].slots.count
    guard count > 0 else { return nil }
    var slot = Self.home(hash, of: count)
    while true {
      let entry = tables[place].slots[slot]
      if entry == 0 { return nil }
      if Key.key(of: rows[entry - 1]) == key { return slot }
      slot = Self.slot(after: slot, of: count)
    }
  }

  /// The first slot of a search: the low half of the hash, scaled to the number of slots.
  static func home(_ hash: UInt64, of count: Int) -> Int {
    Int(((hash & 0xFFFF_FFFF) &* UInt64(count)) >> 32)
  }

  private static func slot(after slot: Int, of count: Int) -> Int {
    slot + 1 == count ? 0 : slot + 1
  }

  static func table(_ hash: UInt64) -> Int { Int(hash >> (64 - tableBits)) }

  /// Mixes a key that may follow a pattern: the finalizer of SplitMix64.
  static func hash(_ key: UInt64) -> UInt64 {
    var mixed = (key ^ (key >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  static func put(_ row: UInt32, _ hash: UInt64, into slots: inout [UInt32]) {
    var slot = home(hash, of: slots.count)
    while slots[slot] != 0 { slot = self.slot(after: slot, of: slots.count) }
    slots[slot] = row + 1
  }

  private mutating func grow(_ place: Int, _ rows: InviteRows) {
    let count = tables[place].slots.count
    var larger = [UInt32](repeating: 0, count: count + max(4, count / 4))
    for entry in tables[place].slots where entry != 0 {
      Self.put(entry - 1, Self.hash(Key.key(of: rows[entry - 1])), into: &larger)
    }
    tables[place].slots = larger
  }
}

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

/// The users by the keyed hashes of their numbers; a number has one user.
struct NumberIndex {
  private var users: [NumberHash: PrincipalID] = [:]

  /// Returns the user of a number.
  subscript(number: NumberHash) -> PrincipalID? { users[number] }

  /// Records that the number of a user is another one, or none.
  mutating func change(of user: PrincipalID, from old: NumberHash?, to new: NumberHash?) {
    guard old != new else { return }
    // Another user may have the old one already.
    if let old, users[old] == user { users[old] = nil }
    if let new { users[new] = user }
  }
}
