public import Attribution
public import HomeSections
public import Invites
public import Onboarding
public import Prompts
public import Vocabulary

/// A complete set of policies: one position on everything the seed documents decide or leave open.
public struct Profile: Hashable, Sendable {
  public var id: ProfileID
  public var app: AppIdentity
  public var link: LinkPolicy
  public var attribution: AttributionPolicy
  public var deferred: DeferredPolicy
  public var receipt: ReceiptPolicy
  public var landing: LandingPolicy
  public var retention: RetentionPolicy
  public var prompts: PromptPolicy
  public var flow: FlowPolicy
  public var limits: LimitPolicy
  public var session: SessionPolicy
  public var permission: PermissionPolicy
  public var history: HistoryPolicy
  public var messages: MessagePolicy
  public var share: SharePolicy
  public var onboarding: OnboardingPolicy
  public var signUp: SignUpPolicy
  public var circles: CirclePolicy
  public var firstValue: FirstValuePolicy
  public var connection: ConnectionPolicy
  public var visibility: VisibilityPolicy
  public var notification: NotificationPolicy
  public var reward: RewardPolicy
  public var offline: OfflinePolicy
  public var copy: CopyPolicy
  public var metrics: MetricPolicy
  public var events: EventPolicy
  public var budgets: BudgetPolicy
  public var home: HomePolicy
  public var list: ContactListPolicy
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
  public static let rin = Profile(.rin)
  public static let product = Profile(.product)
  public static let design = Profile(.design)

  /// The definitions of day and week, for limits and prompts alike.
  public var calendar: CalendarPolicy {
    get { prompts.calendar }
    set { prompts.calendar = newValue }
  }
}
