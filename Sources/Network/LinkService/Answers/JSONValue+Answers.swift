internal import Invites
internal import JSON
internal import LinkStore
internal import Vocabulary

extension JSONValue {
  static func text(orNull text: String?) -> JSONValue { text.map { .text($0) } ?? nil }
  static func moment(_ moment: Instant?) -> JSONValue { text(orNull: moment?.iso8601) }
  static func count(_ count: Int) -> JSONValue { .integer(Int64(count)) }
  static func user(_ id: PrincipalID) -> JSONValue { .text(OpaqueID(id).text) }
  static func code(_ code: InviteCode?) -> JSONValue { text(orNull: code?.description) }
  static func rule(_ rule: RuleID) -> JSONValue { .text("\(rule)") }

  static func word(_ word: some RawRepresentable<String>) -> JSONValue { .text(word.rawValue) }

  static func invite(_ view: InviteContextView?) -> JSONValue {
    guard let view else { return nil }
    return [
      "code": code(view.code), "inviter": user(view.inviter),
      "inviterName": text(orNull: view.inviterName),
      "inviterAvatar": text(orNull: view.inviterAvatar), "context": word(view.context),
      "content": text(orNull: view.content?.text),
    ]
  }

  static func issued(_ link: IssuedLink, by rule: RuleID) -> JSONValue {
    let record = link.record
    return [
      "code": code(record.code), "id": .text("\(record.id)"), "url": .text(link.text),
      "context": word(record.context), "content": text(orNull: record.content?.text),
      "createdAt": moment(record.createdAt), "expiresAt": moment(record.expiresAt),
      "rule": .rule(rule),
    ]
  }

  static func connection(_ decision: ConnectionDecision?) -> JSONValue {
    text(orNull: decision.map(ConnectionWord.word))
  }
}
