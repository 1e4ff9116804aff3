public import Vocabulary

/// The content sent to a browser at the address of an invite link.
public enum LandingContent: Hashable, Sendable {
  /// The page about the app, which names no sender.
  case generic(GenericPage)
  /// The page that names the sender.
  case personalised(GenericPage, SenderGlimpse)
  /// The page for devices on which the app does not run.
  case emailCapture(EmailCapturePage)
  /// The page of an expired link; the rules of links supply its words.
  case expired
  /// A redirect to the app store, without a page.
  case storeRedirect
}

/// A page about the app with a link to the store.
///
/// It is made from the app alone and has no place for a code or a person. The pages of a known
/// code, an unknown code and a deleted sender are therefore equal.
public struct GenericPage: Hashable, Sendable {
  /// The title, which is the name of the app.
  public let title: String
  /// The words of the link to the store.
  public let storeLink: String

  /// Creates the page of `app`; its words are ours (CNF-62).
  public init(app: AppIdentity) {
    title = app.name
    storeLink = "Get \(app.name) on the App Store"
  }
}

/// The facts about a sender that a personalised page shows.
public struct SenderGlimpse: Hashable, Sendable {
  /// The sender's first name.
  public let firstName: String
  /// Whether the sender has a picture.
  public let hasAvatar: Bool

  /// Creates the facts that a page may show about a sender.
  public init(firstName: String, hasAvatar: Bool) {
    self.firstName = firstName
    self.hasAvatar = hasAvatar
  }
}

extension LandingContent {
  /// Creates the content for a browser on `surface`; `nil` if that surface is inside the app.
  ///
  /// The sender is read only if the surface names one; a generic page never reads it.
  public init?(
    of surface: ReceiptSurface, app: AppIdentity, sender: @autoclosure () -> SenderGlimpse?
  ) {
    switch surface {
    case .genericPage:
      self = .generic(GenericPage(app: app))
    case .personalisedPage:
      let page = GenericPage(app: app)
      self = sender().map { .personalised(page, $0) } ?? .generic(page)
    case .emailCapturePage:
      self = .emailCapture(EmailCapturePage(app: app))
    case .expiredPage:
      self = .expired
    case .appStore:
      self = .storeRedirect
    case .invitedOnboarding, .standardOnboarding, .alreadyOnToast, .alreadyConnectedToast,
      .wantsToConnect, .welcomeBack, .home:
      return nil
    }
  }
}

extension ReceiptRules {
  static let landing: [Rule] = [
    Rule("RES-12", "The page of an invite link is generic, and the same for every inviter."),
    Rule(
      "RES-22", "The page reveals nothing; attribution is resolved by the server after install."),
    Rule(
      "PRV-01",
      "The page never shows the inviter's name, photo or profile: it has no place for them."),
    Rule("CNF-15", "Whether the page is generic, personalised or the store's is set per profile."),
  ]
}
