public import Vocabulary

/// The text of an invite, with its template and the reason for the choice.
public struct InviteMessage: Hashable, Sendable {
  /// The complete text, link included, before any edit by the user.
  public let text: String
  /// The template that was filled.
  public let template: MessageTemplate
  /// The reason for using another template than the first choice; `nil` for the first choice.
  public let fallback: Fallback?
  /// The deciding rule: that of the fallback if there was one, otherwise that of the template.
  public let rule: RuleID
  /// The length as a reader counts it.
  public let characters: Int
  /// The cost of the text as a text message; `nil` where the policy does not count.
  public let segments: SMSSegments?
}

extension InviteMessage {
  /// The reason why a plainer text replaced the first choice.
  public enum Fallback: Hashable, Sendable {
    /// The contact to be greeted has no first name.
    case noFirstName
    /// Several contacts were picked, and the policy then names none of them.
    case severalRecipients
    /// Nothing filled this slot of the first choice.
    case unfilled(MessageTemplate.Slot)
    /// The first choice had this many characters.
    case tooLong(Int)
    /// Even the plainest text is too long; it is sent whole, since texts are never cut.
    case tooLongInEveryForm(Int)
  }

  /// Returns whether a user who sends `sent` has changed the text, as `message_customized` reports.
  public func isCustomized(_ sent: String) -> Bool { sent != text }
}

extension InviteMessage.Fallback {
  /// Returns the deciding rule, as the set of texts numbers it.
  func rule(in set: MessagePolicy.TextSet) -> RuleID {
    switch (self, set) {
    case (.noFirstName, .design): "D-MSG-02"
    case (.noFirstName, _): "CIV-09"
    case (.severalRecipients, .design): "D-MSG-05"
    case (.severalRecipients, _): "CNF-30"
    case (.unfilled, _): "P-MSG-08"
    case (.tooLong, _): "D-MSG-06"
    case (.tooLongInEveryForm, _): "D-MSG-03"
    }
  }
}

/// The facts about one invite that its text depends on.
public struct MessageOccasion: Hashable, Sendable {
  /// The context of the invite, which selects the texts of 002.
  public var context = InviteContext.generic
  /// The first names of the picked contacts; `nil` for a contact without one.
  ///
  /// Empty where the app does not learn the recipients, as in a share sheet.
  public var recipients: [String?] = []
  /// The sender's name, for the text in the third person.
  public var senderName: String?
  /// The sender's achievement, as a verb in the past: "ran 10 km".
  public var accomplishment: String?
  /// The sender's activity in the app, as a noun: "running".
  public var activity: String?
  /// The sender's main use of the app, determined by the caller.
  public var useCase: String?
  /// The title of the shared content, which begins the text about content.
  public var contentTitle: String?
  /// The action that the two can take together, as a verb: "race".
  public var collaborativeFeature: String?
  /// The channel of the text; used only where texts differ by channel.
  public var channel: ReportedChannel?

  /// Creates an occasion without names or facts about the sender; set those that are known.
  public init(context: InviteContext = .generic, recipients: [String?] = []) {
    self.context = context
    self.recipients = recipients
  }
}

extension MessageRules {
  static let result: [Rule] = [
    Rule("P-MSG-09", "The sender's use case is a fact that the caller supplies; none is guessed."),
    Rule("D-MSG-04", "The text may be edited before sending and never has to be."),
  ]
}
