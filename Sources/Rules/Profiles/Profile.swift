public import AddressBooks
public import Attribution
public import HomeSections
public import Invites
public import Onboarding
public import Prompts
public import Vocabulary

/// A complete set of policies: one position on everything the seed documents decide or leave open.
public struct Profile: Hashable, Sendable {
  /// The document whose positions the profile takes wherever no setting is changed.
  public var id: ProfileID
  /// The names of the app in texts and links.
  public var app: AppIdentity
  /// The form, scope and lifetime of invite links.
  public var link: LinkPolicy
  /// The choice of the click that earns credit, and the retention of clicks.
  public var attribution: AttributionPolicy
  /// The matcher that finds the click behind a launch.
  public var deferred: DeferredPolicy
  /// The treatment of existing users, self-taps, and deleted or suspended senders.
  public var receipt: ReceiptPolicy
  /// The page that a browser shows at the address of an invite link.
  public var landing: LandingPolicy
  /// The retention of incomplete installs, and of the records of deleted accounts.
  public var retention: RetentionPolicy
  /// The triggers, limits and place of contextual prompts.
  public var prompts: PromptPolicy
  /// The entry points of the sharing flow, and its access to the address book.
  public var flow: FlowPolicy
  /// The limits on the invites of one sender.
  public var limits: LimitPolicy
  /// The idle time that separates two sessions, the same in all profiles.
  public var session: SessionPolicy
  /// The moments at which the app asks for the address book.
  public var permission: PermissionPolicy
  /// The memory of contacts that were invited before.
  public var history: HistoryPolicy
  /// The choice, naming and length of invite texts.
  public var messages: MessagePolicy
  /// The channels of the share sheet, and the behaviour when it closes.
  public var share: SharePolicy
  /// The length of onboarding, and the place of the sign-up wall.
  public var onboarding: OnboardingPolicy
  /// The limits of sign-up; `rin` requires numbers that no document gives.
  public var signUp: SignUpPolicy
  /// The circles of a new account; only `rin` has any.
  public var circles: CirclePolicy
  /// The definition of a newcomer's first value.
  public var firstValue: FirstValuePolicy
  /// The connection of inviter and invitee.
  public var connection: ConnectionPolicy
  /// The facts about invitees that an inviter may see, and the dashboard.
  public var visibility: VisibilityPolicy
  /// The notification of the inviter, and perhaps of the invitee.
  public var notification: NotificationPolicy
  /// The rewards for inviting, and whether there is a leaderboard.
  public var reward: RewardPolicy
  /// The creation of links without a network or with a slow one, and its retries.
  public var offline: OfflinePolicy
  /// The precedence of texts where a document gives several for one situation.
  public var copy: CopyPolicy
  /// The definitions of counted and accepted invites, and the targets of a run.
  public var metrics: MetricPolicy
  /// The names and identities under which events leave the product.
  public var events: EventPolicy
  /// The time budgets for links, contact lists and the first value.
  public var budgets: BudgetPolicy
  /// The behaviour of the home tab's sections; only `rin` has them.
  public var home: HomePolicy
  /// The behaviour of the contact list; only `rin` has one.
  public var list: ContactListPolicy
  /// The assumptions of studies: experiments, rollout and load.
  public var plans: PlanPolicy
  /// The settings that the user changed on purpose although the profile rules them out.
  public var deliberate: Set<String> = []
  /// The settings that the user changed, whatever the profile has in their place.
  public internal(set) var overridden: Set<String> = []

  /// Creates the profile with one document's position on everything.
  public init(_ id: ProfileID) {
    self.id = id
    app = .position(of: id)
    link = .position(of: id)
    attribution = .position(of: id)
    deferred = .position(of: id)
    receipt = .position(of: id)
    landing = .position(of: id)
    retention = .position(of: id)
    prompts = .position(of: id)
    flow = .position(of: id)
    limits = .position(of: id)
    session = .standard
    permission = .position(of: id)
    history = .position(of: id)
    messages = .position(of: id)
    share = .position(of: id)
    onboarding = .position(of: id)
    signUp = .position(of: id)
    circles = .position(of: id)
    firstValue = .position(of: id)
    connection = .position(of: id)
    visibility = .position(of: id)
    notification = .position(of: id)
    reward = .position(of: id)
    offline = .position(of: id)
    copy = .position(of: id)
    metrics = .position(of: id)
    events = .position(of: id)
    budgets = .position(of: id)
    home = .position(of: id)
    list = .position(of: id)
    plans = .position(of: id)
  }
}

extension Profile {
  /// The positions of seeds 000, 001 and 004: the default profile.
  public static let rin = Profile(.rin)
  /// The positions of seed 002, completed where it is silent.
  public static let product = Profile(.product)
  /// The positions of seed 003, completed where it is silent.
  public static let design = Profile(.design)

  /// The definitions of day and week, for limits and prompts alike.
  public var calendar: CalendarPolicy {
    get { prompts.calendar }
    set { prompts.calendar = newValue }
  }
}

extension Profile {
  /// The settings that the sharing flows follow together.
  public var sharing: SharingPolicy {
    var policy = SharingPolicy()
    policy.document = id
    policy.app = app
    policy.flow = flow
    policy.link = link
    policy.share = share
    policy.offline = offline
    policy.permission = permission
    policy.history = history
    policy.limits = limits
    policy.copy = copy
    return policy
  }

