import Profiles
import Testing

/// A setting that the model uses, turned where it matters.
struct Turn: Sendable, CustomTestStringConvertible {
  /// The setting with the value that it is turned to: `prompts.lifetimeMax=1`.
  let change: String
  let profile: Profile
  /// What else must hold for it to matter.
  let given: String
  /// Whether phones are told apart by their looks.
  let byLooks: Bool
  /// Whether three sections stand above a prompt's card in every second session.
  let isCrowded: Bool

  init(
    _ change: String, _ profile: Profile = .rin, given: String = "", byLooks: Bool = false,
    isCrowded: Bool = false
  ) {
    self.change = change
    self.profile = profile
    self.given = given
    self.byLooks = byLooks
    self.isCrowded = isCrowded
  }

  var name: String { String(change.prefix { $0 != "=" }) }

  var testDescription: String {
    "\(change) under \(profile.id)" + (given.isEmpty ? "" : " with \(given)")
  }
}

extension Turn {
  static let all = links + credit + prompts + sharing + contacts + newcomers + afterwards + counting

  static let links = [
    Turn("link.codeScope=perInvite"),
    Turn(
      "link.maxAcceptances=1", given: "link.codeScope=perInvite; link.onExhausted=genericOnboarding"
    ),
    Turn("link.onExhausted=personaliseWithoutCredit", .product),
    Turn("link.expiryDays=20", given: "link.expiryCheckedAt=click"),
    Turn("link.expiryCheckedAt=clickAndInstall", .design, given: "link.expiryDays=6"),
    Turn(
      "link.expiredBehaviour=appStoreRedirect",
      given: "link.expiryDays=3; link.expiryCheckedAt=click"),
    Turn("link.createAt=pickerLoad", .design),
  ]

  static let credit = [
    Turn("attribution.model=firstTouch"),
    Turn("attribution.invalidClickDisplaces=true", .design, given: "link.expiryDays=3"),
    Turn("attribution.windowDays=1"),
    Turn("attribution.windowEndsAt=install"),
    Turn("attribution.recordDeletedReferrer=false"),
    Turn("deferred.matcher=dub", byLooks: true),
    Turn("deferred.matchRate=0.3"),
    Turn("deferred.falseMatchRate=0.3"),
    Turn("privacy.clickRetentionDays=2", .product, given: "link.expiryDays=1"),
    Turn("privacy.onAccountDeletion=erase"),
    Turn("receipt.existingUser=welcomeBack"),
    Turn("receipt.existingUserCredit=actionOnly"),
    Turn("receipt.alreadyConnectedToast=true"),
    Turn("landing.page=appStore"),
    Turn("landing.nonIOS=emailCapture"),
    Turn("landing.previewFetchCountsAsClick=true"),
    Turn("load.previewFetchesPerSend=2"),
  ]

  static let prompts = [
    Turn("prompts.ruleSet=product"),
    Turn("prompts.triggers=dedupReview"),
    Turn("prompts.dedupReviewAt=1"),
    Turn("prompts.contactThresholdAt=5"),
    Turn("prompts.scoreMilestoneAt=40"),
    Turn("prompts.thirdSessionAt=5", .product),
    Turn("prompts.minIntervalDays=20"),
    Turn("prompts.lifetimeMax=1"),
    Turn("prompts.maxPerSession=1"),
    Turn("prompts.maxPerWeek=none"),
    Turn("prompts.minSession=5"),
    Turn("prompts.minContacts=none"),
    Turn("prompts.recentShareDays=none"),
    Turn("prompts.dismissCooldownDays=20"),
    Turn("prompts.dismissalsToSuppress=1", .product),
    Turn("prompts.suppressDays=3", .product),
    Turn("prompts.dismissScope=perTrigger"),
    Turn("prompts.suppressInCoreFlow=false"),
    Turn("prompts.triggerRepeats=everyOccurrence"),
    Turn("prompts.triggerWhileSuppressed=waits"),
    Turn("prompts.countBasis=resolved", given: "prompts.lifetimeMax=1"),
    Turn("prompts.persistingCardCountsOnce=false"),
    Turn("prompts.copyCountsAsShare=false"),
    Turn("prompts.surface=postActionSheet"),
    Turn("prompts.cardPosition=afterNeedsAttention", isCrowded: true),
    Turn("prompts.cardCountsTowardSectionLimit=false", isCrowded: true),
    Turn("time.week=calendarWeek"),
  ]

  static let sharing = [
    Turn("flow.entryOpens=shareSheet"),
    Turn("flow.entryPoints=profile"),
    Turn("flow.mergeSelectAndCompose=true", .design),
    Turn("limits.dailyInvites=1", .product),
    Turn("limits.dailyCounts=sent", .product, given: "limits.dailyInvites=1"),
    Turn("time.dayBoundary=rolling24h", .product, given: "limits.dailyInvites=1"),
    Turn("limits.batchMax=12", .design),
    Turn("limits.softWarningAt=5", .design),
    Turn("limits.softWarningScope=session", .design),
    Turn("limits.reinviteCooldownDays=20", .design),
    Turn("share.confirmation=silent", .design),
    Turn("share.successAutoDismissSeconds=1", .design),
    Turn("share.onCancel=returnSilently", .design),
    Turn("share.falseCompletionRate=0.3"),
    Turn("share.selectedIsReachedRate=0.3", .design),
    Turn("channels.set=messages"),
    Turn("channels.tracked=bestEffort"),
    Turn("offline.mode=cachedLink", .product),
    Turn("offline.drainSeconds=1", .design),
    Turn("offline.onDrained=none", .product),
    Turn("retry.createTimeoutSeconds=1"),
    Turn("retry.createMaxRetries=1", .design),
    Turn("retry.createBaseMs=20", .design),
    Turn("retry.createFactor=8", .design),
  ]

  static let contacts = [
    Turn("contacts.invitePicker=off", .design),
    Turn("contacts.perContactInvite=off"),
    Turn("contacts.serverMatching=off"),
    Turn("history.persist=device"),
    Turn("history.persist=session", .design, given: "limits.reinviteCooldownDays=20"),
    Turn("permission.explainer=none", .design),
    Turn("permission.reask=never", .design),
    Turn("permission.allowLinkWhenUndetermined=settings", .design),
    Turn("permission.limitedAccess=likeDenied"),
  ]

  static let newcomers = [
    Turn("onboarding.organicScreens=8"),
    Turn("onboarding.invitedScreens=8"),
    Turn("onboarding.signUpWall=beforeFirstValue", .product),
    // Newcomers mistype their number once at most.
    Turn("signup.numberSwitchLimit=0"),
    Turn("signup.otpExpirySeconds=5"),
    Turn("circles.defaults=Friends", .product),
    Turn("firstValue.definition=firstValueCardShown", .product),
    Turn("firstValue.cards=cleanup"),
    Turn("connection.mode=suggested"),
    Turn("model.pairRetentionMultiplier=2"),
  ]

  static let afterwards = [
    Turn("notify.moment=signedUp"),
    Turn("notify.trigger=client"),
    Turn("metrics.kCycleDays=3"),
  ]

  /// What the model counts, as the policy has it counted.
  static let counting = [
    Turn("metrics.acceptedMeans=signedUp"),
    Turn("metrics.acceptanceWindowDays=1"),
    Turn("metrics.copyButtonCountsAsSend=true"),
    Turn("taps.senderBudget=1"),
    Turn("taps.countMode=asSpecified"),
    Turn("budget.timeToFirstValueSeconds=3"),
  ]
}
