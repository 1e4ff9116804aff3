public import Vocabulary

/// The destination of a tapped link.
public enum LinkDestination: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app, which handles the invite.
  case inviteHandler
  /// The app's page in the App Store; the invite is kept for the launch.
  case appStoreKeepingInvite
  /// The onboarding of an organic newcomer, which does not mention the link.
  case standardOnboarding
  /// A page that reports the expiry, and still leads to the App Store.
  case expiredPage
  /// The generic page in the App Store.
  case appStoreRedirect
  /// Onboarding without anything personal.
  case genericOnboarding
  /// Onboarding without anything personal, and a line in the developers' log.
  case genericOnboardingAndLog
  /// The sender's words, without credit for the sender.
  case personalisedWithoutCredit
}

extension LinkDestination {
  /// Whether the sender's name and context go with the invitee.
  public var keepsContext: Bool {
    switch self {
    case .inviteHandler, .appStoreKeepingInvite, .personalisedWithoutCredit: true
    case .standardOnboarding, .expiredPage, .appStoreRedirect, .genericOnboarding,
      .genericOnboardingAndLog:
      false
    }
  }

  /// Whether the sender may earn credit.
  public var earnsCredit: Bool {
    switch self {
    case .inviteHandler, .appStoreKeepingInvite: true
    case .standardOnboarding, .expiredPage, .appStoreRedirect, .genericOnboarding,
      .genericOnboardingAndLog, .personalisedWithoutCredit:
      false
    }
  }

  /// Whether the app logs a line for the developers.
  public var isLogged: Bool { self == .genericOnboardingAndLog }

  /// The text of the page, where the link leads to a page of ours.
  public func pageText(in app: AppIdentity) -> String? {
    guard self == .expiredPage else { return nil }
    return "This invite has expired. Download \(app.name) to get started."
  }
}
