import Invites
import Vocabulary

/// All invites in memory: 48 bytes each, two index slots, and details of a few.
struct PackedInvites {
  private enum ByCode: RowKey {
    static func key(of row: PackedInvite) -> UInt64 { row.code }
  }

  private enum BySender: RowKey {
    static func key(of row: PackedInvite) -> UInt64 { row.sender }
  }

  private var rows = InviteRows()
  private var details: [UInt64: InviteDetail] = [:]
  private var byCode = RowIndex<ByCode>()
  /// The newest row of each sender; `next` leads on to older ones, and `previous` back.
  private var bySender = RowIndex<BySender>()
  private(set) var count = 0

  /// The bytes of rows and indexes, without details.
  var bytes: Int { rows.bytes + byCode.bytes + bySender.bytes }

  subscript(code: InviteCode) -> StoredInvite? {
    byCode.find(code.packed, in: rows).map { invite(at: $0) }
  }

  /// The invites of one sender, newest first.
  func invites(of sender: PrincipalID, atMost most: Int) -> [StoredInvite] {
    var found: [StoredInvite] = []
    eachRow(of: sender) { row in
      guard found.count < most else { return false }
      found.append(invite(at: row))
      return true
    }
    return found
  }

  func count(of sender: PrincipalID) -> Int {
    var count = 0
    eachRow(of: sender) { _ in
      count += 1
      return true
    }
    return count
  }

  /// Calls `body` with the rows of a sender, newest first, for as long as it returns `true`.
  private func eachRow(of sender: PrincipalID, _ body: (UInt32) -> Bool) {
    var place = bySender.find(sender.rawValue, in: rows)
    while let row = place, body(row) {
      place = rows[row].next == 0 ? nil : rows[row].next - 1
    }
  }

  /// Writes an invite, and returns the one that it replaces.
  mutating func put(_ invite: StoredInvite) -> StoredInvite? {
    var packed = PackedInvite(invite)
    let detail = InviteDetail(invite)
    packed.hasDetail = detail != .nothing
    var before: StoredInvite?
    if let row = byCode.find(packed.code, in: rows) {
      before = self.invite(at: row)
      if rows[row].sender == packed.sender, rows[row].createdAt == packed.createdAt {
        (packed.next, packed.previous) = (rows[row].next, rows[row].previous)
        rows[row] = packed
        details[packed.code] = packed.hasDetail ? detail : nil
        return before
      }
      _ = remove(invite.record.code)
    }
    if packed.hasDetail { details[packed.code] = detail }
    let row = rows.add(packed)
    byCode.insert(row, in: rows)
    link(row)
    count += 1
    return before
  }

  /// Removes an invite, and returns it.
  mutating func remove(_ code: InviteCode) -> StoredInvite? {
    guard let row = byCode.find(code.packed, in: rows) else { return nil }
    let before = invite(at: row)
    unlink(row)
    byCode.remove(code.packed, in: rows)
    details[code.packed] = nil
    rows.remove(row)
    count -= 1
    return before
  }

  /// Adds an invite with a new code; lookups find it after `index()`.
  mutating func append(_ invite: StoredInvite) {
    var packed = PackedInvite(invite)
    let detail = InviteDetail(invite)
    packed.hasDetail = detail != .nothing
    if packed.hasDetail { details[packed.code] = detail }
    _ = rows.add(packed)
    count += 1
  }

  /// Builds the indexes of all rows that were appended to an empty table.
  mutating func index() {
    byCode = RowIndex(of: rows, count: rows.used) { row, earlier in
      preconditionFailure("rows \(earlier) and \(row) have one code")
    }
    var links: [(row: UInt32, earlier: UInt32)] = []
    bySender = RowIndex(of: rows, count: rows.used) { links.append(($0, $1)) }
    var chain: [UInt32] = []
    for (place, link) in links.enumerated() {
      // The rows of one sender follow each other.
      if chain.isEmpty { chain = [link.earlier] }
      chain.append(link.row)
      if place + 1 == links.count || links[place + 1].earlier != link.row { order(&chain) }
    }
  }

  /// Links the rows of one sender by age, and empties the list.
  private mutating func order(_ chain: inout [UInt32]) {
    chain.sort { rows[$1].isOlder(than: rows[$0]) }
    for place in chain.indices.dropFirst() { join(chain[place - 1], chain[place]) }
    bySender.replace(by: chain[0], in: rows)
    chain.removeAll(keepingCapacity: true)
  }

  private func invite(at row: UInt32) -> StoredInvite {
    let packed = rows[row]
    return packed.invite(with: packed.hasDetail ? details[packed.code] ?? .nothing : .nothing)
  }

  /// Links the row among its sender's, of which it usually is the newest.
  private mutating func link(_ row: UInt32) {
    guard let head = bySender.find(rows[row].sender, in: rows) else {
      return bySender.insert(row, in: rows)
    }
    guard rows[row].isOlder(than: rows[head]) else {
      join(row, head)
      return bySender.replace(by: row, in: rows)
    }
    var newer = head
    while rows[newer].next != 0, rows[row].isOlder(than: rows[rows[newer].next - 1]) {
      newer = rows[newer].next - 1
    }
    if rows[newer].next != 0 { join(row, rows[newer].next - 1) }
    join(newer, row)
  }

  /// Links a row with the next older one.
  private mutating func join(_ row: UInt32, _ older: UInt32) {
    rows[row].next = older + 1
    rows[older].previous = row + 1
  }

  private mutating func unlink(_ row: UInt32) {
    let (next, previous) = (rows[row].next, rows[row].previous)
    if next != 0 { rows[next - 1].previous = previous }
    switch (previous, next) {
    case (0, 0): bySender.remove(rows[row].sender, in: rows)
    case (0, _): bySender.replace(by: next - 1, in: rows)
    case (_, _): rows[previous - 1].next = next
    }
  }
}
