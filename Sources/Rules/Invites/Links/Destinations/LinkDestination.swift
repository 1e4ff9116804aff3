public import Vocabulary

/// Where a tapped link leads.
public enum LinkDestination: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app, which handles the invite.
  case inviteHandler
  /// The app's page in the App Store; the invite is kept for the first launch.
  case appStoreKeepingInvite
  /// The onboarding of someone whom nobody invited, without a word about the link.
  case standardOnboarding
  /// A page that says so, and still leads to the App Store.
  case expiredPage
  /// The generic page in the App Store.
  case appStoreRedirect
  /// Onboarding without anything personal.
  case genericOnboarding
  case genericOnboardingAndLog
  /// The sender's words, but no credit for the sender.
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

  /// Whether a line for the developers is logged.
  public var isLogged: Bool { self == .genericOnboardingAndLog }

  /// The text of the page, where the link leads to a page of ours.
  public func pageText(in app: AppIdentity) -> String? {
    guard self == .expiredPage else { return nil }
    return "This invite has expired. Download \(app.name) to get started."
  }
}
