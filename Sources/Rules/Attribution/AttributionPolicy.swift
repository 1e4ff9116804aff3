public import Vocabulary

/// The choice of the click that earns the credit for a new account.
public struct AttributionPolicy: Hashable, Sendable {
  /// The choice among several clicks that may earn the credit.
  public enum Model: String, CaseIterable, Sendable {
    /// The newest click; the value of `rin` and `product`.
    case lastClick
    /// The oldest click; the value of `design`.
    case firstTouch
  }

  /// The moment to which the window of a deferred arrival runs.
  public enum WindowEnd: String, CaseIterable, Sendable {
    /// The moment of installation; a what-if.
    case install
    /// The moment of the first launch; the value of `rin`.
    case firstLaunch
  }

  /// The treatment of a click from a device that the inviter uses.
  public enum SelfReferral: String, CaseIterable, Sendable {
    /// The click may earn the credit; the value of every profile.
    case allow
    /// The click earns nothing, and a carried invite is dropped at verification; a what-if.
    case blockSameDevice
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  /// The choice among several clicks that may earn the credit.
  public var model = Model.lastClick
  /// Whether a click that earns nothing still displaces the credit of another one.
  public var invalidClickDisplaces = false
  /// The greatest age of a click that earns the credit; `nil` sets no limit but retention.
  public var window: Interval? = .days(7)
  /// The moment to which the window of a deferred arrival runs; `nil` counts as `firstLaunch`.
  public var windowEndsAt: WindowEnd? = .firstLaunch
  /// Whether the window bounds direct opens too; `nil` counts as `true`.
  public var windowAppliesToDirectOpen: Bool? = true
  /// Whether a referral by a deleted or suspended inviter is kept; `false` under `product`.
  public var recordsDeletedReferrer = true
  /// The treatment of a click from a device that the inviter uses; `allow` in every profile.
  public var selfReferralByDevice = SelfReferral.allow
  /// The retention of click records.
  public var clickRetention = Interval.days(7)

  /// Creates the policy of `rin`.
  public init() {}
}

extension AttributionPolicy {
  /// The policy of `rin`: last click, seven days to the first launch.
  public static let rin = AttributionPolicy()

  /// The policy of `product`: last click, no window, and clicks kept for 30 days.
  public static let product: AttributionPolicy = {
    var policy = AttributionPolicy()
    policy.document = .product
    policy.window = nil
    policy.windowEndsAt = nil
    policy.windowAppliesToDirectOpen = nil
    policy.recordsDeletedReferrer = false
    policy.clickRetention = .days(30)
    return policy
  }()

  /// The policy of `design`: first touch, no window, and clicks kept for 30 days.
  public static let design: AttributionPolicy = {
    var policy = AttributionPolicy()
    policy.document = .design
    policy.model = .firstTouch
    policy.window = nil
    policy.windowEndsAt = nil
    policy.windowAppliesToDirectOpen = nil
    policy.clickRetention = .days(30)
    return policy
  }()
}

/// The matcher that finds the click behind a launch, with its assumed error rates.
public struct DeferredPolicy: Hashable, Sendable {
  /// The matcher in force; `ownService` in every profile.
  public var matcher = MatcherName.ownService
  /// The proportion of matches that arrive, from 0 to 1.
  public var matchRate = 1.0
  /// The proportion of launches without a match that receive a stranger's click, from 0 to 1.
  public var falseMatchRate = 0.0

  /// Creates the policy of every profile: our own matcher, without errors.
  public init() {}
}

extension DeferredPolicy {
  /// The policy of `rin`: our own matcher, without errors.
  public static let rin = DeferredPolicy()
  /// The policy of `product`, equal to that of `rin`.
  public static let product = rin
  /// The policy of `design`, equal to that of `rin`.
  public static let design = rin
}

extension DeferredPolicy {
  /// Returns the matcher in force: our own one takes its window from the attribution policy.
  ///
  /// Without a window, and for any other matcher, the reach is bounded by the retention of clicks. So
  /// it is where the window ends at the installation, since a launch may follow at any time.
  public func rule(for attribution: AttributionPolicy) -> MatchRule {
    var rule = matcher.rule
    switch matcher {
    case .ownService, .ownServiceAbstaining:
      let window = attribution.windowEndsAt == .install ? nil : attribution.window
      rule.window = window ?? attribution.clickRetention
      rule.token = .within(rule.window)
    case .branch, .branchUnique, .adjust, .appsFlyer, .kochava, .singular, .solarEngine,
      .firebase, .grovs, .dub, .linkForty, .deferLink, .deferredDeeplinkSystem:
      break
    }
    return rule.bounded(by: attribution.clickRetention)
  }