  /// Returns the settings that a newcomer's journey follows together; throws if a number is
  /// missing.
  public func journeyRules() throws(JourneySettingError) -> JourneyRules {
    let accepted: Milestones =
      switch metrics.acceptedMeans {
      case .onboardingCompleted: .onboardingCompleted
      case .connected: .connected
      case .signedUp: .signedUp
      }
    let policies = JourneyPolicies(
      onboarding: onboarding, signUp: signUp, permission: permission, circles: circles,
      firstValue: firstValue, connection: connection.mode)
    return try JourneyRules(policies, acceptedMeans: accepted)
  }

  /// The grouping and order of the contact list before the user's first choice.
  public var listOptions: ListOptions {
    ListOptions(grouping: list.defaultGrouping ?? ListOptions().grouping)
  }

  /// Returns the items above the contact list, with a prompt's card placed by the rules of prompts.
  public func layout(
    of evaluation: SectionEvaluation, withPrompt hasPrompt: Bool, isExpanded: Bool = false
  ) -> SectionLayout {
    let shown = evaluation.shown
    var above: SectionsAbove = []
    if shown.contains(.needsAttention) { above.insert(.needsAttention) }
    if shown.contains(.scoreChanged) { above.insert(.scoreChanged) }
    if shown.contains(.upcoming) { above.insert(.upcoming) }
    let place = hasPrompt ? prompts.placement(below: above) : nil
    return SectionLayout(
      evaluation,
      card: place.map { place in
        SectionLayout.Card(
          index: place.index, countsTowardLimit: prompts.cardCountsTowardSectionLimit == true)
      }, isExpanded: isExpanded)
  }
}

extension Profile {
  /// The contradiction of a default text without room for the link, which breaks the limit in every
  /// message.
  var lengthContradictions: [Contradiction] {
    guard let most = messages.maxLength, let room = messages.roomForLink(app: app),
      let link = typicalLink, link.count > room
    else { return [] }
    return [
      Contradiction(
        "messages.maxLength", "link.format",
        "the default message with a link of \(link.count) characters takes "
          + "\(most - room + link.count); allow that many, or shorten the link")
    ]
  }

  /// A link as the policy writes it, for a generic invite; `nil` if it cannot.
  public var typicalLink: String? {
    try? InviteLink.text(
      for: InviteCode(parsing: "a3Xk9m2Q"),
      claiming: LinkClaims(inviter: OpaqueID(PrincipalID(rawValue: 0)), context: .generic),
      under: link, in: app, signedBy: BlankSigner())
  }
}

/// Signs with as many characters as a real signature has; only their number matters.
private struct BlankSigner: LinkSigner {
  func signature(of bytes: [UInt8]) -> LinkSignature {
    guard let signature = LinkSignature(String(repeating: "0", count: 64)) else {
      preconditionFailure("64 digits are a signature")
    }
    return signature
  }

  func isValid(_ signature: LinkSignature, of bytes: [UInt8]) -> Bool { false }
}

extension Profile {
  /// A changed setting, as written by the user.
  public struct Override: Hashable, Sendable {
    /// The dotted name of the setting: `link.format`.
    public var name: String
    /// The new value, in the notation of files and the command line.
    public var value: String
    /// Whether the user marked it as deliberate although the profile rules it out.
    public var isDeliberate: Bool

    /// Creates an override, which is deliberate only if marked so.
    public init(_ name: String, _ value: String, isDeliberate: Bool = false) {
      self.name = name
      self.value = value
      self.isDeliberate = isDeliberate
    }
  }

  /// The reason why an override is refused.
  public enum OverrideMistake: Hashable, Sendable {
    /// No setting has this name.
    case unknownSetting(String)
    /// The text is no value of the setting; `expects` describes a valid one.
    case badValue(name: String, value: String, expects: String)
    /// The list sets this setting more than once.
    case givenTwice(name: String)
  }

  /// All mistakes in a list of overrides.
  public struct OverrideMistakes: Error, Hashable, Sendable {
    /// The mistakes, those in `prompts.ruleSet` first and the others in the order of the list.
    public let mistakes: [OverrideMistake]

    /// Creates the error with all mistakes of one list.
    public init(mistakes: [OverrideMistake]) {
      self.mistakes = mistakes
    }
  }

  /// Applies all overrides, or none of them and throws every mistake.
  ///
  /// `prompts.ruleSet` comes first, wherever it stands: it is a shorthand that single rules refine.
  public mutating func apply(_ overrides: [Override]) throws(OverrideMistakes) {
    var changed = self
    var mistakes: [OverrideMistake] = []
    var seen: Set<String> = []
    let isShorthand = { (override: Override) in override.name == Setting.promptRuleSetName }
    for override in overrides.filter(isShorthand) + overrides.filter({ !isShorthand($0) }) {
      guard let setting = Setting.named(override.name) else {
        mistakes.append(.unknownSetting(override.name))
        continue
      }
      if !seen.insert(override.name).inserted {
        mistakes.append(.givenTwice(name: override.name))
      } else if !setting.write(&changed, override.value) {
        mistakes.append(
          .badValue(name: override.name, value: override.value, expects: setting.expects))
      } else {
        changed.overridden.insert(override.name)
        if override.isDeliberate { changed.deliberate.insert(override.name) }
      }
    }
    guard mistakes.isEmpty else { throw OverrideMistakes(mistakes: mistakes) }
    self = changed
  }
}
