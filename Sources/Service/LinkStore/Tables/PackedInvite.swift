import Invites
import Vocabulary

/// An invite in 48 bytes, without the fields that few invites have.
struct PackedInvite: BitwiseCopyable {
  /// Zero in a row that is free.
  var code: UInt64 = 0
  var sender: UInt64 = 0
  var createdAt: Int64 = 0
  /// The lifetime in seconds; zero is unlimited.
  var life: UInt32 = 0
  /// One more than the number of the sender's next older row, or of the next free one.
  var next: UInt32 = 0
  /// One more than the number of the sender's next newer row; zero in the newest.
  var previous: UInt32 = 0
  var shares: UInt32 = 0
  var acceptances: UInt32 = 0
  var status: UInt8 = 0
  var context: UInt8 = 0
  /// One more than the channel's number; zero before the first share.
  var channel: UInt8 = 0
  var hasDetail = false
}

/// The fields that few invites have.
struct InviteDetail: Hashable {
  var content: OpaqueID?
  var session: InviteSessionID?
  var invitee: PrincipalID?
  var acceptedAt: Instant?
  var sharedAt: Instant?
  /// The end of a lifetime that is no whole number of seconds, or too long for the row.
  var expiresAt: Instant?

  static let nothing = InviteDetail()
}

extension PackedInvite {
  init(_ invite: StoredInvite) {
    let record = invite.record
    code = record.code.packed
    sender = record.sender.rawValue
    createdAt = record.createdAt.milliseconds
    life = Self.life(of: record) ?? 0
    shares = UInt32(clamping: invite.shares)
    acceptances = UInt32(clamping: record.lifecycle.acceptances)
    status = record.status.number
    context = record.context.number
    channel = record.channel.map { $0.number + 1 } ?? 0
  }

  /// Whether it follows another row of its sender, in a list that begins with the newest.
  func isOlder(than other: PackedInvite) -> Bool {
    (createdAt, code) < (other.createdAt, other.code)
  }

  /// Returns the invite of this row with its detail.
  func invite(with detail: InviteDetail) -> StoredInvite {
    guard let code = InviteCode(packed: code) else {
      preconditionFailure("row of code \(code) holds no code")
    }
    let created = Instant(milliseconds: createdAt)
    let lifecycle = InviteLifecycle(
      resuming: InviteStatus.numbered[Int(status)], createdAt: created,
      expiresAt: detail.expiresAt ?? (life == 0 ? nil : created + .seconds(Int64(life))),
      acceptedAt: detail.acceptedAt, acceptances: Int(acceptances))
    let record = InviteRecord(
      resuming: lifecycle, id: InviteID(spelling: code), sender: PrincipalID(rawValue: sender),
      code: code, context: InviteContext.numbered[Int(context)], content: detail.content,
      session: detail.session,
      channel: channel == 0 ? nil : ReportedChannel.numbered[Int(channel) - 1],
      invitee: detail.invitee)
    return StoredInvite(record, shares: Int(shares), sharedAt: detail.sharedAt)
  }

  /// The lifetime in whole seconds; `nil` if the row cannot hold it, or it is unlimited.
  static func life(of record: InviteRecord) -> UInt32? {
    guard let expiresAt = record.expiresAt else { return nil }
    let life = (expiresAt - record.createdAt).milliseconds
    guard life > 0, life % 1_000 == 0 else { return nil }
    return UInt32(exactly: life / 1_000)
  }
}

extension InviteDetail {
  init(_ invite: StoredInvite) {
    let record = invite.record
    content = record.content
    session = record.session
    invitee = record.invitee
    acceptedAt = record.acceptedAt
    sharedAt = invite.sharedAt
    if PackedInvite.life(of: record) == nil { expiresAt = record.expiresAt }
  }
}

/// The rows of all invites, in slabs, so that growing moves nothing.
struct InviteRows {
  private static let slabBits = 12
  private static let slabSize = 1 << slabBits

  private var slabs: [[PackedInvite]] = []
  /// The number of rows there are, free ones included.
  private(set) var used: UInt32 = 0
  /// One more than the first free row; each leads on to the next.
  private var free: UInt32 = 0

  var bytes: Int { slabs.count * Self.slabSize * MemoryLayout<PackedInvite>.stride }

  subscript(row: UInt32) -> PackedInvite {
    get { slabs[Int(row) >> Self.slabBits][Int(row) & (Self.slabSize - 1)] }
    set { slabs[Int(row) >> Self.slabBits][Int(row) & (Self.slabSize - 1)] = newValue }
  }

  /// Stores an invite in a free row, and returns the row's number.
  mutating func add(_ invite: PackedInvite) -> UInt32 {
    let row = takeRow()
    self[row] = invite
    return row
  }

  mutating func remove(_ row: UInt32) {
    self[row] = PackedInvite()
    self[row].next = free
    free = row + 1
  }

  private mutating func takeRow() -> UInt32 {
    if free != 0 {
      let row = free - 1
      free = self[row].next
      return row
    }
    if Int(used) == slabs.count << Self.slabBits {
      slabs.append([PackedInvite](repeating: PackedInvite(), count: Self.slabSize))
    }
    used += 1
    return used - 1
  }
}

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
