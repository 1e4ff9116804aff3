public import Vocabulary

/// A place on the way in; the cases are in the order of the way.
public enum JourneyScreen: UInt8, SmallSetMember, Codable {
  /// The app's page in the store; `welcome` follows at the launch, or `appClip`.
  case appStore
  /// First value without an install; `welcome` follows once the app is launched.
  case appClip
  /// The purpose of the app, and the inviter.
  case welcome
  /// The reasons for importing contacts.
  case reasons
  /// The privacy promise.
  case privacy
  /// An account without a phone number, created on one screen.
  case account
  /// `code` follows.
  case phoneNumber
  /// `phoneNumber` follows when the number is changed.
  case code
  /// The reason why contacts are needed; the system's prompt appears above it.
  case explainer
  /// The newcomer's name: the first of the basics.
  case name
  /// The newcomer's photo.
  case photo
  /// The username; the app generates one if it is skipped or left out of the plan.
  case username
  /// The default circles, and the fields shared with them.
  case sharing
  /// The progress of the sync, and the first-value cards.
  case syncing
  /// The subject of the invite, seen before signing up; the sign-up wall follows.
  case destination
  /// The end of the first session.
  case home
}

extension JourneyScreen {
  /// The places that ask for an identity.
  static let signUp: SmallSet<JourneyScreen> = [.account, .phoneNumber, .code]
  /// The places that ask for the basics of a profile.
  static let basics: SmallSet<JourneyScreen> = [.name, .photo, .username]
}

/// An action that the journey requests from the app.
public enum JourneyAction: UInt8, SmallSetMember {
  /// Show the screen that the journey is now on.
  case showScreen
  /// Present the sign-up as the wall after the first value.
  case showSignUpWall
  /// Show the explainer above the present screen.
  case showContactsExplainer
  /// Show the system's contacts prompt.
  case requestContacts
  /// Open the app's page in the system's settings.
  case openSettings
  /// Create the account of a new principal.
  case createAccount
  /// Connect inviter and newcomer in the background; nothing is shown.
  case connectInviter
  /// Offer "Connect with [Sender]".
  case offerConnection
  /// Drop the invite: the sign-up led to an existing account.
  case discardInvite
  /// Start the sync of contacts in the background.
  case startSync
  /// Generate a username.
  case assignUsername
  /// Save the access matrix.
  case saveSharingDefaults
  /// Open the subject of the invite, or the default home.
  case openDestination
  /// Highlight the features that work without contacts.
  case showSelfManagement
}

extension JourneyAction {
  /// The rule that requires it.
  public var rule: RuleID {
    switch self {
    case .showScreen: "JRN-01"
    case .showSignUpWall: "P-ONB-06"
    case .showContactsExplainer: "PER-01"
    case .requestContacts: "DEC-03"
    case .openSettings: "DNY-03"
    case .createAccount: "PHN-08"
    case .connectInviter: "ONB-01"
    case .offerConnection: "P-ONB-05"
    case .discardInvite: "EDG-03"
    case .startSync: "SYN-01"
    case .assignUsername: "PRF-02"
    case .saveSharingDefaults: "CCL-05"
    case .openDestination: "P-ONB-04"
    case .showSelfManagement: "DNY-01"
    }
  }
}

extension OnboardingRules {
  static let actions: [Rule] = [
    Rule("PHN-08", "The right code proves the number and creates the principal account."),
    Rule("PRF-02", "Whoever skips the username is assigned a generated one."),
    Rule("DEC-06", "The username can be skipped; a random default of two words steps in."),
    Rule("CCL-05", "Completing the sharing step saves the baseline access matrix."),
    Rule("SYN-01", "Sync starts at once on permission, and goes on during onboarding."),
    Rule("DEC-09", "Sync starts as early as it safely can, to finish during onboarding."),
    Rule("PER-04", "If contacts are allowed, sync starts at once while onboarding goes on."),
  ]
}

