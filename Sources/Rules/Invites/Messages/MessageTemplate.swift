public import Vocabulary

/// A text for an invite, its slots in brackets as the documents write them.
public enum MessageTemplate: String, CaseIterable, Sendable {
  case rinGeneric
  case rinPersonal
  /// The texts of 002 §5.2, in the sender's voice.
  case productGeneric
  case productAchievement
  case productContent
  case productCollaborative
  /// The texts of 002 §3.2, where they differ from those of §5.2.
  case triggerKeyAction
  case triggerContent
  case triggerEmptyState
  case designPersonal
  case designNameless
  case shortPersonal
  case short
}

extension MessageTemplate {
  /// A place in a text that a fact of the invite fills.
  public enum Slot: String, CaseIterable, Sendable {
    case app = "App"
    case senderName = "Name"
    case firstName = "First Name"
    case link
    case accomplishment
    case activity
    case useCase = "use case"
    case contentTitle = "content title"
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
    for part in pattern.split(separator: "[", omittingEmptySubsequences: true) {
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
