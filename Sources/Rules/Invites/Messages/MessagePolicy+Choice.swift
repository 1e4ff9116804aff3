import Vocabulary

extension MessagePolicy {
  /// The texts that fit an occasion, the best first.
  struct Choice {
    var templates: [MessageTemplate]
    /// The reason why a better text was excluded from the start.
    var fallback: InviteMessage.Fallback?
  }

  func templates(for occasion: MessageOccasion) -> Choice {
    switch set {
    case .rin: personal(.rinPersonal, or: .rinGeneric, for: occasion)
    case .design: personal(.designPersonal, or: .designNameless, for: occasion)
    case .productByContext:
      product(byContext(occasion.context), for: occasion)
    case .productByTrigger:
      product(byTrigger(occasion.context), for: occasion)
    }
  }

  private func personal(
    _ named: MessageTemplate, or nameless: MessageTemplate, for occasion: MessageOccasion
  ) -> Choice {
    let isShort = perChannel && occasion.channel.isTextMessage
    let named = isShort ? .shortPersonal : named
    let nameless = isShort ? .short : nameless
    return switch addressee(of: occasion) {
    case .named: Choice(templates: [named, nameless])
    case .unnamed: Choice(templates: [nameless], fallback: .noFirstName)
    case .several: Choice(templates: [nameless], fallback: .severalRecipients)
    case .unknown: Choice(templates: [nameless])
    }
  }

  /// Returns the chosen text, then the generic one, then the one that needs only app and link.
  private func product(_ first: MessageTemplate, for occasion: MessageOccasion) -> Choice {
    if perChannel, occasion.channel.isTextMessage { return Choice(templates: [.short]) }
    var templates = [first]
    for plainer in [MessageTemplate.productGeneric, .triggerEmptyState]
    where !templates.contains(plainer) { templates.append(plainer) }
    return Choice(templates: templates)
  }

  private func byContext(_ context: InviteContext) -> MessageTemplate {
    switch context {
    case .generic: .productGeneric
    case .achievement: .productAchievement
    case .content: .productContent
    case .collaborative: .productCollaborative
    }
  }

  /// Returns the text of a trigger: each of 002 §3.2 stands for one context; the third session
  /// keeps the default text.
  private func byTrigger(_ context: InviteContext) -> MessageTemplate {
    switch context {
    case .generic: .productGeneric
    case .achievement: .triggerKeyAction
    case .content: .triggerContent
    case .collaborative: .triggerEmptyState
    }
  }
}

extension MessagePolicy {
  /// The recipient that a text can greet.
  private enum Addressee {
    case named
    /// A picked contact without a first name.
    case unnamed
    case several
    /// No contact was picked.
    case unknown
  }

  private func addressee(of occasion: MessageOccasion) -> Addressee {
    guard let first = occasion.recipients.first else { return .unknown }
    if occasion.recipients.count > 1, nameRule == .singleRecipientOnly { return .several }
    return trimmed(first) == nil ? .unnamed : .named
  }
}

extension ReportedChannel? {
  fileprivate var isTextMessage: Bool { self == .messages || self == .imessage }
}

extension MessageRules {
  static let choice: [Rule] = [
    Rule("CIV-08", "The name in the greeting is the given name of the contact's record."),
    Rule("CIV-09", "Without a first name the contact gets the generic text."),
    Rule("D-MSG-02", "The first name is used where contacts give one; the link is always there."),
    Rule("CNF-30", "With several recipients no one is named; a what-if names the first."),
    Rule("D-MSG-05", "With several recipients, or none, the text has no name."),
  ]
}
