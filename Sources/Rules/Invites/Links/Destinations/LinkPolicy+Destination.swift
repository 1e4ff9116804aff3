public import Vocabulary

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
