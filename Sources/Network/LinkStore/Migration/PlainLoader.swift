import Attribution
import Invites
import Vocabulary

/// Reads the database of an earlier release, in which rows can be read by anybody.
struct PlainLoader {
  let database: Database

  /// The last turn that the database has.
  func lastTurn() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try database.number("SELECT turn FROM progress"))
  }

  func nextSequence() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try database.number("SELECT next_sequence FROM progress"))
  }

  /// Hands everything over as if it were written now: clicks in their order.
  func load(_ give: (LinkChange) -> Void) throws(StoreError) {
    try each("invites") { give(.invite(try $0.invite())) }
    try each("people") { give(.person(try $0.person())) }
    try loadClicks(give)
    try each("openings ORDER BY sequence") { give(.opening(try $0.opening())) }
    try each("referrals ORDER BY arrived_at") { give(.referral(try $0.referral())) }
    try each("requests ORDER BY at") { give(.request(try $0.request())) }
    try each("notices ORDER BY decided_at") { give(.notice(try $0.notice())) }
  }

  private func loadClicks(_ give: (LinkChange) -> Void) throws(StoreError) {
    var spent: Set<UInt64> = []
    try each("spent_clicks") { spent.insert(UInt64(bitPattern: $0.integer(0))) }
    try each("click_blocks ORDER BY first") { row in
      var reader = ByteReader(row.bytes(3)[...])
      while !reader.isAtEnd {
        var click = try reader.takeClick()
        click.isSpent = spent.contains(click.sequence)
        give(.click(click))
      }
    }
  }

  private func each(
    _ table: String, _ body: (Statement) throws -> Void
  ) throws(StoreError) {
    let rows = try database.prepare("SELECT * FROM \(table)")
    while try rows.step() {
      do {
        try body(rows)
      } catch {
        throw .corrupt(path: database.path, finding: "a row of \(table) means nothing")
      }
    }
  }
}

extension Statement {
  private func principal(_ column: Int32) -> PrincipalID {
    PrincipalID(rawValue: UInt64(bitPattern: integer(column)))
  }

  private func instant(_ column: Int32) -> Instant { Instant(milliseconds: integer(column)) }

  private func optionalInstant(_ column: Int32) -> Instant? {
    optionalInteger(column).map { Instant(milliseconds: $0) }
  }

  private func code(_ column: Int32) throws(ByteReader.Nonsense) -> InviteCode {
    guard let code = InviteCode(packed: UInt64(bitPattern: integer(column))) else {
      throw ByteReader.Nonsense()
    }
    return code
  }

  private func opaqueID(_ column: Int32) throws(ByteReader.Nonsense) -> OpaqueID? {
    guard let text = text(column) else { return nil }
    guard let id = OpaqueID(text) else { throw ByteReader.Nonsense() }
    return id
  }

  private func named<Case: Numbered>(
    _ column: Int32
  ) throws(ByteReader.Nonsense) -> Case {
    guard let value = Case(number: UInt8(clamping: integer(column))) else {
      throw ByteReader.Nonsense()
    }
    return value
  }

  fileprivate func invite() throws(ByteReader.Nonsense) -> StoredInvite {
    let code = try code(0)
    let lifecycle = InviteLifecycle(
      resuming: try named(4), createdAt: instant(2), expiresAt: optionalInstant(3),
      acceptedAt: optionalInstant(10), acceptances: Int(integer(11)))
    let channel: ReportedChannel? = optionalInteger(8) == nil ? nil : try named(8)
    let record = InviteRecord(
      resuming: lifecycle, id: InviteID(spelling: code), sender: principal(1), code: code,
      context: try named(5), content: try opaqueID(6),
      session: optionalInteger(7).map { InviteSessionID(rawValue: UInt64(bitPattern: $0)) },
      channel: channel, invitee: optionalInteger(9) == nil ? nil : principal(9))
    return StoredInvite(record, shares: Int(integer(12)), sharedAt: optionalInstant(13))
  }

  fileprivate func opening() throws(ByteReader.Nonsense) -> Opening {
    Opening(
      sequence: UInt64(bitPattern: integer(0)), at: instant(1), principal: principal(2),
      code: optionalInteger(3) == nil ? nil : try code(3), standing: try named(4))
  }

  fileprivate func referral() throws(ByteReader.Nonsense) -> Referral {
    var referral = Referral(
      Referral.Pair(inviter: principal(0), invitee: principal(1)), code: try code(2),
      kind: try named(3), click: UInt64(bitPattern: integer(4)), clickedAt: instant(5),
      route: try named(6), arrivedAt: instant(7))
    referral.signedUpAt = optionalInstant(8)
    referral.acceptedAt = optionalInstant(9)
    referral.connectedAt = optionalInstant(10)
    referral.firstValueAt = optionalInstant(11)
    referral.completedAt = optionalInstant(12)
    referral.toldAt = optionalInstant(13)
    return referral
  }

  fileprivate func person() throws(ByteReader.Nonsense) -> Person {
    Person(
      principal(0), account: try named(1), name: text(2), avatar: text(3),
      joinedAt: optionalInstant(4))
  }

  fileprivate func request() throws(ByteReader.Nonsense) -> AnsweredRequest {
    var key = ByteReader(bytes(1)[...])
    var contacts: [OpaqueID] = []
    for word in (text(4) ?? "").split(separator: " ") {
      guard let contact = OpaqueID(word) else { throw ByteReader.Nonsense() }
      contacts.append(contact)
    }
    let request = CreateRequest(
      key: IdempotencyKey(rawValue: try key.take()), sender: principal(0), context: try named(2),
      content: try opaqueID(3), contacts: contacts)
    return AnsweredRequest(request, code: try code(5), at: instant(6))
  }

  fileprivate func notice() throws(ByteReader.Nonsense) -> Notice {
    Notice(Referral.Pair(inviter: principal(0), invitee: principal(1)), decidedAt: instant(2))
  }
}
