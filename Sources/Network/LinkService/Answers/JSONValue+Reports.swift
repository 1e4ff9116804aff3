internal import Attribution
internal import Invites
internal import JSON
internal import LinkStore
internal import Vocabulary

extension JSONValue {
  static func report(_ report: InviterReport) -> JSONValue {
    [
      "figures": .array(
        report.view.figures.map { ["fact": word($0.fact), "count": count($0.count)] }),
      "invites": .array(
        report.entries.map {
          ["code": code($0.code), "status": text(orNull: $0.status?.rawValue)]
        }),
      "joined": .array(
        report.view.joined.map {
          [
            "invitee": user($0.invitee), "name": text(orNull: $0.name),
            "avatar": text(orNull: $0.avatar), "at": moment($0.at),
          ]
        }),
      "dashboard": report.dashboard.map(dashboard) ?? nil,
    ]
  }

  private static func dashboard(_ dashboard: Dashboard) -> JSONValue {
    [
      "sent": count(dashboard.figures.sent), "installed": count(dashboard.figures.installed),
      "completed": count(dashboard.figures.completed),
      "bar": dashboard.bar.map { .number($0) } ?? nil,
    ]
  }

  static func export(_ export: PersonExport) -> JSONValue {
    [
      "person": export.person.map(person) ?? nil,
      "invites": .array(export.invites.map(invite)),
      "brought": .array(
        export.brought.map {
          [
            "code": code($0.code), "kind": .text("\($0.kind)"),
            "isComplete": .bool($0.completedAt != nil),
          ]
        }), "broughtBy": .array(export.broughtBy.map(broughtBy)),
      "openings": .array(export.openings.map { visit($0.code, $0.at) }),
      "clicks": .array(export.clicks.map { visit(InviteCode(packed: $0.link), $0.at) }),
      "requests": .array(export.requests.map { visit($0.code, $0.at) }),
      "rule": .rule(export.rule),
    ]
  }

  private static func person(_ person: Person) -> JSONValue {
    [
      "account": word(person.account), "name": text(orNull: person.name),
      "avatar": text(orNull: person.avatar), "joinedAt": moment(person.joinedAt),
    ]
  }

  private static func invite(_ invite: StoredInvite) -> JSONValue {
    let record = invite.record
    return [
      "code": code(record.code), "context": word(record.context),
      "content": text(orNull: record.content?.text), "status": word(record.status),
      "createdAt": moment(record.createdAt), "expiresAt": moment(record.expiresAt),
      "sharedAt": moment(invite.sharedAt), "shares": count(invite.shares),
      "acceptances": count(record.lifecycle.acceptances),
    ]
  }

  private static func broughtBy(_ referral: Referral) -> JSONValue {
    [
      "inviter": user(referral.inviter), "code": code(referral.code),
      "kind": .text("\(referral.kind)"), "clickedAt": moment(referral.clickedAt),
      "arrivedAt": moment(referral.arrivedAt), "signedUpAt": moment(referral.signedUpAt),
      "acceptedAt": moment(referral.acceptedAt), "connectedAt": moment(referral.connectedAt),
      "firstValueAt": moment(referral.firstValueAt), "completedAt": moment(referral.completedAt),
    ]
  }

  private static func visit(_ code: InviteCode?, _ at: Instant) -> JSONValue {
    ["code": .code(code), "at": moment(at)]
  }
}