/// A reportable event of a journey, whatever name it is exported under.
public enum JourneyEvent: UInt8, SmallSetMember {
  /// Sign-up began: the phone number, or the account, is requested.
  case signUpStarted
  /// A phone number was entered and a code sent; reported again for a number entered anew.
  case phoneSubmitted
  /// The right code was entered within its lifetime.
  case phoneVerified
  /// The explainer is on screen; its answer follows.
  case contactsPromptShown
  /// Contacts were granted in the prompt, or in the settings while the explainer was shown.
  case permissionGranted
  /// Denied in the system's prompt, or put off with "Not now".
  case permissionDenied
  /// The sync began, because contacts became readable.
  case syncStarted
  /// The running sync reported progress.
  case syncProgressed
  /// The sync reported its end for the first time.
  case syncCompleted
  /// The last screen of the profile's basics was passed, answered or skipped.
  case basicsCompleted
  /// The sharing step was passed, which saves its defaults.
  case defaultsSet
  /// The first insight was produced; it need not be on a screen yet.
  case firstValueGenerated
  /// The first primary action was taken on home.
  case firstSessionPrimaryAction
  // Beyond the spine: the events for the invite rules and reports.
  /// The app was launched for the first time.
  case onboardingStarted
  /// The destination or home was reached for the first time.
  case onboardingCompleted
  /// A new principal's account was created.
  case signedUp
  /// First value was seen, as the policy defines it; reported once.
  case firstValueSeen
  /// A newcomer with an account was offered a connection to the inviter.
  case connectionSuggested
  /// Inviter and newcomer were connected.
  case connected
}

extension JourneyEvent {
  /// The rule that defines when the event is emitted.
  public var rule: RuleID {
    switch self {
    case .signUpStarted: "SPN-01"
    case .phoneSubmitted: "SPN-02"
    case .phoneVerified: "SPN-03"
    case .contactsPromptShown: "SPN-04"
    case .permissionGranted, .permissionDenied: "SPN-05"
    case .syncStarted, .syncProgressed, .syncCompleted: "SPN-06"
    case .basicsCompleted: "SPN-07"
    case .defaultsSet: "SPN-08"
    case .firstValueGenerated: "SPN-09"
    case .firstSessionPrimaryAction: "SPN-10"
    case .onboardingStarted: "P-RCV-04"
    case .onboardingCompleted: "ONB-11"
    case .signedUp: "PHN-08"
    case .firstValueSeen: "P-RCV-07"
    case .connectionSuggested, .connected: "P-ONB-09"
    }
  }

  /// The events of the backend's spine, in its order.
  public static let spine: [JourneyEvent] = [
    .signUpStarted, .phoneSubmitted, .phoneVerified, .contactsPromptShown, .permissionGranted,
    .permissionDenied, .syncStarted, .syncProgressed, .syncCompleted, .basicsCompleted,
    .defaultsSet, .firstValueGenerated, .firstSessionPrimaryAction,
  ]
}

extension OnboardingRules {
  static let spine: [Rule] = [
    Rule("PHN-11", "Submitting a number and verifying it are logged as events."),
    Rule("PER-09", "Showing the contacts prompt and its outcome are logged as events."),
    Rule("PRF-07", "Finishing the basics is logged as an event."),
    Rule("CCL-12", "Saving the sharing defaults is logged as an event."),
    Rule("SYN-05", "Sync reports when it starts, progresses and completes."),
    Rule("VAL-12", "Producing the first value is logged as an event."),
    Rule("HOM-04", "The first primary action of the session is logged as an event."),
  ]
}

/// The policies that shape a journey.
public struct JourneyPolicies: Hashable, Sendable {
  /// The number of screens, and the place of the sign-up.
  public var onboarding: OnboardingPolicy
  /// The limits of signing up; parameters that are still required make ``JourneyRules`` throw.
  public var signUp: SignUpPolicy
  /// The moments at which the app asks for contacts.
  public var permission: PermissionPolicy
  /// The default circles; without any, the journey has no sharing screen.
  public var circles: CirclePolicy
  /// The definition of first value and its cards; without cards, the journey has no sync screen.
  public var firstValue: FirstValuePolicy
  /// The way in which an invited newcomer and the inviter become connected.
  public var connection: ConnectionMode

  /// Creates the policies of a journey; ``JourneyRules`` checks them against each other.
  public init(
    onboarding: OnboardingPolicy, signUp: SignUpPolicy, permission: PermissionPolicy,
    circles: CirclePolicy, firstValue: FirstValuePolicy, connection: ConnectionMode
  ) {
    self.onboarding = onboarding
    self.signUp = signUp
    self.permission = permission
    self.circles = circles
    self.firstValue = firstValue
    self.connection = connection
  }
}

