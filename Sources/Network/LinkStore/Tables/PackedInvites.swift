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
  /// The newest row of each sender; `next` leads on to the others.
  private var bySender = RowIndex<BySender>()
  private(set) var count = 0

  /// The bytes of rows and indexes, without details.
  var bytes: Int { rows.bytes + byCode.bytes + bySender.bytes }

  subscript(code: InviteCode) -> StoredInvite? {
    byCode.find(code.packed, in: rows).map { invite(at: $0) }
  }

  /// The invites of one sender, unordered.
  func invites(of sender: PrincipalID) -> [StoredInvite] {
    var found: [StoredInvite] = []
    var place = bySender.find(sender.rawValue, in: rows)
    while let row = place {
      found.append(invite(at: row))
      place = rows[row].next == 0 ? nil : rows[row].next - 1
    }
    return found
  }

  /// Writes an invite, and returns the one that it replaces.
  mutating func put(_ invite: StoredInvite) -> StoredInvite? {
    var packed = PackedInvite(invite)
    let detail = InviteDetail(invite)
    packed.hasDetail = detail != .nothing
    var before: StoredInvite?
    if let row = byCode.find(packed.code, in: rows) {
      before = self.invite(at: row)
      if rows[row].sender == packed.sender {
        packed.next = rows[row].next
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
    for link in links { rows[link.row].next = link.earlier + 1 }
  }

  private func invite(at row: UInt32) -> StoredInvite {
    let packed = rows[row]
    return packed.invite(with: packed.hasDetail ? details[packed.code] ?? .nothing : .nothing)
  }

  /// Makes the row the first of its sender's.
  private mutating func link(_ row: UInt32) {
    if let head = bySender.find(rows[row].sender, in: rows) {
      rows[row].next = head + 1
      bySender.replace(by: row, in: rows)
    } else {
      bySender.insert(row, in: rows)
    }
  }

  private mutating func unlink(_ row: UInt32) {
    let sender = rows[row].sender
    guard let head = bySender.find(sender, in: rows) else { return }
    let next = rows[row].next
    switch (head == row, next) {
    case (true, 0): bySender.remove(sender, in: rows)
    case (true, _): bySender.replace(by: next - 1, in: rows)
    case (false, _):
      var place = head
      while rows[place].next != row + 1 { place = rows[place].next - 1 }
      rows[place].next = next
    }
  }
}