  /// Returns the decision that reaches the app, with random losses and false matches.
  ///
  /// It draws twice from `luck` in any case, so that two policies under one seed share it. A false
  /// match takes the click of `stranger`, if there is one.
  public func degrade(
    _ decision: MatchDecision, stranger: ClickFootprint?,
    using luck: inout some RandomNumberGenerator
  ) -> MatchDecision {
    let comesThrough = Double.random(in: 0..<1, using: &luck) < matchRate
    let isFooled = Double.random(in: 0..<1, using: &luck) < falseMatchRate
    switch decision {
    case .matched:
      return comesThrough ? decision : .noMatch(because: .lost)
    case .ambiguous, .noMatch:
      guard isFooled, let stranger else { return decision }
      return .matched(
        MatchDecision.Match(
          click: stranger.sequence, link: stranger.link, basis: .signals, score: 0, competing: 0))
    }
  }
}

extension MatchingRules {
  static let policies: [Rule] = [
    Rule(
      "P-DDL-02", "An install that went through the app store is matched to one inviter's click."),
    Rule("P-DDL-05", "Without a window only the time that clicks are kept bounds a match."),
  ]
}

/// The page that a browser shows at the address of an invite link.
public struct LandingPolicy: Hashable, Sendable {
  /// The page shown in a browser on iOS.
  public enum Page: String, CaseIterable, Sendable {
    /// A page that is the same for every link; the value of `rin`.
    case generic
    /// A page and a preview card that name the sender of a valid link; the value of `product`.
    case ogPersonalised
    /// A redirect to the app store; the value of `design`.
    case appStore
  }

  /// The page shown in a browser on a platform without the app.
  public enum NonIOS: String, CaseIterable, Sendable {
    /// A page that is the same for every link; the value of `rin`.
    case genericPage
    /// A page that takes an email address; the value of `product`.
    case emailCapture
    /// A redirect to the app store; the value of `design`.
    case appStore
  }

  /// The page shown in a browser on iOS; an expired link may have another.
  public var page = Page.generic
  /// Whether a preview card may say how many people joined; `true` under `product`, and read by no
  /// rule of this module.
  public var socialProofLine = false
  /// Whether the fetch of a preview is recorded as a click; `false` in every profile.
  public var previewFetchCountsAsClick = false
  /// The page shown in a browser on a platform without the app.
  public var nonIOS = NonIOS.genericPage

  /// Creates the policy of `rin`.
  public init() {}
}

extension LandingPolicy {
  /// The policy of `rin`: a generic page on every platform.
  public static let rin = LandingPolicy()

  /// The policy of `product`: a page that names the sender, and an email form on platforms without
  /// the app.
  public static let product: LandingPolicy = {
    var policy = LandingPolicy()
    policy.page = .ogPersonalised
    policy.socialProofLine = true
    policy.nonIOS = .emailCapture
    return policy
  }()

  /// The policy of `design`: the app store on every platform.
  public static let design: LandingPolicy = {
    var policy = LandingPolicy()
    policy.page = .appStore
    policy.nonIOS = .appStore
    return policy
  }()
}

/// The treatment of existing users, self-taps, and links of deleted or suspended senders.
public struct ReceiptPolicy: Hashable, Sendable {
  /// The surface for a signed-in user who taps another person's link.
  public enum ExistingUser: String, CaseIterable, Sendable {
    /// A toast that the user is on the app already; the value of `rin`.
    case toastAlreadyOn
    /// A screen on which the sender wants to connect; the value of `product`.
    case wantsToConnect
    /// A screen that welcomes the user back; the value of `design`.
    case welcomeBack
  }

