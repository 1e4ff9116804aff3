public import Vocabulary

/// The text that an invite goes out with, and how it came about.
public struct InviteMessage: Hashable, Sendable {
  public let text: String
  /// The template that was filled.
  public let template: MessageTemplate
  /// Why it is not the template that the occasion asks for first; `nil` if it is.
  public let fallback: Fallback?
  /// The rule that spoke: that of the fallback if there was one, otherwise that of the template.
  public let rule: RuleID
  /// The length as a reader counts it.
  public let characters: Int
  /// What the text costs as a text message; `nil` where the policy does not count.
  public let segments: SMSSegments?
}

extension InviteMessage {
  /// Why a text gave way to a plainer one.
  public enum Fallback: Hashable, Sendable {
    case noFirstName
    case severalRecipients
    case unfilled(MessageTemplate.Slot)
    /// The first choice had this many characters.
    case tooLong(Int)
    /// Even the plainest text is too long; it is sent whole, for nothing is ever cut.
    case tooLongInEveryForm(Int)
  }

  /// Returns whether a user who sends `sent` has changed the text, as `message_customized` reports.
  public func isCustomized(_ sent: String) -> Bool { sent != text }
}

extension InviteMessage.Fallback {
  /// The rule that spoke, as the set of texts numbers it.
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

/// What is known about one invite when its text is written.
public struct MessageOccasion: Hashable, Sendable {
  /// What the sender was doing, which is what the texts of 002 go by.
  public var context = InviteContext.generic
  /// The first names of those who were picked; `nil` for a contact without one.
  ///
  /// Empty where the app cannot know who will be sent to, as in a share sheet.
  public var recipients: [String?] = []
  public var senderName: String?
  /// What the sender did, as a verb in the past: "ran 10 km".
  public var accomplishment: String?
  public var activity: String?
  /// What the sender mostly uses the app for; whoever calls has found it out.
  public var useCase: String?
  public var contentTitle: String?
  public var collaborativeFeature: String?
  /// Where the text will go; matters only where texts differ by channel.
  public var channel: ReportedChannel?

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
