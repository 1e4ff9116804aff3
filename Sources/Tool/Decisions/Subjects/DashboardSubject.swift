import GrowthloopFindings
import Invites
import Profiles
import Vocabulary

/// The subject `dashboard`: the screen with the results of one's invites, from opening to leaving.
enum DashboardSubject: Subject {
  static let name = "dashboard"
  static let summary = "what the dashboard of invites shows, fetches and logs, step by step"
  static let example = """
    {"id": 1, "events": [{"type": "opened"}, {"type": "loaded", "sent": 2, "invites": [\
    {"installed": "2026-02-11T08:05:00Z", "completed": "2026-02-12T09:30:00Z", "invitee": 12, \
    "name": "Ann"}]}, {"type": "rowTapped", "invitee": 12}, {"type": "pollDue"}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"type", …}], "zone"?}, events in order.
      type   \(words(of: Kind.self, at: 9))
             loaded has "sent" and "invites", each with instants, "invitee"?, "name"?, "avatar"?
             as in the subject visibility; rowTapped has "invitee"
      zone   \(CaseReader.zoneMeaning(at: 9))
    Answer:  {"id", "isOffered", "steps": [{"type", "state", "actions": [{"action", …}],
             "elements": [{"element", "text"?, "value"?}]}], "rule"}
      isOffered  whether the profile has a dashboard ('dashboard.enabled', and the facts that it
                 needs in 'visibility.inviterSees'); without one there are no steps
      state    loading | default | empty | partial | error | offline
      actions  fetch | fetchAgain ("afterSeconds", by 'dashboard.refresh' and
               'dashboard.pollSeconds') | log ("event") | open ("deepLink") | openTerms |
               returnToShareScreen
    """

  private enum Kind: String, CaseIterable {
    case opened, loaded, failed, foundNoNetwork, retryTapped, pollDue, rowTapped, termsTapped
    case shareTapped
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let isOffered: Bool
    let steps: [StepAnswer]
    let rule: String
  }

  private struct StepAnswer: Encodable {
    let type: String
    let state: String
    let actions: [ActionAnswer]
    let elements: [DashboardElementAnswer]
  }

  private struct ActionAnswer: Encodable {
    let action: String
    var afterSeconds: Double?
    var event: String?
    var deepLink: String?
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let profile = rules.profile
    let zone = reader.zone()
    func dashboard(_ sent: Int, _ invitees: [InviteFacts]) -> Dashboard? {
      Dashboard(
        sent: sent, invitees: invitees, visibility: profile.visibility, zone: zone)
    }
    let events = reader.list("events") { event in
      let kind = event.choice("type", Kind.self)
      return (kind: kind, event: happening(kind, in: event, dashboard))
    }
    try reader.finish()

    guard dashboard(0, []) != nil else {
      return Answer(id: id, isOffered: false, steps: [], rule: "CNF-17")
    }
    var screen = DashboardScreen(policy: profile.visibility)
    let texts = profile.sharing.texts
    return Answer(
      id: id, isOffered: true,
      steps: events.map { kind, event in
        let actions = event.map { screen.receive($0) } ?? []
        return StepAnswer(
          type: kind.rawValue, state: word(for: screen.state),
          actions: actions.map { answer($0, app: profile.app) },
          elements: screen.elements(in: texts).map { DashboardElementAnswer($0) })
      }, rule: "CNF-17")
  }

  /// Returns the event; `nil` for figures that the profile has no dashboard for.
  private static func happening(
    _ kind: Kind, in event: CaseReader, _ dashboard: (Int, [InviteFacts]) -> Dashboard?
  ) -> DashboardScreen.Event? {
    switch kind {
    case .opened: .opened
    case .loaded:
      dashboard(event.count("sent"), event.list("invites") { InviteFacts(readingPerson: $0) })
        .map { .loaded($0) }
    case .failed: .failed
    case .foundNoNetwork: .foundNoNetwork
    case .retryTapped: .retryTapped
    case .pollDue: .pollDue
    case .rowTapped: .rowTapped(event.principal("invitee"))
    case .termsTapped: .termsTapped
    case .shareTapped: .shareTapped
    }
  }

  private static func word(for state: DashboardScreen.State) -> String {
    switch state {
    case .loading: "loading"
    case .default: "default"
    case .empty: "empty"
    case .partial: "partial"
    case .error: "error"
    case .offline: "offline"
    }
  }

  private static func answer(_ action: DashboardScreen.Action, app: AppIdentity) -> ActionAnswer {
    switch action {
    case .fetch: ActionAnswer(action: "fetch")
    case .fetchAgain(let wait):
      ActionAnswer(action: "fetchAgain", afterSeconds: Double(wait.milliseconds) / 1_000)
    case .log(let event): ActionAnswer(action: "log", event: event.step.rawValue)
    case .open(let place): ActionAnswer(action: "open", deepLink: place.url(app: app))
    case .openTerms: ActionAnswer(action: "openTerms")
    case .returnToShareScreen: ActionAnswer(action: "returnToShareScreen")
    }
  }
}

/// An element of the dashboard, with its text and figure.
struct DashboardElementAnswer: Encodable {
  let element: String
  var text: String?
  var value: Double?
  var button: String?

  init(_ element: DashboardScreen.Element) {
    switch element {
    case .placeholder(let part): (self.element, text) = ("placeholder", part.rawValue)
    case .banner(let words, let label):
      (self.element, text, button) = ("banner", words, label)
    case .staleMark(let words): (self.element, text) = ("staleMark", words)
    case .icon(let symbol): (self.element, text) = ("icon", symbol)
    case .sentence(let words): (self.element, text) = ("sentence", words)
    case .button(let label): (self.element, text) = ("button", label)
    case .figure(let label, let figure):
      (self.element, text, value) = ("figure", label, Double(figure))
    case .bar(let filled): (self.element, value) = ("bar", filled)
    case .summary(let words): (self.element, text) = ("summary", words)
    case .rewardTier(let words): (self.element, text) = ("rewardTier", words)
    case .heading(let words): (self.element, text) = ("heading", words)
    case .row(let row): (self.element, text) = ("row", row.spoken)
    case .link(let label): (self.element, text) = ("link", label)
    }
  }
}
