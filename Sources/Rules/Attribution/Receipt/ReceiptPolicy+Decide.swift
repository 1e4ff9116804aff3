public import Vocabulary

extension ReceiptPolicy {
  /// Returns the result of opening a link.
  ///
  /// `landing` sets the page of a browser, and `broken` the behaviour of links that are no longer
  /// valid.
  public func decide(
    _ tap: LinkTap, landing: LandingPolicy, broken: BrokenLinks
  ) -> ReceiptDecision {
    let fault = fault(of: tap, under: broken)
    switch tap.opener {
    case .previewFetcher:
      return decision(
        landing.surface(for: fault, under: broken), .previewFetch,
        credit: landing.previewFetchCountsAsClick ? creditOfNewcomer(fault) : .none,
        isRecorded: landing.previewFetchCountsAsClick)
    case .browser(.other):
      return decision(landing.surfaceElsewhere, .notOnIOS, credit: .none)
    case .browser(.iOS):
      return decision(
        landing.surface(for: fault, under: broken), fault ?? .notInstalled,
        credit: creditOfNewcomer(fault))
    case .signedOutApp:
      return decision(
        fault == nil ? .invitedOnboarding : .standardOnboarding, fault ?? .signedOut,
        credit: creditOfNewcomer(fault))
    case .signedInApp(.same):
      switch selfTap {
      case .toastNoCredit: return decision(.alreadyOnToast, .ownLink, credit: .none)
      }
    case .signedInApp(.connected) where alreadyConnectedToast && fault == nil:
      return decision(.alreadyConnectedToast, .alreadyConnected, credit: .none)
    case .signedInApp(.connected), .signedInApp(.stranger):
      return decideForUser(fault)
    }
  }

  /// Returns the card that every fetch of a preview draws; `nil` where that depends on the link, or
  /// the fetch is recorded.
  public func previewSurface(landing: LandingPolicy, broken: BrokenLinks) -> ReceiptSurface? {
    let decisions = LinkStanding.allCases.flatMap { link in
      AccountState.allCases.map { sender in
        decide(
          LinkTap(opener: .previewFetcher, link: link, sender: sender), landing: landing,
          broken: broken)
      }
    }
    let surfaces = Set(decisions.map(\.surface))
    return surfaces.count == 1 && !decisions.contains { $0.isRecorded } ? surfaces.first : nil
  }

  private func decideForUser(_ fault: ReceiptReason?) -> ReceiptDecision {
    let credit: ReceiptCredit =
      switch existingUserCredit {
      case .none: .none
      case .acceptanceOnConnect: .acceptanceOnConnect
      case .actionOnly: .action
      }
    switch existingUser {
    case .toastAlreadyOn:
      // A user sees the same toast, whatever the validity of the link.
      return decision(.alreadyOnToast, .existingUser, credit: fault == nil ? credit : .none)
    case .wantsToConnect:
      // The link lacks a sender to connect with; for the user the app just opens. Ours.
      return fault.map { decision(.home, $0, credit: .none) }
        ?? decision(.wantsToConnect, .existingUser, credit: credit)
    case .welcomeBack:
      return decision(.welcomeBack, .existingUser, credit: fault == nil ? credit : .none)
    }
  }

  /// A deleted or suspended sender stays a candidate: the referral may be kept for analytics.
  private func creditOfNewcomer(_ fault: ReceiptReason?) -> ReceiptCredit {
    switch fault {
    case nil, .senderDeleted, .senderSuspended: .byAttribution
    default: .none
    }
  }

  private func decision(
    _ surface: ReceiptSurface, _ reason: ReceiptReason, credit: ReceiptCredit,
    isRecorded: Bool = true
  ) -> ReceiptDecision {
    ReceiptDecision(
      surface: surface, because: reason, rule: reason.rule(in: document), isRecorded: isRecorded,
      credit: credit, isLogged: reason == .tamperedLink)
  }
}

extension ReceiptPolicy {
  /// Returns the reason why the link is not a sender's valid invite; `nil` if it is.
  private func fault(of tap: LinkTap, under broken: BrokenLinks) -> ReceiptReason? {
    switch tap.link {
    case .tampered: return broken.tampered == nil ? .unknownLink : .tamperedLink
    case .unknown: return .unknownLink
    case .expired: return .expiredLink
    case .valid: break
    }
    switch tap.sender {
    case .deleted:
      switch deletedSender {
      case .omitContext: return .senderDeleted
      }
    case .suspended:
      switch suspendedSender {
      case .likeDeleted: return .senderSuspended
      }
    case .active: return nil
    }
  }
}

extension LandingPolicy {
  /// Returns the surface of a browser on iOS, which a preview draws too.
  func surface(for fault: ReceiptReason?, under broken: BrokenLinks) -> ReceiptSurface {
    if fault == .expiredLink {
      switch broken.expired {
      case .standardOnboarding: break
      case .expiredPage: return .expiredPage
      case .appStoreRedirect: return .appStore
      }
    }
    switch page {
    case .generic: return .genericPage
    case .ogPersonalised: return fault == nil ? .personalisedPage : .genericPage
    case .appStore: return .appStore
    }
  }

  /// The surface of a browser on a platform without the app.
  var surfaceElsewhere: ReceiptSurface {
    switch nonIOS {
    case .genericPage: .genericPage
    case .emailCapture: .emailCapturePage
    case .appStore: .appStore
    }
  }
}

extension ReceiptRules {
  static let decisions: [Rule] = [
    Rule("RES-02", "Who has the app and is not signed in goes to onboarding with the invite."),
    Rule("RES-03", "A signed-in user gets the toast, then Home, and no attribution."),
    Rule(
      "RES-04",
      "Whether an existing user's click is captured and reported is a setting, off under rin."),
    Rule("RES-10", "An unknown code means standard onboarding, without a word."),
    Rule("RES-23", "Without the app: the generic page with its store link, or the store at once."),
    Rule("EDG-06", "Whoever taps their own link gets the toast, and no credit."),
    Rule("P-EDG-01", "With the app installed the link opens it, and onboarding is skipped."),
    Rule("P-EDG-06", "A deleted or suspended sender's link still works, without naming anybody."),
    Rule(
      "P-EDG-15", "Self-invite, unknown code and bad signature take the ways the settings name."),
    Rule("D-RES-01", "The link opens the app; without it, the store, and a deferred link after."),
    Rule("D-RES-05", "Who already has the app is welcomed back, not onboarded."),
    Rule("D-RES-06", "The inviter is then credited for the action, never for an acceptance."),
    Rule("D-RES-07", "The landing surface is the app's own store page."),
    Rule("D-RES-10", "What the design leaves out takes the values of rin."),
    Rule("CNF-07", "What an existing user meets, and what that earns, is set per profile."),
    Rule("CNF-12", "One's own link gives the toast and earns no credit, in every profile."),
    Rule("CNF-13", "A suspended sender is treated like a deleted one: no context, no credit."),
    Rule("CNF-14", "Expired, unknown and tampered links degrade as the link settings say."),
    Rule("CNF-18", "Where the app does not run the landing policy names the page."),
  ]
}
