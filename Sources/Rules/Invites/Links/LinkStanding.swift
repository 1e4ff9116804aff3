public import Vocabulary

/// What an invite link is worth at the moment it is tapped.
public enum LinkStanding: String, CaseIterable, Sendable, BitwiseCopyable {
  case valid
  case expired
  case unknown
  case tampered
  /// It has brought as many people as it may.
  case exhausted
}

extension LinkPolicy {
  /// Returns what a link is worth that was tapped at `click`, and led to an installation at `install`.
  ///
  /// Age speaks before exhaustion. A life of 30 days includes its last instant. The installation
  /// matters only under `clickAndInstall`: otherwise a link tapped in time stays good.
  public func standing(
    of invite: InviteLifecycle?, clickedAt click: Instant, installedAt install: Instant? = nil
  ) -> LinkStanding {
    guard let invite else { return .unknown }
    if invite.isPastExpiry(at: decisiveMoment(click: click, install: install)) { return .expired }
    if let maxAcceptances, invite.acceptances >= maxAcceptances { return .exhausted }
    return .valid
  }

  /// The moment at which a link's age is looked at.
  func decisiveMoment(click: Instant, install: Instant?) -> Instant {
    switch expiryCheckedAt {
    case .click, nil: click
    case .clickAndInstall: max(click, install ?? click)
    }
  }
}

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
  /// Whether somebody without the app is sent on to the App Store; everybody is.
  public func leadsToAppStore(appIsInstalled: Bool) -> Bool { !appIsInstalled }

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
