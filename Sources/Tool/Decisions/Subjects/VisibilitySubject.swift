import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `visibility`: the invites' states that an inviter sees.
enum VisibilitySubject: Subject {
  static let name = "visibility"
  static let summary = "what an inviter sees of their invites: figures, statuses, names, dashboard"
  static let example = """
    {"id": "bob", "shares": 3, "invites": [\
    {"created": "2026-02-10T09:00:00Z", "sent": "2026-02-10T09:01:00Z", \
    "opened": "2026-02-11T08:00:00Z", "installed": "2026-02-11T08:05:00Z", \
    "signedUp": "2026-02-12T09:20:00Z", "connected": "2026-02-12T09:20:00Z", \
    "completed": "2026-02-12T09:30:00Z", "invitee": 12, "name": "Ann"}, \
    {"created": "2026-02-10T09:00:00Z", "sent": "2026-02-10T09:01:00Z", \
    "clicked": "2026-02-11T10:00:00Z", "opened": "2026-02-11T10:00:00Z"}]}
    """
  static let contract = """
    A case:  {"id", "shares", "invites": [{instants…, "invitee"?, "name"?, "avatar"?}],
             "zone"?}
      shares    the inviter's own count of completed shares, which the dashboard calls sent
      instants  each optional:
                \(words(InviteFacts.fields, at: 12, separatedBy: ","))
      invitee   the number of the account; without it, and before onboarding is completed, the
                invitee has no row; avatar: where it lies
      zone      \(CaseReader.zoneMeaning(at: 12))
    Answer:  {"id", "figures": [{"fact", "count"}], "statuses", "joined": [{"invitee", "name"?,
             "avatar"?, "at"}], "dashboard"?, "rule"}
      figures   of the facts in 'visibility.inviterSees', and of no other
      statuses  of each invite, in the order given, null where none is visible:
                \(words(of: InviterView.Status.self, at: 12))
      joined    newest first
      dashboard {"sent", "installed", "completed", "bar"?, "summary"?, "rewardTier"?,
                "rows": [{"name", "avatar"?, "joined", "deepLink"}]}, where the profile has one
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let figures: [FigureAnswer]
    let statuses: [String?]
    let joined: [JoinedAnswer]
    let dashboard: DashboardAnswer?
    let rule: String
  }

  private struct FigureAnswer: Encodable {
    let fact: String
    let count: Int
  }

  private struct JoinedAnswer: Encodable {
    let invitee: UInt64
    let name: String?
    let avatar: String?
    let at: String
  }

  private struct DashboardAnswer: Encodable {
    let sent: Int
    let installed: Int
    let completed: Int
    let bar: Double?
    let summary: String?
    let rewardTier: String?
    let rows: [RowAnswer]
  }

  private struct RowAnswer: Encodable {
    let name: String
    let avatar: String?
    let joined: String
    let deepLink: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let shares = reader.count("shares")
    let zone = reader.zone()
    let invites = reader.list("invites") { InviteFacts(readingPerson: $0) }
    try reader.finish()

    let profile = rules.profile
    let view = InviterView(of: invites, under: profile.visibility, counting: profile.metrics)
    let dashboard = Dashboard(
      sent: shares, invitees: invites, visibility: profile.visibility, zone: zone)
    return Answer(
      id: id, figures: view.figures.map { FigureAnswer(fact: $0.fact.rawValue, count: $0.count) },
      statuses: view.statuses.map { $0?.rawValue },
      joined: view.joined.map {
        JoinedAnswer(
          invitee: $0.invitee.rawValue, name: $0.name, avatar: $0.avatar, at: $0.at.iso8601)
      },
      dashboard: dashboard.map { answer($0, app: profile.app) }, rule: "CNF-16")
  }

  private static func answer(_ dashboard: Dashboard, app: AppIdentity) -> DashboardAnswer {
    DashboardAnswer(
      sent: dashboard.figures.sent, installed: dashboard.figures.installed,
      completed: dashboard.figures.completed, bar: dashboard.bar,
      summary: dashboard.summaryLine(app: app), rewardTier: dashboard.rewardTier,
      rows: dashboard.rows.map {
        RowAnswer(
          name: $0.name, avatar: $0.avatar, joined: $0.joinedLine, deepLink: $0.deepLink(app: app))
      })
  }
}
