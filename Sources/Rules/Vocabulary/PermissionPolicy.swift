/// The system's permission to read the address book.
public enum ContactsAccess: String, CaseIterable, Sendable, BitwiseCopyable {
  case notDetermined
  case authorized
  /// The user chose which contacts the app may see.
  case limited
  case denied
  /// Denied by a policy of the device that the user cannot change.
  case restricted
}

/// The moments at which the app asks for the address book.
public struct PermissionPolicy: Hashable, Sendable {
  public enum Explainer: String, CaseIterable, Sendable {
    case onboarding
    case firstFlowEntry
  }

  public enum Reask: String, CaseIterable, Sendable {
    /// Only when the user starts something that needs contacts.
    case onNeed
    case never
  }

  public enum AllowLink: String, CaseIterable, Sendable {
    case systemPrompt
    case settings
  }

  public enum LimitedAccess: String, CaseIterable, Sendable {
    case likeGranted
    case likeDenied
  }

  /// The place of the explainer that precedes the system's prompt; `nil` for none.
  public var explainer: Explainer?
  public var reask: Reask
  /// The destination of the "Allow contacts" link while the system has not asked yet.
  public var allowLinkWhenUndetermined: AllowLink?
  public var limitedAccess: LimitedAccess?

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
  public static let rin = PermissionPolicy(
    explainer: .onboarding, reask: .onNeed, allowLinkWhenUndetermined: .systemPrompt,
    limitedAccess: .likeGranted)
  public static let product = PermissionPolicy(
    explainer: nil, reask: .never, allowLinkWhenUndetermined: nil, limitedAccess: nil)
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
