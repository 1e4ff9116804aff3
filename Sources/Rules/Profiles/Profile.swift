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
  public var receipt = ReceiptPolicy.rin
  public var landing = LandingPolicy.rin
  public var retention = RetentionPolicy.rin
  public var prompts = PromptPolicy.rin
  public var flow = FlowPolicy.rin
  public var limits = LimitPolicy.rin
  public var calendar = CalendarPolicy.rin
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

  init() {}
}