extension JourneyPolicies {
  /// The policies of the profile `rin`; its sign-up limits need values before a journey can begin.
  public static let rin = JourneyPolicies(
    onboarding: .rin, signUp: .rin, permission: .rin, circles: .rin, firstValue: .rin,
    connection: .autoMutualAtVerification)
  /// The policies of the profile `product`.
  public static let product = JourneyPolicies(
    onboarding: .product, signUp: .product, permission: .product, circles: .product,
    firstValue: .product, connection: .suggested)
  /// The policies of the profile `design`.
  public static let design = JourneyPolicies(
    onboarding: .design, signUp: .design, permission: .design, circles: .design,
    firstValue: .design, connection: .none)
}

/// The policies of a journey, checked against each other and made ready for stepping.
public struct JourneyRules: Hashable, Sendable {
  /// The screens of an organic newcomer, who signs up before the first value.
  public let organic: JourneyPlan
  /// The screens of an invited newcomer.
  public let invited: JourneyPlan
  /// The limits of signing up, for ``PhoneVerification`` on the newcomer's device.
  public let limits: SignUpLimits
  /// The moments at which the app asks for contacts, and the access that suffices to read them.
  public let permission: PermissionPolicy
  /// The way in which an invited newcomer and the inviter become connected.
  public let connection: ConnectionMode
  /// The definition of first value.
  public let firstValue: FirstValuePolicy.Definition
  /// The cards of the first session.
  public let cards: SmallSet<FirstValuePolicy.Card>
  /// The milestone at which an invited newcomer counts as accepted.
  public let acceptedMeans: Milestones
  /// The screens that may be passed without an answer.
  ///
  /// No document names any other than the username.
  public let skippable: SmallSet<JourneyScreen>

  /// Creates the rules from `policies`; throws if they lack a number or contradict each other.
  public init(
    _ policies: JourneyPolicies, acceptedMeans: Milestones = .onboardingCompleted,
    skippable: SmallSet<JourneyScreen> = [.photo, .username]
  ) throws(JourneySettingError) {
    limits = try SignUpLimits(policies.signUp)
    organic = try JourneyPlan(
      of: policies.onboarding.organicScreens, setting: .organicScreens, isWallDelayed: false,
      verifiesPhone: limits.verifiesPhone, available: policies)
    invited = try JourneyPlan(
      of: policies.onboarding.invitedScreens, setting: .invitedScreens,
      isWallDelayed: policies.onboarding.signUpWall == .afterFirstMeaningfulInteraction,
      verifiesPhone: limits.verifiesPhone, available: policies)
    permission = policies.permission
    connection = policies.connection
    firstValue = policies.firstValue.definition
    var cards = SmallSet<FirstValuePolicy.Card>()
    for card in policies.firstValue.cards { cards.insert(card) }
    self.cards = cards
    self.acceptedMeans = acceptedMeans
    self.skippable = skippable
  }
}

extension OnboardingRules {
  static let wall: [Rule] = [
    Rule("P-ONB-03", "Organic users sign up before first value, invited ones after it."),
    Rule("PRF-06", "Skipping name or photo, and the separator of usernames, are parameters."),
  ]
}

/// The steps from the store to the first value, as the install journey numbers them.
///
/// An app needs it to number the steps of a newcomer in its analytics.
public enum JourneyStep: Int, CaseIterable, Sendable, BitwiseCopyable {
  /// Step 0: the app's page in the store, or the App Clip in its place.
  case appStoreImpression
  /// Step 1: the intro, S1 to S3.
  case launchIntro
  /// Step 2: the phone number, S4, or the account where no number is required.
  case phoneNumberEntry
  /// Step 3: the one-time code, S5.
  case otpVerification
  /// Step 4: the explainer before the system's contacts prompt, S6.
  case contactPermissionExplainer
  /// Step 5: name, photo and username, S7 to S9.
  case profileBasics
  /// Step 6: the default circles and the fields shared with them, S10.
  case defaultCirclesAndSharing
  /// Step 7: the progress of the sync and the first-value cards, S11.
  case syncProgressAndUtility
  /// Step 8: the end of the first session, S12, or the subject of the invite.
  case home
}

extension JourneyScreen {
  /// The step that the screen belongs to.
  ///
  /// No document maps the steps 0 to 8 to the screens S1 to S12. This mapping is ours: it fits the
  /// three anchors (step 1 with S1, 3 with S5, 8 with S12), and the twelve screens come out even:
  /// three for the intro, three for the basics, one for every other step.
  public var step: JourneyStep {
    switch self {
    case .appStore, .appClip: .appStoreImpression
    case .welcome, .reasons, .privacy: .launchIntro
    case .account, .phoneNumber: .phoneNumberEntry
    case .code: .otpVerification
    case .explainer: .contactPermissionExplainer
    case .name, .photo, .username: .profileBasics
    case .sharing: .defaultCirclesAndSharing
    case .syncing: .syncProgressAndUtility
    case .destination, .home: .home
    }
  }

