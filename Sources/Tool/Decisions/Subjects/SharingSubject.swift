import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `sharing`: the actions of a sharing flow, step by step.
enum SharingSubject: Subject {
  static let name = "sharing"
  static let summary = "the actions and states of the profile's sharing flow, step by step"
  static let example = """
    {"id": 1, "events": [{"at": "2026-03-01T09:00:00Z", "type": "opened", "from": "profile"}, \
    {"at": "2026-03-01T09:00:01Z", "type": "linkReady", "link": "https://rin.app/invite/a3Xk9m2Q"}, \
    {"at": "2026-03-01T09:00:01Z", "type": "messageComposed", "text": "Join me"}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"at", "type", …}]}, events in time order. 'flow.entryOpens' names
             the flow, which has these types, and no other:
      shareScreen  \(words(of: ShareScreen.EventKind.self, at: 15))
      shareSheet   \(words(of: DirectShare.EventKind.self, at: 15))
      picker       \(words(of: InviteFlow.EventKind.self, at: 15))
      Some have more fields:
        opened           "from", "isOnline"? (true); "cachedLink"? but for the picker, which has
                         "access"? (notDetermined) and "explainedBefore"? (false)
          from           \(words(of: FlowPolicy.EntryPoint.self, at: 21))
        linkReady        "link"
        messageComposed, typed  "text"
        tapped           "control", on the share screen
                         \(words(of: ShareScreen.Control.self, at: 21)),
                         in the picker
                         \(words(of: InviteFlow.Control.self, at: 21))
        sheetClosed      "result": completed | cancelled, "wasEdited"? (false), "target"?:
                         \(words(of: ShareTarget.self, at: 21))
        composeClosed    "sent"
        connectivity     "isOnline"
        countsLoaded     "sent", "installed", "completed"
        permissionTapped "control": \(words(of: PermissionFlow.Control.self, at: 32))
        systemAnswered, returned  "access": \(words(of: ContactsAccess.self, at: 40))
        contactsLoaded, searched  "count", of all contacts or of those in sight
        toggled          "contact": a number in its place
    Answer:  {"id", "flow", "steps": [{"at", "type", "state", "picker"?, "actions": [{"action",
             …}]}]}
      actions  what the app is to do, in order, with what it needs for it; "stay" does nothing, and
               has "because" and "rule"
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let flow: String
    let steps: [StepAnswer]
  }

  private struct StepAnswer: Encodable {
    let at: String
    let type: String
    let state: String
    let picker: String?
    let actions: [SharingActionAnswer]
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let policy = rules.profile.sharing
    let steps =
      switch policy.flow.entryOpens {
      case .shareScreen: try walk(ShareScreen(), along: reader, under: policy)
      case .shareSheet: try walk(DirectShare(), along: reader, under: policy)
      case .picker: try walk(InviteFlow(), along: reader, under: policy)
      }
    return Answer(id: id, flow: policy.flow.entryOpens.rawValue, steps: steps)
  }

  private static func walk<Flow: CaseFlow>(
    _ start: Flow, along reader: CaseReader, under policy: SharingPolicy
  ) throws -> [StepAnswer] {
    var order = TimeOrder()
    let events = reader.list("events") { event in
      let at = order.next(in: event)
      let kind = event.choice("type", Flow.EventKind.self)
      return (at: at, kind: kind, event: Flow.event(kind, reading: event))
    }
    try reader.finish()

    var flow = start
    return events.map { at, kind, event in
      let actions = flow.receive(event, at: at.moment, under: policy)
      return StepAnswer(
        at: at.text, type: kind.rawValue, state: flow.stateName, picker: flow.pickerName,
        actions: actions.map { SharingActionAnswer($0, under: policy) })
    }
  }
}
