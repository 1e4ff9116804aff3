public import Attribution
public import Invites
public import Onboarding
public import Prompts
public import Vocabulary

/// A complete set of policies: one position on everything the seed documents decide or leave open.
public struct Profile: Hashable, Sendable {
  public var id = ProfileID.rin
  public var app = AppIdentity.rin
  public var link = LinkPolicy.rin
  public var attribution = AttributionPolicy.rin
  public var deferred = DeferredPolicy.rin
  public var receipt = ReceiptPolicy.rin
  public var landing = LandingPolicy.rin
  public var retention = RetentionPolicy.rin
  public var prompts = PromptPolicy.rin
  public var flow = FlowPolicy.rin
  public var limits = LimitPolicy.rin
  public var session = SessionPolicy.standard
  public var permission = PermissionPolicy.rin
  public var history = HistoryPolicy.rin
  public var messages = MessagePolicy.rin
  public var share = SharePolicy.rin
  public var onboarding = OnboardingPolicy.rin
  public var signUp = SignUpPolicy.rin
  public var circles = CirclePolicy.rin
  public var firstValue = FirstValuePolicy.rin
  public var connection = ConnectionPolicy.rin
  public var visibility = VisibilityPolicy.rin
  public var notification = NotificationPolicy.rin
  public var reward = RewardPolicy.rin
  public var offline = OfflinePolicy.rin
  public var copy = CopyPolicy.rin
  public var metrics = MetricPolicy.rin
  public var events = EventPolicy.rin

  public var budgets = BudgetPolicy.rin
  public var home = HomePolicy.rin
  public var plans = PlanPolicy.rin
  /// The settings that someone changed on purpose although the profile rules them out.
  public var deliberate: Set<String> = []

  init() {}

  /// What a day and a week are, to limits and prompts alike.
  public var calendar: CalendarPolicy {
    get { prompts.calendar }
    set { prompts.calendar = newValue }
  }
}

extension Profile {
  /// Returns the profile as its documents describe it.
  public init(_ id: ProfileID) {
    self.init()
    switch id {
    case .rin: break
    case .product: self = .product
    case .design: self = .design
    }
  }

  public static let rin = Profile()

  public static let product: Profile = {
    var profile = Profile()
    profile.id = .product
    profile.app = .product
    profile.link = .product
    profile.attribution = .product
    profile.deferred = .product
    profile.receipt = .product
    profile.landing = .product
    profile.retention = .product
    profile.prompts = .product
    profile.flow = .product
    profile.limits = .product
    profile.permission = .product
    profile.history = .product
    profile.messages = .product
    profile.share = .product
    profile.onboarding = .product
    profile.signUp = .product
    profile.circles = .product
    profile.firstValue = .product
    profile.connection = .product
    profile.visibility = .product
    profile.notification = .product
    profile.reward = .product
    profile.offline = .product
    profile.copy = .product
    profile.metrics = .product
    profile.events = .product
    profile.budgets = .product
    profile.home = .product
    profile.plans = .product
    return profile
  }()

  public static let design: Profile = {
    var profile = Profile()
    profile.id = .design
    profile.app = .design
    profile.link = .design
    profile.attribution = .design
    profile.deferred = .design
    profile.receipt = .design
    profile.landing = .design
    profile.retention = .design
    profile.prompts = .design
    profile.flow = .design
    profile.limits = .design
    profile.permission = .design
    profile.history = .design
    profile.messages = .design
    profile.share = .design
    profile.onboarding = .design
    profile.signUp = .design
    profile.circles = .design
    profile.firstValue = .design
    profile.connection = .design
    profile.visibility = .design
    profile.notification = .design
    profile.reward = .design
    profile.offline = .design
    profile.copy = .design
    profile.metrics = .design
    profile.events = .design
    profile.budgets = .design
    profile.home = .design
    profile.plans = .design
    return profile
  }()
}