  /// The number of the screen in Rin's screen specification: 1 for S1; `nil` for an unnumbered one.
  public var standardNumber: Int? {
    switch self {
    case .welcome: 1
    case .reasons: 2
    case .privacy: 3
    case .phoneNumber: 4
    case .code: 5
    case .explainer: 6
    case .name: 7
    case .photo: 8
    case .username: 9
    case .sharing: 10
    case .syncing: 11
    case .home: 12
    case .appStore, .appClip, .account, .destination: nil
    }
  }
}

extension OnboardingRules {
  static let steps: [Rule] = [
    Rule("JRN-01", "The journey has nine steps in order, from the App Store to Home."),
    Rule(
      "JRN-10", "S1-S3 are step 1, S4 is 2, S5 is 3, S6 is 4, S7-S9 are 5, S10 to S12 are 6 to 8."),
  ]
}

/// The milestones that a newcomer has reached; each is kept once reached, and counted separately.
///
/// Documents put first value and completed onboarding in different orders, so neither implies the
/// other.
public struct Milestones: OptionSet, Hashable, Sendable, BitwiseCopyable, Codable {
  public let rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The app was installed; a first launch implies it.
  public static let installed = Milestones(rawValue: 1)
  /// The app was launched for the first time.
  public static let firstLaunched = Milestones(rawValue: 1 << 1)
  /// The phone number, or the account, was requested.
  public static let signUpStarted = Milestones(rawValue: 1 << 2)
  /// A phone number was entered, and a code sent.
  public static let phoneSubmitted = Milestones(rawValue: 1 << 3)
  /// The right code was entered within its lifetime.
  public static let phoneVerified = Milestones(rawValue: 1 << 4)
  /// A principal account was created.
  public static let signedUp = Milestones(rawValue: 1 << 5)
  /// The user answered the question for contacts, be it with "Not now".
  public static let permissionAnswered = Milestones(rawValue: 1 << 6)
  /// The last screen of the profile's basics was passed, answered or skipped.
  public static let basicsCompleted = Milestones(rawValue: 1 << 7)
  /// The sharing step was passed, which saves its defaults.
  public static let defaultsSet = Milestones(rawValue: 1 << 8)
  /// The sync of contacts reported its end.
  public static let syncCompleted = Milestones(rawValue: 1 << 9)
  /// A first-value card has content, whether or not it is on a screen yet.
  public static let firstValueGenerated = Milestones(rawValue: 1 << 10)
  /// First value was seen, as the policy defines it.
  public static let firstValueSeen = Milestones(rawValue: 1 << 11)
  /// The destination or home was reached for the first time: S12.
  public static let onboardingCompleted = Milestones(rawValue: 1 << 12)
  /// The first primary action was taken on home.
  public static let firstActionTaken = Milestones(rawValue: 1 << 13)
  /// A friend received an invite that this newcomer sent.
  public static let inviteDelivered = Milestones(rawValue: 1 << 14)
  /// Inviter and newcomer are connected.
  public static let connected = Milestones(rawValue: 1 << 15)
  /// An invited newcomer reached the milestone that the settings define as accepted.
  public static let accepted = Milestones(rawValue: 1 << 16)
  /// The sign-up led to an existing account; there is no new member.
  public static let signedIn = Milestones(rawValue: 1 << 17)
}

extension Milestones {
  /// The milestones of a successful invite: the invitee has the app and completed onboarding.
  public static let success: Milestones = [.installed, .onboardingCompleted]
}

extension OnboardingRules {
  static let milestones: [Rule] = [
    Rule("P-SCO-01", "An invite succeeds when its invitee installed and completed onboarding."),
    Rule("ONB-11", "Onboarding is completed on reaching the first-value home, S12."),
    Rule("JRN-09", "The first session ends on Home."),
  ]
}

/// The rule book of the first session.
public enum OnboardingRules {
  /// Every rule that this module decides, each beside its code.
  public static let all: [Rule] = [
    steps, plan, wall, milestones, spine, actions, order, joining, contacts, value, limits,
    verification, socialProof, asking, explainer, selfManagement, usernames, circles,
    circleBook,
    suggestions, access, cards, proof, matches, clock, destinations, welcome, offers, inviterOnHome,
    walk,
    home, positioning, store, intro,
  ].flatMap { $0 }
}
