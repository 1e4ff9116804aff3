public import Vocabulary

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
      title: "You're invited to \(app.name)", subtitle: nil, image: .branded, rule: "PRV-01")
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
      socialProofLine ? trimmed(coreActivity).map { "Join 50K+ people doing \($0)" } : nil
    return PreviewCard(
      title: "\(firstName) invited you to \(app.name)", subtitle: subtitle, image: image,
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
