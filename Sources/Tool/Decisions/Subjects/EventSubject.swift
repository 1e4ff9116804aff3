import GrowthloopFindings
import GrowthloopLinkStore
import Invites
import Profiles
import Vocabulary

/// The subject `events`: the name and properties under which an internal event leaves the product.
enum EventSubject: Subject {
  static let name = "events"
  static let summary = "under which name, with which properties an internal event is exported"
  static let example = """
    {"id": 1, "user": 7, "session": 3, "event": "shared", "channel": "whatsapp", \
    "entry": "profile", "isCustomized": true, "recipients": 2}
    """
  static let contract = """
    A case:  {"id", "user", "session", "event", …}: the user, the visit, and what happened.
      event  \(words(of: InviteStep.self, at: 9))
      Some events have more fields, each of them required but for those with "?":
        flowOpened, linkCreated, linkCopied  "entry":
                                   \(words(of: FlowPolicy.EntryPoint.self, at: 31))
        shared                     "channel"?, "entry", "isCustomized"?, "recipients"?
        shareSheetOpened           "channel"?: \(words(of: ReportedChannel.self, at: 43))
        pickerLoaded, contactsSelected  "count"
        linkOpened                 "code"?, "referrer", "appInstalled", "by":
                                   \(words(of: InviteEvent.Opener.self, at: 31))
        deferredResolved           "code"?, "referrer", "daysSinceClick"
        appInstalled               "code"?, "referrer"
        onboardingCompleted        "code"?, "referrer", "invitee"
        connected, notificationSent, notificationTapped  "inviter", "invitee"
        promptShown, promptDismissed, promptTapped, promptSuppressed  "trigger", and "number" but
                                   for the last: \(words(of: PromptTrigger.self, at: 45))
        dashboardViewed            "sent", "installed", "completed"
        dashboardContactTapped     "invitee"
    Answer:  {"id", "decision": "exported" | "notExported", "name"?, "properties"?: [{"name",
             "value"}], "occurrences"?, "reidentifiesReferrer"?, "because"?, "rule"}
      properties   in the order of the document; persons under a hash, or as they are, by
                   'events.identities'. The hash is the HMAC-SHA256, under the signing key and in
                   64 lower-case hexadecimal digits, of two lines, each ended by a line feed:
                   "growthloop identity 1" and the number. Without a key no hash is made up: such
                   a case is refused
      occurrences  how often it is logged: once, or once for each recipient
      reidentifiesReferrer  whether a raw code beside the hash identifies its person
      because      noName | notCounted (by 'events.linkOpenedMeans')
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var name: String?
    var properties: [PropertyAnswer]?
    var occurrences: Int?
    var reidentifiesReferrer: Bool?
    var because: String?
    let rule: String
  }

  private struct PropertyAnswer: Encodable {
    let name: String
    let value: JSONValue
  }

  /// A placeholder for a missing key; its results are never printed.
  private struct NoHasher: IdentityHasher {
    func hash(_ principal: PrincipalID) -> String { "" }
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let user = reader.principal("user")
    let session = UInt64(reader.number("session"))
    let event = InviteEvent(reading: reader)
    try reader.finish()

    let policy = rules.profile.events
    let hasher: any IdentityHasher = rules.key.map { HMACIdentityHasher($0) } ?? NoHasher()
    func export(with hasher: some IdentityHasher) -> ExportedEvent? {
      EventExport(policy: policy, share: rules.profile.share, hasher: hasher)
        .export(event, by: user, session: session)
    }
    guard let exported = export(with: hasher) else {
      let hasName = event.step.name(in: policy.vocabulary) != nil
      return Answer(
        id: id, decision: "notExported", because: hasName ? "notCounted" : "noName",
        rule: hasName ? "CNF-55" : "CNF-26")
    }
    if rules.key == nil, let hashed = exported.properties.first(where: \.value.isHashed) {
      throw CaseError(
        mistakes: [
          "'\(hashed.name)' is exported under a hash, which needs a key: give "
            + "\(DecisionRules.keyOption) or \(DecisionRules.keyVariable)"
        ])
    }
    return Answer(
      id: id, decision: "exported", name: exported.name,
      properties: exported.properties.map { PropertyAnswer(name: $0.name, value: $0.value.json) },
      occurrences: exported.occurrences, reidentifiesReferrer: exported.reidentifiesReferrer,
      rule: "CNF-26")
  }
}

extension ExportedEvent.Value {
  fileprivate var isHashed: Bool {
    if case .hashed = self { true } else { false }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .text(let text), .hashed(let text): .text(text)
    case .number(let number): .integer(Int64(number))
    case .flag(let flag): .bool(flag)
    // A case cannot contain a greater number either.
    case .raw(let number): .integer(Int64(clamping: number))
    }
  }
}

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
