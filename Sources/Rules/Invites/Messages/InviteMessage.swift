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

/// The card that a messaging app draws for a link.
public struct PreviewCard: Hashable, Sendable {
  /// The image beside the card's text.
  public enum Image: Hashable, Sendable {
    /// The sender's avatar, by its address.
    case avatar(String)
    /// The picture of the shared content, by its address.
    case contentThumbnail(String)
    /// The app's own image, whose address the caller supplies.
    case branded
  }

  /// The first line; it names the sender only on a personal card.
  public let title: String
  /// The line about the core activity; `nil` where it is switched off or nothing fills it.
  public let subtitle: String?
  /// The picture on the card; always `branded` on the generic one.
  public let image: Image
  /// The deciding rule.
  public let rule: RuleID

  /// Returns the card without any fact about the sender; it takes none as an argument.
  ///
  /// `rin` shows it to every browser; 002 shows it for a deleted sender. The title is ours.
  public static func generic(app: AppIdentity) -> PreviewCard {
    PreviewCard(
      title: worded("You're invited to \(app.name)"), subtitle: nil, image: .branded, rule: "PRV-01"
    )
  }
}

extension PreviewCard {
  /// The sender of the link, with the facts that a card may show.
  public struct Sender: Hashable, Sendable {
    /// The first name in the title; a blank one gives the generic card.
    public var firstName: String
    /// The address of the avatar; `nil` without one.
    public var avatar: String?
    /// The state of the account; any other than `active` gives the generic card.
    public var account: AccountState

    /// Creates a sender, without an avatar and with an active account unless stated.
    public init(firstName: String, avatar: String? = nil, account: AccountState = .active) {
      self.firstName = firstName
      self.avatar = avatar
      self.account = account
    }
  }

  /// Returns the card that names the sender; the generic one for a deleted or nameless sender.
  ///
  /// The picture of shared content takes precedence over the avatar, the avatar over any other
  /// picture.
  public static func personal(
    from sender: Sender, app: AppIdentity, context: InviteContext = .generic,
    thumbnail: String? = nil, coreActivity: String? = nil, socialProofLine: Bool
  ) -> PreviewCard {
    guard sender.account == .active, let firstName = trimmed(sender.firstName) else {
      return generic(app: app)
    }
    let image: Image =
      if context == .content, let thumbnail {
        .contentThumbnail(thumbnail)
      } else if let avatar = sender.avatar {
        .avatar(avatar)
      } else if let thumbnail {
        .contentThumbnail(thumbnail)
      } else {
        .branded
      }
    // The number of people is the document's claim, not a count: CNF-45 allows switching it off.
    let subtitle =
      socialProofLine ? trimmed(coreActivity).map { worded("Join 50K+ people doing \($0)") } : nil
    return PreviewCard(
      title: worded("\(firstName) invited you to \(app.name)"), subtitle: subtitle, image: image,
      rule: "P-OGC-01")
  }

  /// Returns the card as Open Graph properties, in a stable order.
  public func openGraph(brandedImage: String) -> [(property: String, content: String)] {
    let picture =
      switch image {
      case .avatar(let address), .contentThumbnail(let address): address
      case .branded: brandedImage
      }
    var tags = [(property: "og:title", content: title)]
    if let subtitle { tags.append(("og:description", subtitle)) }
    tags.append(("og:image", picture))
    return tags
  }
}

extension MessageRules {
  static let preview: [Rule] = [
    Rule("P-MSG-03", "A link carries Open Graph properties for title, description and image."),
    Rule("P-OGC-01", "The card's title names the sender's first name and the app."),
    Rule("P-OGC-02", "The card's subtitle speaks of the core activity; unfilled, it is left out."),
    Rule(
      "P-OGC-03", "The image is thumbnail or avatar, and a branded card where there is neither."),
    Rule("P-OGC-06", "The personal card shows name and avatar to any holder of the link."),
  ]
}

/// The size of a text as a text message: its encoding, and its number of parts.
public struct SMSSegments: Hashable, Sendable, BitwiseCopyable {
  /// The encoding of a text message, which decides how much fits into a part.
  public enum Encoding: String, CaseIterable, Sendable, BitwiseCopyable {
    /// GSM 03.38, the 7-bit default alphabet with its extension table.
    case gsm7
    /// UCS-2, for any text with a character outside the 7-bit alphabet.
    case ucs2
  }

  /// The encoding of the whole text; 7-bit if every character allows it.
  public let encoding: Encoding
  /// The septets of GSM 03.38, or the UTF-16 code units of UCS-2.
  public let units: Int
  /// The parts that a network carries and bills; 0 for an empty text.
  public let count: Int

  /// Counts `text` as it stands: one character outside the 7-bit alphabet moves all of it to UCS-2.
  public init(_ text: String) {
    if let septets = SMSSegments.pack(text.unicodeScalars.map(\.septets), one: 160, of: 153) {
      (units, count) = septets
      encoding = .gsm7
    } else {
      let widths: [Int?] = text.unicodeScalars.map { UTF16.width($0) }
      (units, count) = SMSSegments.pack(widths, one: 70, of: 67) ?? (0, 0)
      encoding = .ucs2
    }
  }

  /// Fills parts with characters that are `widths` units wide and may not be split between parts.
  ///
  /// A text that fits `one` part needs no header; otherwise each part has room for `room` units.
  /// Returns `nil` if a character has no width.
  private static func pack(
    _ widths: [Int?], one: Int, of room: Int
  ) -> (units: Int, count: Int)? {
    var units = 0
    var count = widths.isEmpty ? 0 : 1
    var used = 0
    for width in widths {
      guard let width else { return nil }
      units += width
      if used + width > room {
        count += 1
        used = 0
      }
      used += width
    }
    return units <= one ? (units, min(count, 1)) : (units, count)
  }
}

extension Unicode.Scalar {
  /// The septets that the character takes in GSM 03.38; `nil` outside its alphabet.
  fileprivate var septets: Int? {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", " ", "\n", "\r": 1
    case "@", "£", "$", "¥", "_", "!", "\"", "#", "¤", "%", "&", "'", "(", ")", "*", "+", ",",
      "-", ".", "/", ":", ";", "<", "=", ">", "?", "¡", "¿", "§":
      1
    case "è", "é", "ù", "ì", "ò", "Ç", "Ø", "ø", "Å", "å", "Æ", "æ", "ß", "É", "Ä", "Ö", "Ñ",
      "Ü", "ä", "ö", "ñ", "ü", "à":
      1
    case "Δ", "Φ", "Γ", "Λ", "Ω", "Π", "Ψ", "Σ", "Θ", "Ξ": 1
    // The extension table: an escape and a second septet, which must stay together.
    case "\u{C}", "^", "{", "}", "\\", "[", "~", "]", "|", "€": 2
    default: nil
    }
  }
}

extension MessageRules {
  static let length: [Rule] = [
    Rule("P-MSG-11", "An em dash moves a text message from 160 characters to parts of 70."),
    Rule("CNF-31", "Every profile reports the parts that a message takes as a text message."),
  ]
}
