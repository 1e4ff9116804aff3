import GrowthloopFindings
import Invites
import Profiles
import Vocabulary

/// An action that a sharing flow requests, with its fields.
struct SharingActionAnswer: Encodable {
  let action: String
  /// The situation of `text`.
  var situation: String?
  var text: String?
  var link: String?
  var screen: String?
  var until: String?
  var contacts: [UInt64]?
  var event: String?
  var from: String?
  var channel: String?
  var count: Int?
  var isCustomized: Bool?
  var because: String?
  var rule: String?

  init(_ action: SharingAction, under policy: SharingPolicy) {
    switch action {
    case .createLink(let contacts):
      self.action = "createLink"
      self.contacts = contacts.map(\.rawValue)
    case .composeMessage: self.action = "composeMessage"
    case .presentSheet(let message, let link):
      self.action = "presentSheet"
      text = message
      self.link = link
    case .presentMessages(let message):
      self.action = "presentMessages"
      text = message
    case .copyToClipboard(let link):
      self.action = "copyToClipboard"
      self.link = link
    case .playHaptic: self.action = "playHaptic"
    case .show(let situation):
      self.action = "show"
      self.situation = situation.rawValue
      text = policy.texts[situation]
    case .showToast(let situation, let until):
      self.action = "showToast"
      self.situation = situation.rawValue
      text = policy.texts[situation]
      self.until = until?.iso8601
    case .showCounts: self.action = "showCounts"
    case .open(let screen):
      self.action = "open"
      self.screen = screen.rawValue
    case .goBack: self.action = "goBack"
    case .showExplainer: self.action = "showExplainer"
    case .askForContacts: self.action = "askForContacts"
    case .openSystemSettings: self.action = "openSystemSettings"
    case .loadContacts: self.action = "loadContacts"
    case .reportContactsFailure: self.action = "reportContactsFailure"
    case .warnOfManyRecipients: self.action = "warnOfManyRecipients"
    case .hideWarning: self.action = "hideWarning"
    case .rememberInvited(let contacts):
      self.action = "rememberInvited"
      self.contacts = contacts.map(\.rawValue)
    case .queueCreation: self.action = "queueCreation"
    case .promptToShare: self.action = "promptToShare"
    case .wake(let until):
      self.action = "wake"
      self.until = until.iso8601
    case .log(let event):
      self.action = "log"
      note(event)
    case .stay(let reason):
      self.action = "stay"
      because = reason.rawValue
      rule = reason.rule(in: policy.document).description
    }
  }

  private mutating func note(_ logged: InviteEvent) {
    event = logged.step.rawValue
    switch logged.particulars {
    case .entry(let entry): from = entry.rawValue
    case .contacts(let count): self.count = count
    case .channel(let channel): self.channel = channel?.rawValue
    case .share(let share):
      channel = share.channel?.rawValue
      isCustomized = share.isCustomized
      count = share.recipients
      from = share.entry.rawValue
    // No other event of a flow has fields.
    default: break
    }
  }
}

/// The subject `messages`: the text of an invite.
enum MessageSubject: Subject {
  static let name = "messages"
  static let summary = "the text of an invite, why it is not a better one, and its length"
  static let example = """
    {"id": 1, "link": "https://rin.app/invite/a3Xk9m2Q", "recipients": ["Ann"], \
    "context": "achievement", "accomplishment": "merged 12 duplicates"}
    """
  static let contract = """
    A case:  {"id", "link", "recipients"?, "context"?, "channel"?, what fills the text…}
      recipients  the first names of the picked contacts, null for one without; none by default
      context     \(words(of: InviteContext.self, at: 14))
                  generic by default
      channel     \(words(of: ReportedChannel.self, at: 14))
      what fills the text: "senderName"?, "accomplishment"?, "activity"?, "useCase"?,
                           "contentTitle"?, "collaborativeFeature"?
    Answer:  {"id", "text", "template", "fallback"?, "rule", "characters", "segments"?}
      template  \(words(of: MessageTemplate.self, at: 12))
      fallback  {"reason": "noFirstName" | "severalRecipients" | "unfilled" | "tooLong" |
                "tooLongInEveryForm", "slot"? that nothing fills, "characters"? of the first choice}
      segments  {"encoding": "gsm7" | "ucs2", "units", "count"}, as a text message is billed
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let text: String
    let template: String
    let fallback: FallbackAnswer?
    let rule: String
    let characters: Int
    let segments: SegmentsAnswer?
  }

  private struct FallbackAnswer: Encodable {
    let reason: String
    var slot: String?
    var characters: Int?
  }

  private struct SegmentsAnswer: Encodable {
    let encoding: String
    let units: Int
    let count: Int
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let link = reader.text("link")
    var occasion = MessageOccasion(
      context: reader.choice("context", InviteContext.self, otherwise: .generic),
      recipients: reader.textsOrNulls("recipients"))
    occasion.channel = reader.optionalChoice("channel", ReportedChannel.self)
    occasion.senderName = reader.optionalText("senderName")
    occasion.accomplishment = reader.optionalText("accomplishment")
    occasion.activity = reader.optionalText("activity")
    occasion.useCase = reader.optionalText("useCase")
    occasion.contentTitle = reader.optionalText("contentTitle")
    occasion.collaborativeFeature = reader.optionalText("collaborativeFeature")
    try reader.finish()

    let profile = rules.profile
    guard let message = profile.messages.message(for: occasion, app: profile.app, link: link) else {
      throw CaseError(mistakes: ["'link' is blank: without a link there is nothing to send"])
    }
    return Answer(
      id: id, text: message.text, template: message.template.rawValue,
      fallback: message.fallback.map(answer), rule: message.rule.description,
      characters: message.characters,
      segments: message.segments.map {
        SegmentsAnswer(encoding: $0.encoding.rawValue, units: $0.units, count: $0.count)
      })
  }

  private static func answer(_ fallback: InviteMessage.Fallback) -> FallbackAnswer {
    switch fallback {
    case .noFirstName: FallbackAnswer(reason: "noFirstName")
    case .severalRecipients: FallbackAnswer(reason: "severalRecipients")
    case .unfilled(let slot): FallbackAnswer(reason: "unfilled", slot: slot.rawValue)
    case .tooLong(let characters): FallbackAnswer(reason: "tooLong", characters: characters)
    case .tooLongInEveryForm(let characters):
      FallbackAnswer(reason: "tooLongInEveryForm", characters: characters)
    }
  }
}

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
