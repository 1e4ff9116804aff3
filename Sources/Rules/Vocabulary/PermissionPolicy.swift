/// The system's permission to read the address book.
public enum ContactsAccess: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// The system has not asked the user yet.
  case notDetermined
  /// The app may read all contacts.
  case authorized
  /// The user chose which contacts the app may see.
  case limited
  /// The user refused; only the system's settings can change that.
  case denied
  /// Denied by a policy of the device that the user cannot change.
  case restricted
}

/// The moments at which the app asks for the address book.
public struct PermissionPolicy: Hashable, Sendable {
  /// The place of the explainer that precedes the system's prompt.
  public enum Explainer: String, CaseIterable, Sendable {
    /// A screen of onboarding, as under `rin`.
    case onboarding
    /// The first visit to the flow that picks people to invite, as under `design`.
    case firstFlowEntry
  }

  /// The occasions for asking outside the explainer's place.
  public enum Reask: String, CaseIterable, Sendable {
    /// Only when the user starts something that needs contacts.
    case onNeed
    /// No occasion, as under `product`.
    case never
  }

  /// The destination of the link that allows contacts.
  public enum AllowLink: String, CaseIterable, Sendable {
    /// The system's prompt; onboarding shows the explainer before it.
    case systemPrompt
    /// The app's page in the system's settings.
    case settings
  }

  /// The treatment of access to only some contacts.
  public enum LimitedAccess: String, CaseIterable, Sendable {
    /// The granted contacts may be read.
    case likeGranted
    /// No contacts are read, as after a refusal.
    case likeDenied
  }

  /// The place of the explainer that precedes the system's prompt; `nil` for none.
  public var explainer: Explainer?
  /// The occasions for asking outside the explainer's place; only `product` has none.
  public var reask: Reask
  /// The destination of the "Allow contacts" link while the system has not asked yet.
  public var allowLinkWhenUndetermined: AllowLink?
  /// The treatment of access to only some contacts; with `nil` they are not read.
  public var limitedAccess: LimitedAccess?

  /// Creates a policy from its four settings.
  public init(
    explainer: Explainer?, reask: Reask, allowLinkWhenUndetermined: AllowLink?,
    limitedAccess: LimitedAccess?
  ) {
    self.explainer = explainer
    self.reask = reask
    self.allowLinkWhenUndetermined = allowLinkWhenUndetermined
    self.limitedAccess = limitedAccess
  }
}

extension PermissionPolicy {
  /// The policy of the profile `rin`: an explainer in onboarding, and again when contacts are
  /// needed.
  public static let rin = PermissionPolicy(
    explainer: .onboarding, reask: .onNeed, allowLinkWhenUndetermined: .systemPrompt,
    limitedAccess: .likeGranted)
  /// The policy of the profile `product`, which does not ask for contacts.
  public static let product = PermissionPolicy(
    explainer: nil, reask: .never, allowLinkWhenUndetermined: nil, limitedAccess: nil)
  /// The policy of the profile `design`: an explainer on the first visit to the inviting flow.
  public static let design = PermissionPolicy(
    explainer: .firstFlowEntry, reask: .onNeed, allowLinkWhenUndetermined: .systemPrompt,
    limitedAccess: .likeGranted)
}

extension PermissionPolicy {
  /// Returns whether contacts may be read under `access`.
  public func mayRead(_ access: ContactsAccess) -> Bool {
    switch access {
    case .authorized: true
    case .limited: limitedAccess == .likeGranted
    case .notDetermined, .denied, .restricted: false
    }
  }
}
