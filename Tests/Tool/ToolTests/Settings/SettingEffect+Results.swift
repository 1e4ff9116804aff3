extension SettingEffect {
  static let newcomers = [
    SettingEffect("onboarding.organicScreens=8", in: .elsewhere),
    SettingEffect("onboarding.invitedScreens=8", in: .elsewhere),
    SettingEffect("onboarding.signUpWall=beforeFirstValue", "product", in: .elsewhere),
    SettingEffect("signup.numberSwitchLimit=0", in: .elsewhere),
    SettingEffect(
      "signup.socialProofLimit=1", given: "signup.numberSwitchLimit=3",
      "signup.socialProofLimit=5", "signup.otpExpirySeconds=600", in: onboarding),
    SettingEffect("signup.otpExpirySeconds=2", "product", in: onboarding),
    SettingEffect("circles.accessControl=none", in: .decide("circles", circles)),
    SettingEffect("circles.defaults=Everyone, Public", in: .decide("circles", circles)),
    SettingEffect("firstValue.definition=firstValueCardShown", "product", in: .elsewhere),
    SettingEffect("firstValue.cards=cleanup", in: .elsewhere),
  ]

  static let afterwards = [
    SettingEffect("connection.mode=suggested", in: .decide("connection", connection)),
    SettingEffect("connection.circle=none", in: .decide("connection", connection)),
    SettingEffect("connection.retry=none", in: .decide("connection", connection)),
    SettingEffect("notify.invitee=true", in: .decide("connection", connection)),
    SettingEffect("visibility.inviterSees=sent", in: .decide("visibility", invites)),
    SettingEffect("dashboard.enabled=false", in: .decide("visibility", invites)),
    SettingEffect(
      "dashboard.refresh=poll", given: "dashboard.pollSeconds=60", in: .decide("dashboard", screen)),
    SettingEffect(
      "dashboard.pollSeconds=10", given: "dashboard.refresh=poll", "dashboard.pollSeconds=60",
      in: .decide("dashboard", screen)),
    SettingEffect("dashboard.clampRatio=false", in: .decide("dashboard", screen)),
    SettingEffect(
      "dashboard.clampRatio=false", given: "arrivals.seeds=4", "arrivals.seedsAre=cold",
      "arrivals.organicPerDay=0",
      "recipients.tap=95%", "recipients.install=95%", "sharing.recipients=40", in: .elsewhere),
    SettingEffect("notify.moment=signedUp", in: .decide("notification", joining)),
    SettingEffect("notify.copy=product", in: .decide("notification", joining)),
    SettingEffect("notify.target=friendProfile", in: .decide("notification", joining)),
    SettingEffect("notify.maxDelaySeconds=60", in: .decide("notification", joining)),
    SettingEffect("notify.inApp=banner", in: .decide("notification", joining)),
    SettingEffect("notify.trigger=client", in: .decide("notification", joining)),
    SettingEffect("rewards.mode=bothSides", in: .decide("qualification", qualified)),
    SettingEffect(
      "rewards.mode=bothSides", given: "money={newcomer: 12, rewardLift: 50%}", in: .elsewhere),
    SettingEffect("rewards.hookVisible=true", "design", in: .decide("qualification", qualified)),
    SettingEffect(
      "gamification.leaderboard=on", "product", in: .decide("qualification", qualified)),
    SettingEffect("model.pairRetentionMultiplier=2", in: .elsewhere),
    SettingEffect("copy.precedence=edgeCase", "design", in: .decide("notification", joining)),
  ]

  static let counting = [
    SettingEffect("metrics.profile=product", in: .elsewhere),
    SettingEffect("metrics.inviteUnit=recipient", in: .decide("sent", sent)),
    SettingEffect("metrics.copyButtonCountsAsSend=true", in: .decide("sent", sent)),
    SettingEffect("metrics.acceptedMeans=signedUp", in: .decide("acceptance", accepted)),
    SettingEffect("metrics.acceptanceWindowDays=1", in: .decide("acceptance", accepted)),
    SettingEffect("metrics.kCycleDays=3", in: .elsewhere),
    SettingEffect("taps.senderBudget=1", "design", in: .elsewhere),
    SettingEffect("taps.countMode=asSpecified", "design", in: .elsewhere),
    SettingEffect("events.vocabulary=product", in: .decide("events", connected)),
    SettingEffect("events.identities=raw", in: .decide("events", connected)),
    SettingEffect("events.linkOpenedMeans=anyClick", in: .decide("events", opening)),
    SettingEffect("experiments.catalogue=promptTiming", in: .elsewhere),
    SettingEffect("rollout.stages=50@0", in: .elsewhere),
  ]

  static let budgets = [
    SettingEffect("budget.resolveMs=150", in: .elsewhere),
    SettingEffect("budget.resolvePercentile=P99", in: .elsewhere),
    SettingEffect("budget.createMs=300", in: .elsewhere),
    SettingEffect("budget.pickerLoadMs=400", "design", in: .elsewhere),
    SettingEffect("budget.searchMs=50", in: .elsewhere),
    SettingEffect("budget.timeToFirstValueSeconds=3", in: .elsewhere),
  ]

  private static let connection = """
    {"id": 1, "inviter": "bob", "verified": "ann", "credit": "credited", "events": [\
    {"type": "verified"}, {"type": "serverFailed"}, {"type": "synced"}, {"type": "serverConnected"}]}
    """
  private static let circles = """
    {"id": 1, "sharing": "Ask", "fields": ["phone"], "events": [{"type": "connect", \
    "person": "bob"}, {"type": "setDefault", "field": "phone", "access": "Allow"}]}
    """
  private static let invites = """
    {"id": "bob", "shares": 1, "invites": [{"sent": "2026-02-10T09:01:00Z", \
    "installed": "2026-02-11T08:05:00Z", "completed": "2026-02-12T09:30:00Z", "invitee": 12, \
    "name": "Ann"}]}
    """
  private static let screen = """
    {"id": 1, "events": [{"type": "opened"}, {"type": "loaded", "sent": 1, "invites": [\
    {"completed": "2026-02-12T09:30:00Z", "invitee": 12}, \
    {"completed": "2026-02-13T09:30:00Z", "invitee": 13}]}, {"type": "pollDue"}]}
    """
  private static let joining = """
    {"id": 1, "inviter": 7, "invitee": 12, "inviteeName": "Ann", "credit": "credited", "events": [\
    {"at": "2026-03-01T09:02:00Z", "milestone": "signedUp"}, \
    {"at": "2026-03-01T09:06:00Z", "milestone": "onboardingCompleted"}]}
    """
  private static let qualified = """
    {"id": 1, "activityThreshold": 1, "invitees": [{"installed": "2026-03-01T09:00:00Z", \
    "completed": "2026-03-01T09:04:00Z", "activity": 1}]}
    """
  private static let sent = """
    {"id": 1, "events": [{"event": "shared", "entry": "profile", "recipients": 3}, \
    {"event": "linkCopied", "entry": "profile"}]}
    """
  private static let accepted = """
    {"id": 1, "sent": "2026-03-01T09:00:00Z", "signedUp": "2026-03-08T09:00:00Z", \
    "completed": "2026-03-08T09:04:00Z"}
    """
  private static let connected = """
    {"id": 1, "user": 7, "session": 3, "event": "connected", "inviter": 7, "invitee": 12}
    """
  private static let opening = """
    {"id": 1, "user": 7, "session": 3, "event": "linkOpened", "referrer": 7, \
    "appInstalled": false, "by": "signedOut"}
    """
  private static let onboarding = Place.decide(
    "onboarding",
    #"{"id": 1, "isInvited": false, "events": [\#(onboardingEvents.joined(separator: ", "))]}"#)
  private static let onboardingEvents = [
    #"{"at": "2026-03-01T09:00:00Z", "type": "launched"}"#,
    #"{"at": "2026-03-01T09:00:01Z", "type": "continued"}"#,
    #"{"at": "2026-03-01T09:00:02Z", "type": "continued"}"#,
    #"{"at": "2026-03-01T09:00:03Z", "type": "continued"}"#,
    #"{"at": "2026-03-01T09:00:04Z", "type": "number", "number": "a"}"#,
    #"{"at": "2026-03-01T09:00:05Z", "type": "lookUp", "people": 3}"#,
    #"{"at": "2026-03-01T09:00:06Z", "type": "lookUp", "people": 3}"#,
    #"{"at": "2026-03-01T09:00:10Z", "type": "rightCode"}"#,
  ]
}
