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
    return worded("This invite has expired. Download \(app.name) to get started.")
  }
}

extension InviteLink {
  /// The validity of a link at the moment it is tapped.
  public enum Standing: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The link may bring an invitee.
    case valid
    /// The link is older than the policy allows.
    case expired
    /// The link names no invite, or the text is no link of this app.
    case unknown
    /// A signed link was altered: its parameters or its signature are incorrect.
    case tampered
    /// The link has brought the permitted number of invitees.
    case exhausted
  }
}

extension LinkPolicy {
  /// Returns the validity of a link tapped at `click` that led to an installation at `install`.
  ///
  /// Age takes precedence over exhaustion. A life of 30 days includes its last instant. The
  /// installation matters only under `clickAndInstall`: otherwise a link tapped in time stays good.
  public func standing(
    of invite: InviteLifecycle?, clickedAt click: Instant, installedAt install: Instant? = nil
  ) -> InviteLink.Standing {
    guard let invite else { return .unknown }
    if invite.isPastExpiry(at: decisiveMoment(click: click, install: install)) { return .expired }
    if let maxAcceptances, invite.acceptances >= maxAcceptances { return .exhausted }
    return .valid
  }

  /// Returns the moment at which a link's age is checked.
  func decisiveMoment(click: Instant, install: Instant?) -> Instant {
    switch expiryCheckedAt {
    case .click, nil: click
    case .clickAndInstall: max(click, install ?? click)
    }
  }
}

/// The destination of a link, with the deciding rule.
public struct LinkRoute: Hashable, Sendable {
  /// The validity of the tapped link.
  public let standing: InviteLink.Standing
  /// The destination that the policy gives a link of this standing.
  public let destination: LinkDestination
  /// The deciding rule.
  public let rule: RuleID
  /// Whether the device has the app, so that onboarding can begin at once.
  public let appIsInstalled: Bool
}

extension LinkRoute {
  /// Whether the App Store comes next, at once or after a page of ours.
  public var leadsToAppStore: Bool {
    switch destination {
    case .inviteHandler: false
    case .appStoreKeepingInvite, .expiredPage, .appStoreRedirect: true
    case .standardOnboarding, .genericOnboarding, .genericOnboardingAndLog,
      .personalisedWithoutCredit:
      // Onboarding happens in the app.
      !appIsInstalled
    }
  }
}

extension LinkPolicy {
  /// Returns the destination of a link of this standing, for a device with or without the app.
  ///
  /// No link leads to a broken page, and none is refused.
  public func route(_ standing: InviteLink.Standing, appIsInstalled: Bool) -> LinkRoute {
    let (destination, rule): (LinkDestination, RuleID) =
      switch standing {
      case .valid: appIsInstalled ? (.inviteHandler, "LNK-12") : (.appStoreKeepingInvite, "LNK-13")
      case .expired: expiredDestination
      case .unknown: unknownDestination
      case .tampered: tamperedDestination
      case .exhausted: exhaustedDestination
      }
    return LinkRoute(
      standing: standing, destination: destination, rule: rule, appIsInstalled: appIsInstalled)
  }

  private var expiredDestination: (LinkDestination, RuleID) {
    switch broken.expired {
    case .standardOnboarding: (.standardOnboarding, "CNF-14")
    case .expiredPage: (.expiredPage, "P-EDG-04")
    case .appStoreRedirect: (.appStoreRedirect, "D-RES-03")
    }
  }

  private var unknownDestination: (LinkDestination, RuleID) {
    switch broken.unknown {
    case .standardOnboarding: (.standardOnboarding, "CNF-14")
    }
  }

  private var tamperedDestination: (LinkDestination, RuleID) {
    switch broken.tampered {
    case .genericOnboardingAndLog: (.genericOnboardingAndLog, "P-LNK-08")
    // Where links are not signed, an altered link is an unknown one.
    case nil: unknownDestination
    }
  }

  private var exhaustedDestination: (LinkDestination, RuleID) {
    switch onExhausted {
    case .genericOnboarding, nil: (.genericOnboarding, "P-INV-15")
    case .personaliseWithoutCredit: (.personalisedWithoutCredit, "P-INV-15")
    }
  }
}

extension LinkRules {
  static let destinations: [Rule] = [
    Rule("LNK-12", "A good link opens the installed app, which handles the invite."),
    Rule("LNK-13", "Without the app a good link leads to the App Store, and the invite is kept."),
    Rule("P-LNK-08", "A link that fails verification gives generic onboarding and a log line."),
    Rule("P-EDG-04", "A link past its life leads to the expired page, and on to the App Store."),
    Rule("P-EDG-05", "The expired page says so, and asks to download the app."),
    Rule(
      "D-RES-03", "A link past its life leads to the generic App Store page, never a broken one."),
  ]
}
