import Invites
import Vocabulary

/// The statements by which rows are written and removed.
struct ChangeStatements {
  let putInvite: Statement
  let removeInvite: Statement
  let putBlock: Statement
  let findBlock: Statement
  let removeBlock: Statement
  let sweepBlocks: Statement
  let sweepSpent: Statement
  let spend: Statement
  let unspend: Statement
  let putOpening: Statement
  let removeOpening: Statement
  let putReferral: Statement
  let removeReferral: Statement
  let putPerson: Statement
  let removePerson: Statement
  let putRequest: Statement
  let removeRequest: Statement
  let putNotice: Statement
  let removeNotice: Statement
  let progress: Statement

  init(_ database: Database) throws(StoreError) {
    func put(into table: String, _ columns: Int) throws(StoreError) -> Statement {
      let marks = Array(repeating: "?", count: columns).joined(separator: ",")
      return try database.prepare("INSERT OR REPLACE INTO \(table) VALUES (\(marks))")
    }
    putInvite = try put(into: "invites", 14)
    removeInvite = try database.prepare("DELETE FROM invites WHERE code = ?")
    putBlock = try put(into: "click_blocks", 4)
    findBlock = try database.prepare(
      "SELECT first, clicks FROM click_blocks WHERE first <= ? ORDER BY first DESC LIMIT 1")
    removeBlock = try database.prepare("DELETE FROM click_blocks WHERE first = ?")
    sweepBlocks = try database.prepare("DELETE FROM click_blocks WHERE newest < ?")
    sweepSpent = try database.prepare(
      """
      DELETE FROM spent_clicks WHERE sequence < coalesce(
        (SELECT min(first) FROM click_blocks), (SELECT next_sequence FROM progress))
      """)
    spend = try put(into: "spent_clicks", 1)
    unspend = try database.prepare("DELETE FROM spent_clicks WHERE sequence = ?")
    putOpening = try put(into: "openings", 5)
    removeOpening = try database.prepare("DELETE FROM openings WHERE sequence = ?")
    putReferral = try put(into: "referrals", 14)
    removeReferral = try database.prepare(
      "DELETE FROM referrals WHERE inviter = ? AND invitee = ?")
    putPerson = try put(into: "people", 5)
    removePerson = try database.prepare("DELETE FROM people WHERE id = ?")
    putRequest = try put(into: "requests", 7)
    removeRequest = try database.prepare("DELETE FROM requests WHERE sender = ? AND key = ?")
    putNotice = try put(into: "notices", 3)
    removeNotice = try database.prepare("DELETE FROM notices WHERE inviter = ? AND invitee = ?")
    progress = try database.prepare("UPDATE progress SET turn = ?, next_sequence = ?")
  }
}

extension ChangeStatements {
  func put(_ invite: StoredInvite) throws(StoreError) {
    let record = invite.record
    try putInvite.bind(Int64(record.code.packed)).bind(record.sender)
      .bind(record.createdAt).bind(record.expiresAt)
      .bind(Int64(record.status.number)).bind(Int64(record.context.number))
      .bind(record.content?.text).bind(record.session.map { Int64(bitPattern: $0.rawValue) })
      .bind(record.channel.map { Int64($0.number) }).bind(record.invitee).bind(record.acceptedAt)
      .bind(Int64(record.lifecycle.acceptances)).bind(Int64(invite.shares)).bind(invite.sharedAt)
      .run()
  }

  func put(_ opening: Opening) throws(StoreError) {
    try putOpening.bind(Int64(bitPattern: opening.sequence)).bind(opening.at)
      .bind(opening.principal).bind(opening.code.map { Int64($0.packed) })
      .bind(Int64(opening.standing.number)).run()
  }

  func put(_ referral: Referral) throws(StoreError) {
    try putReferral.bind(referral.inviter).bind(referral.invitee)
      .bind(Int64(referral.code.packed)).bind(Int64(referral.kind.number))
      .bind(Int64(bitPattern: referral.click)).bind(referral.clickedAt)
      .bind(Int64(referral.route.number)).bind(referral.arrivedAt)
      .bind(referral.signedUpAt).bind(referral.acceptedAt).bind(referral.connectedAt)
      .bind(referral.firstValueAt).bind(referral.completedAt).bind(referral.toldAt).run()
  }

  func put(_ person: Person) throws(StoreError) {
    try putPerson.bind(person.id).bind(Int64(person.account.number)).bind(person.name)
      .bind(person.avatar).bind(person.joinedAt).run()
  }

  func put(_ request: AnsweredRequest) throws(StoreError) {
    try putRequest.bind(request.name.sender).bind(request.name.key.bytes)
      .bind(Int64(request.request.claims.context.number))
      .bind(request.request.claims.content?.text)
      .bind(request.request.contacts.map(\.text).joined(separator: " "))
      .bind(Int64(request.code.packed)).bind(request.at).run()
  }

  func put(_ notice: Notice) throws(StoreError) {
    try putNotice.bind(notice.pair.inviter).bind(notice.pair.invitee).bind(notice.decidedAt).run()
  }

  func remove(_ statement: Statement, _ pair: Referral.Pair) throws(StoreError) {
    try statement.bind(pair.inviter).bind(pair.invitee).run()
  }

  func remove(_ name: AnsweredRequest.Name) throws(StoreError) {
    try removeRequest.bind(name.sender).bind(name.key.bytes).run()
  }
}

extension Statement {
  @discardableResult
  func bind(_ principal: PrincipalID?) -> Statement {
    bind(principal.map { Int64(bitPattern: $0.rawValue) })
  }

  @discardableResult
  func bind(_ moment: Instant?) -> Statement { bind(moment?.milliseconds) }
}

extension IdempotencyKey {
  /// The 16 bytes of the key.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.put(rawValue)
    return writer.bytes
  }
}
