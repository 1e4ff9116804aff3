public import Vocabulary

/// A link into the app, as the navigation represents it.
///
/// An app needs it to write its own links, and to find the screen of one.
public enum DeepLink: Hashable, Sendable {
  /// A link to accept the invite with this code.
  case invite(code: String)
  /// A link to the page of the contact with this identifier.
  case contact(id: String)

  /// The notation of the link.
  public enum Form: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The app's own scheme, such as `rin://invite/a3Xk9m2Q`.
    case customScheme
    /// The app's host and a path, written without `https://`; invite links alone have it.
    case universal
  }
}

extension DeepLink {
  /// The screen that the link opens; its `leadsTo` lists the screens that may follow.
  public var screen: Screen {
    switch self {
    case .invite: .inviteReceipt
    case .contact: .contactDetail
    }
  }

  /// Returns the link as text; `nil` in a form that does not exist for it.
  public func text(in form: Form, for app: AppIdentity) -> String? {
    switch (self, form) {
    case (.invite(let code), .customScheme): "\(app.scheme)://invite/\(code)"
    case (.invite(let code), .universal): "\(app.host)/invite/\(code)"
    case (.contact(let id), .customScheme): "\(app.scheme)://contacts/\(id)"
    case (.contact, .universal): nil
    }
  }
}

extension SharingRules {
  static let deepLinks: [Rule] = [
    Rule("NAV-10", "An invite link enters INV3, which hands over to onboarding."),
    Rule("NAV-11", "Invite links are written with the custom scheme or as universal links."),
    Rule("NAV-12", "A contact link opens the contact's page."),
  ]
}
