public import Vocabulary

extension MessagePolicy {
  /// Returns the text for `occasion`; `nil` without a link, since an invite requires one.
  ///
  /// The first text that can be filled and is short enough is chosen. No text is ever cut.
  public func message(
    for occasion: MessageOccasion, app: AppIdentity, link: String
  ) -> InviteMessage? {
    let link = trimmed(link)
    guard let link else { return nil }
    let choice = templates(for: occasion)
    var fallback = choice.fallback
    var plainest: (template: MessageTemplate, text: String)?
    for template in choice.templates {
      switch template.filled(by: { words(for: $0, in: occasion, app: app, link: link) }) {
      case .failure(let unfilled):
        fallback = fallback ?? .unfilled(unfilled.slot)
      case .success(let body):
        let text = body + closing(for: occasion.channel, app: app)
        if let maxLength, text.count > maxLength {
          fallback = fallback ?? .tooLong(text.count)
          plainest = (template, text)
          continue
        }
        return finished(text, from: template, after: fallback)
      }
    }
    guard let plainest else { return nil }
    return finished(
      plainest.text, from: plainest.template, after: .tooLongInEveryForm(plainest.text.count))
  }

  /// Returns the characters that the default text leaves for a link, under `maxLength` and without
  /// a name.
  ///
  /// A longer valid link breaks the limit in every message; `nil` without a limit.
  public func roomForLink(app: AppIdentity, firstName: String? = nil) -> Int? {
    guard let maxLength else { return nil }
    let probe = MessageOccasion(recipients: firstName.map { [$0] } ?? [])
    var unlimited = self
    unlimited.maxLength = nil
    let mark = "-"
    return unlimited.message(for: probe, app: app, link: mark).map {
      maxLength - ($0.characters - mark.count)
    }
  }

  private func finished(
    _ text: String, from template: MessageTemplate, after fallback: InviteMessage.Fallback?
  ) -> InviteMessage {
    InviteMessage(
      text: text, template: template, fallback: fallback,
      rule: fallback?.rule(in: set) ?? template.rule, characters: text.count,
      segments: countSegments ? SMSSegments(text) : nil)
  }

  private func words(
    for slot: MessageTemplate.Slot, in occasion: MessageOccasion, app: AppIdentity, link: String
  ) -> String? {
    switch slot {
    // Ours: CNF-29, the words that stand for the app where it shall not be named.
    case .app: includeAppName ? trimmed(app.name) ?? worded("this app") : worded("this app")
    case .firstName: occasion.recipients.first.flatMap { trimmed($0) }
    case .senderName: trimmed(occasion.senderName)
    case .link: link
    case .accomplishment: trimmed(occasion.accomplishment)
    case .activity: trimmed(occasion.activity)
    case .useCase: trimmed(occasion.useCase)
    case .contentTitle: trimmed(occasion.contentTitle)
    case .collaborativeFeature: trimmed(occasion.collaborativeFeature)
    }
  }

  /// Returns the part that an email adds to the text; empty unless texts differ by channel.
  private func closing(for channel: ReportedChannel?, app: AppIdentity) -> String {
    guard perChannel, channel == .email else { return "" }
    // Ours: CNF-29 leaves the longer text of emails open.
    let name = includeAppName ? app.name : worded("this app")
    return "\n\n" + worded("If you have any questions about \(name), just ask me.")
  }
}

/// Returns `text` without white space around it; `nil` if it contains nothing else.
func trimmed(_ text: String?) -> String? {
  text.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
}

extension MessageRules {
  static let composing: [Rule] = [
    Rule(
      "P-MSG-08", "A slot that nothing fills gives way to a plainer text; no bracket is printed."),
    Rule("D-MSG-03", "The default text has at most 159 characters, link and name included."),
    Rule("D-MSG-06", "A text that a long name makes too long loses the name; it is never cut."),
  ]
}

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
