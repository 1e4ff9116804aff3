public import Vocabulary

/// A text for an invite, its slots in brackets as the documents write them.
public enum MessageTemplate: String, CaseIterable, Sendable {
  /// The text of `rin` without a name.
  case rinGeneric
  /// The text of `rin` that greets by first name.
  case rinPersonal
  /// The text of 002 §5.2 for a generic invite, about the sender's main use of the app.
  case productGeneric
  /// The text of 002 §5.2 about the sender's achievement.
  case productAchievement
  /// The text of 002 §5.2 that begins with the title of the shared content.
  case productContent
  /// The text of 002 §5.2 about the action that the two can take together.
  case productCollaborative
  /// The text of 002 §3.2 about the sender's achievement, in the third person.
  case triggerKeyAction
  /// The text of 002 §3.2 about the sender's activity.
  case triggerContent
  /// The text of 002 §3.2 that needs only app and link; the plainest of 002.
  case triggerEmptyState
  /// The text of `design` that greets by first name.
  case designPersonal
  /// The text of `design` without a name.
  case designNameless
  /// The short text that greets by first name, for Messages where texts differ by channel.
  case shortPersonal
  /// The short text without a name, for Messages where texts differ by channel.
  case short
}

extension MessageTemplate {
  /// A place in a text that a fact of the invite fills.
  public enum Slot: String, CaseIterable, Sendable {
    /// The app's name; "this app" where the policy does not name it.
    case app = "App"
    /// The sender's name, which only the text in the third person has.
    case senderName = "Name"
    /// The first name of the first recipient.
    case firstName = "First Name"
    /// The invite link, which every text has.
    case link
    /// The sender's achievement, as a verb in the past.
    case accomplishment
    /// The sender's activity in the app.
    case activity
    /// The sender's main use of the app.
    case useCase = "use case"
    /// The title of the shared content.
    case contentTitle = "content title"
    /// The action that the two can take together.
    case collaborativeFeature = "collaborative feature"
  }

  /// The text with its slots unfilled.
  public var pattern: String {
    switch self {
    case .rinGeneric: "I use [App] to organize and control my contacts. Try it: [link]"
    case .rinPersonal: "Hey [First Name], I use [App] to manage my contacts. Join me: [link]"
    case .productGeneric:
      "Check out [App] — I've been using it for [use case]. Here's my invite link: [link]"
    case .productAchievement: "I just [accomplishment] on [App]! You should try it: [link]"
    case .productContent:
      "[content title] — thought you'd like this. Check it out on [App]: [link]"
    case .productCollaborative:
      "Join me on [App] so we can [collaborative feature]. Here's my invite: [link]"
    case .triggerKeyAction: "[Name] just [accomplishment] on [App]. Try it out: [link]"
    case .triggerContent: "I'm using [App] for [activity]. Join me: [link]"
    case .triggerEmptyState: "Join me on [App]: [link]"
    case .designPersonal:
      "Hey [First Name], I've been using [App] and thought you'd love it! [link]"
    // Ours: CNF-30 drops the name and leaves the rest as it stands.
    case .designNameless: "Hey, I've been using [App] and thought you'd love it! [link]"
    // Ours: CNF-29, a shorter text for messages where texts differ by channel.
    case .shortPersonal: "Hey [First Name], join me on [App]: [link]"
    case .short: "Join me on [App]: [link]"
    }
  }

  /// The rule that the text comes from.
  public var rule: RuleID {
    switch self {
    case .rinGeneric: "SHR-08"
    case .rinPersonal: "CIV-07"
    case .productGeneric: "P-MSG-04"
    case .productAchievement: "P-MSG-05"
    case .productContent: "P-MSG-06"
    case .productCollaborative: "P-MSG-07"
    case .triggerKeyAction: "P-ENT-04"
    case .triggerContent: "P-ENT-06"
    case .triggerEmptyState: "P-ENT-08"
    case .designPersonal: "D-MSG-01"
    case .designNameless: "D-MSG-05"
    case .shortPersonal, .short: "CNF-29"
    }
  }

  /// The slots of the text, in the order in which they stand.
  public var slots: [Slot] {
    pieces.compactMap { if case .slot(let slot) = $0 { slot } else { nil } }
  }
}

extension MessageTemplate {
  enum Piece: Hashable {
    case text(Substring)
    case slot(Slot)
  }

  /// The pattern cut at its brackets.
  var pieces: [Piece] {
    var pieces: [Piece] = []
    for part in worded(pattern: pattern).split(separator: "[", omittingEmptySubsequences: true) {
      guard let end = part.firstIndex(of: "]") else {
        pieces.append(.text(part))
        continue
      }
      guard let slot = Slot(rawValue: String(part[..<end])) else {
        preconditionFailure("the text \(self) has no slot named \(part[..<end])")
      }
      pieces.append(.slot(slot))
      let rest = part[part.index(after: end)...]
      if !rest.isEmpty { pieces.append(.text(rest)) }
    }
    return pieces
  }

  /// Returns the text with every slot filled, or the first slot without a value.
  ///
  /// Brackets in a slot's value are left alone: only the pattern has slots.
  func filled(by fill: (Slot) -> String?) -> Result<String, Unfilled> {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let words): text += words
      case .slot(let slot):
        guard let words = fill(slot) else { return .failure(Unfilled(slot: slot)) }
        text += words
      }
    }
    return .success(text)
  }

  struct Unfilled: Error {
    let slot: Slot
  }
}

extension MessageRules {
  static let templates: [Rule] = [
    Rule("SHR-08", "The share screen's text: I use Rin to organize and control my contacts."),
    Rule("CIV-07", "A single contact is greeted by first name and asked to join."),
    Rule("P-ENT-04", "The key-action text describes in the third person what the sender did."),
    Rule("P-ENT-06", "The content text names the activity that the sender uses the app for."),
    Rule("P-ENT-08", "The empty-state text is Join me on [App] and the link, nothing more."),
    Rule("P-MSG-01", "The texts speak as a friend, in the first person."),
    Rule("P-MSG-02", "The texts of a context describe what the sender was doing."),
    Rule(
      "P-MSG-04", "The generic text names the use case that the sender's app was found to have."),
    Rule("P-MSG-05", "The achievement text names what the sender achieved."),
    Rule("P-MSG-06", "The content text begins with the title of what is shared."),
    Rule("P-MSG-07", "The collaborative text names what the two can do together."),
    Rule("P-MSG-10", "002 has two sets of texts for the same moments; a setting picks one."),
    Rule(
      "CNF-29", "Which texts there are is a setting; a shorter one where they differ by channel."),
    Rule("D-MSG-01", "The design's default text greets by first name and ends with the link."),
    Rule("D-MSG-07", "Whether the app is named in the text is a setting."),
  ]
}
