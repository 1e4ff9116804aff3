import Invites
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