  /// The credit for a signed-in user's tap on another person's link.
  public enum ExistingUserCredit: String, CaseIterable, Sendable {
    /// No credit; the value of `rin`.
    case none
    /// An acceptance, when the two become connected; the value of `product`.
    case acceptanceOnConnect
    /// The action of coming back, and never an acceptance; the value of `design`.
    case actionOnly
  }

  /// The treatment of a user who taps their own link.
  public enum SelfTap: String, CaseIterable, Sendable {
    /// The toast of an existing user, and no credit.
    case toastNoCredit
  }

  /// The treatment of a link whose sender's account is deleted.
  public enum DeletedSender: String, CaseIterable, Sendable {
    /// The link leads on without naming the sender.
    case omitContext
  }

  /// The treatment of a link whose sender's account is suspended.
  public enum SuspendedSender: String, CaseIterable, Sendable {
    /// The same as for a deleted sender.
    case likeDeleted
  }

  /// The treatment of a carried invite when the verified account is not new.
  public enum SignedOutExisting: String, CaseIterable, Sendable {
    /// The invite is dropped.
    case discardOnKnownPrincipal
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  /// The surface for a signed-in user who taps another person's link.
  public var existingUser = ExistingUser.toastAlreadyOn
  /// The credit for a signed-in user's tap on another person's valid link.
  public var existingUserCredit = ExistingUserCredit.none
  /// Whether a user connected with the sender sees a toast that says so; `true` under `product`.
  public var alreadyConnectedToast = false
  /// The treatment of a user who taps their own link; the same in every profile.
  public var selfTap = SelfTap.toastNoCredit
  /// The treatment of a deleted sender's links; the same in every profile.
  public var deletedSender = DeletedSender.omitContext
  /// The treatment of a suspended sender's links; the same in every profile.
  public var suspendedSender = SuspendedSender.likeDeleted
  /// The treatment of a carried invite when the verified account is not new.
  public var signedOutExisting = SignedOutExisting.discardOnKnownPrincipal

  /// Creates the policy of `rin`.
  public init() {}
}

extension ReceiptPolicy {
  /// The policy of `rin`: existing users see a toast, and earn the sender nothing.
  public static let rin = ReceiptPolicy()

  /// The policy of `product`: existing users may connect with the sender, which is an acceptance.
  public static let product: ReceiptPolicy = {
    var policy = ReceiptPolicy()
    policy.document = .product
    policy.existingUser = .wantsToConnect
    policy.existingUserCredit = .acceptanceOnConnect
    policy.alreadyConnectedToast = true
    return policy
  }()

  /// The policy of `design`: existing users are welcomed back, which earns the sender an action.
  public static let design: ReceiptPolicy = {
    var policy = ReceiptPolicy()
    policy.document = .design
    policy.existingUser = .welcomeBack
    policy.existingUserCredit = .actionOnly
    return policy
  }()
}

/// The retention of incomplete installs, and of the records of deleted accounts.
///
/// The retention of clicks is a setting of `AttributionPolicy`, which credit depends on.
public struct RetentionPolicy: Hashable, Sendable {
  /// The treatment of a deleted account's records.
  public enum OnAccountDeletion: String, CaseIterable, Sendable {
    /// Referrals, and records that may become one, keep a pseudonym; the value of `rin` and
    /// `design`.
    case pseudonymise
    /// Every record is erased; the value of `product`.
    case erase
  }

  /// The retention of an attributed install that never completes onboarding.
  public var incompleteInstall = Interval.days(7)
  /// The treatment of a deleted account's records.
  public var onAccountDeletion = OnAccountDeletion.pseudonymise

  /// Creates the policy of `rin`.
  public init() {}
}

extension RetentionPolicy {
  /// The policy of `rin`: seven days for incomplete installs, and pseudonyms for deleted accounts.
  public static let rin = RetentionPolicy()

  /// The policy of `product`: as under `rin`, but every record of a deleted account is erased.
  public static let product: RetentionPolicy = {
    var policy = RetentionPolicy()
    policy.onAccountDeletion = .erase
    return policy
  }()

  /// The policy of `design`, equal to that of `rin`.
  public static let design = rin
}
