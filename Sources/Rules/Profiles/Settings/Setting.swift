import Attribution
import HomeSections
import Invites
import Onboarding
import Prompts
public import Vocabulary

/// One setting of a profile, identified by its dotted name.
public struct Setting: Sendable {
  /// The dotted name: `prompts.minIntervalDays`.
  public let name: String
  /// The conflict that the setting decides.
  public let conflict: RuleID
  /// The profiles whose document does not give the value, so that it is taken from elsewhere.
  public let silent: Set<ProfileID>
  /// The form of a value, in words that complete "must be …".
  public let expects: String
  /// The same form for a program, such as an editor that checks a file.
  public let shape: TextShape
  let read: @Sendable (Profile) -> String
  let write: @Sendable (inout Profile, String) -> Bool
}

extension Setting {
  /// Returns the value in `profile`, as files spell it.
  public func value(in profile: Profile) -> String { read(profile) }

  /// Whether the three profiles take different positions.
  public var isDisputed: Bool {
    Set(ProfileID.allCases.map { value(in: Profile($0)) }).count > 1
  }

  /// Creates a setting from a name, a place in the profile and a notation.
  static func row<Value>(
    _ name: String, _ conflict: RuleID,
    _ path: any WritableKeyPath<Profile, Value> & Sendable, _ format: Notation<Value>,
    silent: ProfileID...
  ) -> Setting {
    var expects = format.expects
    if case .choice(let words) = format.shape, words.count == 1 {
      expects = "\(words[0]), the only position of the documents"
    }
    return Setting(
      name: name, conflict: conflict, silent: Set(silent), expects: expects, shape: format.shape,
      read: { format.print($0[keyPath: path]) },
      write: { profile, text in
        guard let value = format.parse(text) else { return false }
        profile[keyPath: path] = value
        return true
      })
  }
}

extension Setting {
  /// Every setting, in the order in which profiles are printed.
  public static let all: [Setting] =
    links + attribution + receipt + prompts + flow + limits + contacts + messages + share
    + onboarding + connection + visibility + failure + privacy + measures + events + plans + home

  /// Returns the setting of that name.
  public static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension Setting {
  static let attribution: [Setting] = [
    row("attribution.model", "CNF-01", \.attribution.model, .choice, silent: .product),
    row(
      "attribution.invalidClickDisplaces", "CNF-01", \.attribution.invalidClickDisplaces, .flag,
      silent: .rin, .product, .design),
    row("attribution.windowDays", "CNF-02", \.attribution.window, .none(or: .days)),
    row(
      "attribution.windowEndsAt", "CNF-02", \.attribution.windowEndsAt, .none(or: .choice)),
    row(
      "attribution.windowAppliesToDirectOpen", "CNF-02", \.attribution.windowAppliesToDirectOpen,
      .none(or: .flag), silent: .rin),
    row(
      "attribution.recordDeletedReferrer", "CNF-13", \.attribution.recordsDeletedReferrer, .flag,
      silent: .design),
    row(
      "attribution.selfReferralByDevice", "CNF-51", \.attribution.selfReferralByDevice, .choice,
      silent: .product, .design),
    row("deferred.matcher", "CNF-48", \.deferred.matcher, .choice),
    row("deferred.matchRate", "CNF-48", \.deferred.matchRate, .share()),
    row("deferred.falseMatchRate", "CNF-48", \.deferred.falseMatchRate, .share()),
  ]

  static let receipt: [Setting] = [
    row("receipt.existingUser", "CNF-07", \.receipt.existingUser, .choice),
    row("receipt.existingUserCredit", "CNF-07", \.receipt.existingUserCredit, .choice),
    row("receipt.alreadyConnectedToast", "CNF-07", \.receipt.alreadyConnectedToast, .flag),
    row("receipt.selfTap", "CNF-12", \.receipt.selfTap, .choice, silent: .product, .design),
    row("receipt.deletedSender", "CNF-13", \.receipt.deletedSender, .choice, silent: .design),
    row(
      "receipt.suspendedSender", "CNF-13", \.receipt.suspendedSender, .choice,
      silent: .rin, .design),
    row(
      "receipt.signedOutExisting", "CNF-51", \.receipt.signedOutExisting, .choice,
      silent: .product, .design),
    row("landing.page", "CNF-15", \.landing.page, .choice),
    row("landing.socialProofLine", "CNF-15", \.landing.socialProofLine, .onOff),
    row("landing.previewFetchCountsAsClick", "CNF-63", \.landing.previewFetchCountsAsClick, .flag),
    row("landing.nonIOS", "CNF-18", \.landing.nonIOS, .choice, silent: .rin, .design),
  ]
}

extension Setting {
  static let flow: [Setting] = [
    row("flow.entryOpens", "CNF-50", \.flow.entryOpens, .choice),
    row("flow.entryPoints", "CNF-50", \.flow.entryPoints, .list(of: .choice)),
    row("flow.mergeSelectAndCompose", "CNF-22", \.flow.mergeSelectAndCompose, .none(or: .flag)),
  ]

  static let limits: [Setting] = [
    row("limits.dailyInvites", "CNF-08", \.limits.dailyInvites, .none(or: .integer(1...))),
    row("limits.dailyCounts", "CNF-08", \.limits.dailyCounts, .none(or: .choice)),
    row("limits.batchMax", "CNF-08", \.limits.batchMax, .none(or: .integer(1...))),
    row("limits.onBatchOverflow", "CNF-08", \.limits.onBatchOverflow, .none(or: .choice)),
    row("limits.softWarningAt", "CNF-08", \.limits.softWarningAt, .none(or: .integer(1...))),
    row("limits.softWarningScope", "CNF-08", \.limits.softWarningScope, .none(or: .choice)),
    row("limits.reinviteCooldownDays", "CNF-25", \.limits.reinviteCooldown, .none(or: .days)),
    row("time.dayBoundary", "CNF-36", \.calendar.day, .choice, silent: .rin, .design),
    row("time.week", "CNF-36", \.calendar.week, .choice, silent: .product, .design),
    row(
      "session.idleTimeoutMinutes", "CNF-53", \.session.idleTimeout, .minutes,
      silent: .rin, .product, .design),
  ]

  static let contacts: [Setting] = [
    row("contacts.invitePicker", "CNF-09", \.flow.invitePicker, .onOff),
    row("contacts.perContactInvite", "CNF-09", \.flow.perContactInvite, .onOff),
    row("contacts.serverMatching", "CNF-09", \.flow.serverMatching, .onOff),
    row("contacts.uploadIds", "CNF-09", \.flow.uploadContactIDs, .flag),
    row("contacts.frequentSuggestions", "CNF-09", \.flow.frequentSuggestions, .onOff),
    row(
      "contacts.benchmarkSizes", "CNF-35", \.plans.contactBenchmarkSizes,
      .list(of: .integer(1...))),
    row("permission.explainer", "CNF-11", \.permission.explainer, .none(or: .choice)),
    row("permission.reask", "CNF-11", \.permission.reask, .choice, silent: .design),
    row(
      "permission.allowLinkWhenUndetermined", "CNF-11", \.permission.allowLinkWhenUndetermined,
      .none(or: .choice)),
    row(
      "permission.limitedAccess", "CNF-11", \.permission.limitedAccess, .none(or: .choice),
      silent: .rin, .design),
    row("history.persist", "CNF-25", \.history.memory, .none(or: .choice)),
    row("history.key", "CNF-25", \.history.key, .none(or: .choice)),
  ]

  static let messages: [Setting] = [
    row("messages.set", "CNF-29", \.messages.set, .choice),
    row("messages.perChannel", "CNF-29", \.messages.perChannel, .onOff),
    row("messages.includeAppName", "CNF-29", \.messages.includeAppName, .flag),
    row("messages.nameRule", "CNF-30", \.messages.nameRule, .choice, silent: .design),
    row("messages.maxLength", "CNF-31", \.messages.maxLength, .none(or: .integer(1...))),
    row("messages.countSegments", "CNF-31", \.messages.countSegments, .flag),
  ]

  static let share: [Setting] = [
    row("share.confirmation", "CNF-23", \.share.confirmation, .choice),
    row(
      "share.successAutoDismissSeconds", "CNF-23", \.share.successAutoDismiss,
      .none(or: .seconds)),
    row("share.onCancel", "CNF-24", \.share.onCancel, .choice),
    row("share.falseCompletionRate", "CNF-27", \.share.falseCompletionRate, .share()),
    row(
      "share.selectedIsReachedRate", "CNF-27", \.share.selectedIsReachedRate, .none(or: .share())),
    row("channels.set", "CNF-27", \.share.channels, .list(of: .choice)),
    row("channels.tracked", "CNF-27", \.share.channelTracking, .choice),
  ]

  static let failure: [Setting] = [
    row("offline.mode", "CNF-20", \.offline.mode, .choice),
    row("offline.drainSeconds", "CNF-20", \.offline.drainWithin, .none(or: .seconds)),
    row("offline.onDrained", "CNF-20", \.offline.onDrained, .none(or: .choice)),
    row(
      "retry.createTimeoutSeconds", "CNF-21", \.offline.createTimeout, .seconds,
      silent: .product),
    row("retry.createMaxRetries", "CNF-21", \.offline.createMaxRetries, .integer(0...20)),
    row("retry.createBaseMs", "CNF-21", \.offline.createBackoff, .none(or: .milliseconds)),
    row(
      "retry.createFactor", "CNF-21", \.offline.createBackoffFactor, .none(or: .real(1...))),
    row("copy.precedence", "CNF-59", \.copy.precedence, .list(of: .choice)),
    row("api.surface", "CNF-33", \.plans.apiSurface, .choice),
  ]
}

extension ConflictRules {
  static let limits: [Rule] = [
    Rule(
      "CNF-08", "How many invites a day and a batch may have: limits.dailyInvites, limits.batchMax."
    ),
    Rule("CNF-36", "What a day and a week are: time.dayBoundary, time.week."),
    Rule("CNF-53", "When one session ends and the next begins: session.idleTimeoutMinutes."),
    Rule(
      "CNF-35",
      "Which sizes a contact list must stay fast at: contacts.benchmarkSizes and its budgets."),
    Rule("CNF-21", "How long creating a link may take, and how often it is tried again: retry.*."),
    Rule("CNF-33", "Which surface the service has: api.surface."),
  ]
}

extension Setting {
  static let links: [Setting] = [
    row("app.name", "CNF-03", \.app.name, .words),
    row("link.host", "CNF-03", \.app.host, .host),
    row("link.scheme", "CNF-03", \.app.scheme, .scheme, silent: .product, .design),
    row("link.format", "CNF-03", \.link.format, .choice),
    row("link.signature", "CNF-03", \.link.signature, .none(or: .choice), silent: .design),
    row(
      "link.signedQueryCarriesCode", "CNF-03", \.link.signedQueryCarriesCode, .none(or: .flag)),
    row("link.codeScope", "CNF-04", \.link.codeScope, .choice),
    row("link.refreshAllowed", "CNF-04", \.link.refreshAllowed, .flag, silent: .product, .design),
    row("link.maxAcceptances", "CNF-05", \.link.maxAcceptances, .none(or: .integer(1...))),
    row("link.onExhausted", "CNF-05", \.link.onExhausted, .none(or: .choice)),
    row("link.expiryDays", "CNF-02", \.link.expiry, .none(or: .days)),
    row(
      "link.expiryCheckedAt", "CNF-02", \.link.expiryCheckedAt, .none(or: .choice),
      silent: .product),
    row("link.expiredBehaviour", "CNF-14", \.link.broken.expired, .choice),
    row(
      "link.unknownBehaviour", "CNF-14", \.link.broken.unknown, .choice,
      silent: .product, .design),
    row("link.tamperedBehaviour", "CNF-14", \.link.broken.tampered, .none(or: .choice)),
    row("link.createAt", "CNF-56", \.link.createAt, .choice),
  ]
}

extension ConflictRules {
  static let links: [Rule] = [
    Rule(
      "CNF-03",
      "What a link looks like and whether it is signed: link.format, link.signature and their kin."),
    Rule(
      "CNF-04", "Whose a code is, and whether it may change: link.codeScope, link.refreshAllowed."),
    Rule(
      "CNF-05",
      "How many people one link may bring, and what the next one gets: link.maxAcceptances."),
    Rule(
      "CNF-02",
      "How long a link lives and how long its clicks earn credit: link.expiryDays, attribution.windowDays."
    ),
  ]
}

extension Setting {
  static let measures: [Setting] = [
    row("metrics.profile", "CNF-28", \.metrics.targets, .document),
    row("metrics.inviteUnit", "CNF-06", \.metrics.inviteUnit, .choice),
    row(
      "metrics.copyButtonCountsAsSend", "CNF-06", \.metrics.copyButtonCountsAsSend,
      .none(or: .flag)),
    row("metrics.acceptedMeans", "CNF-52", \.metrics.acceptedMeans, .choice),
    row("metrics.acceptanceWindowDays", "CNF-28", \.metrics.acceptanceWindow, .none(or: .days)),
    row("metrics.kCycleDays", "CNF-43", \.metrics.kCycle, .days, silent: .rin, .product, .design),
    row("taps.senderBudget", "CNF-22", \.metrics.senderTapBudget, .none(or: .integer(1...))),
    row("taps.countMode", "CNF-22", \.metrics.tapCount, .choice),
    row("budget.resolveMs", "CNF-34", \.budgets.resolve, .milliseconds, silent: .rin, .design),
    row(
      "budget.resolvePercentile", "CNF-34", \.budgets.resolvePercentile, .choice,
      silent: .rin, .product, .design),
    row("budget.createMs", "CNF-34", \.budgets.create, .milliseconds, silent: .rin, .product),
    row("budget.pickerLoadMs", "CNF-35", \.budgets.pickerLoad, .none(or: .milliseconds)),
    row("budget.searchMs", "CNF-35", \.budgets.search, .none(or: .milliseconds), silent: .design),
    row(
      "budget.timeToFirstValueSeconds", "CNF-32", \.budgets.timeToFirstValue,
      .none(or: .seconds)),
  ]
}

extension ConflictRules {
  static let measures: [Rule] = [
    Rule(
      "CNF-28", "Which targets a run is held to: metrics.profile, metrics.acceptanceWindowDays."),
    Rule("CNF-43", "Over which cycle the viral coefficient is taken: metrics.kCycleDays."),
    Rule("CNF-34", "How fast links are resolved and created, and at which percentile: budget.*."),
  ]
}

extension Setting {
  static let onboarding: [Setting] = [
    row(
      "onboarding.organicScreens", "CNF-37", \.onboarding.organicScreens, .integer(1...50),
      silent: .design),
    row(
      "onboarding.invitedScreens", "CNF-37", \.onboarding.invitedScreens, .integer(1...50),
      silent: .design),
    row("onboarding.signUpWall", "CNF-38", \.onboarding.signUpWall, .choice, silent: .design),
    row("signup.numberSwitchLimit", "CNF-61", \.signUp.numberSwitchLimit, .parameter(from: 0)),
    row("signup.socialProofLimit", "CNF-61", \.signUp.socialProofLimit, .parameter(from: 0)),
    row("signup.otpExpirySeconds", "CNF-61", \.signUp.otpExpirySeconds, .parameter(from: 1)),
    row(
      "circles.accessControl", "CNF-61", \.circles.accessControl, .none(or: .choice)),
    row("circles.defaults", "CNF-40", \.circles.defaults, .list(of: .choice)),
    row("firstValue.definition", "CNF-32", \.firstValue.definition, .choice),
    row("firstValue.cards", "CNF-58", \.firstValue.cards, .list(of: .choice)),
  ]

  static let connection: [Setting] = [
    row("connection.mode", "CNF-39", \.connection.mode, .choice),
    row("connection.circle", "CNF-39", \.connection.circle, .none(or: .choice)),
    row("connection.retry", "CNF-39", \.connection.retry, .none(or: .choice)),
    row("notify.invitee", "CNF-39", \.notification.notifiesInvitee, .flag),
  ]
}

extension Notation<SignUpPolicy.Parameter> {
  /// A number without a default: `required` until the scenario supplies it.
  static func parameter(from least: Int) -> Notation {
    Notation(
      expects: "a whole number of at least \(least), none, or required",
      shape: .either([.integer(least...Int.max), .choice(["none", "required"])]),
      print: { parameter in
        switch parameter {
        case .unused: "none"
        case .required: "required"
        case .value(let number): String(number)
        }
      },
      parse: { text in
        switch text {
        case "none": .unused
        case "required": .required
        default: ValueText.integer(text).flatMap { $0 >= least ? .value($0) : nil }
        }
      })
  }
}

extension ConflictRules {
  static let onboarding: [Rule] = [
    Rule(
      "CNF-37",
      "How many screens onboarding has: onboarding.organicScreens, onboarding.invitedScreens."),
    Rule("CNF-38", "Where the way in asks for an account: onboarding.signUpWall."),
    Rule("CNF-61", "Limits of signing up that have no default: signup.*; circles.accessControl."),
    Rule("CNF-40", "Which circles a new account has: circles.defaults."),
    Rule("CNF-32", "What counts as first value, and how soon: firstValue.definition."),
    Rule("CNF-58", "Which cards make the first value: firstValue.cards."),
  ]
}

extension Setting {
  static let plans: [Setting] = [
    row("load.previewFetchesPerSend", "CNF-63", \.plans.previewFetchesPerSend, .real(0...)),
    row(
      "model.pairRetentionMultiplier", "CNF-45", \.plans.pairRetentionMultiplier,
      .real(0...)),
    row("experiments.catalogue", "CNF-46", \.plans.experiments, .list(of: .choice)),
    row("rollout.stages", "CNF-47", \.plans.rollout, .list(of: .stage)),
  ]

  static let home: [Setting] = [
    row("home.defaultGrouping", "CNF-57", \.list.defaultGrouping, .none(or: .choice)),
    row("home.collapsePersistence", "CNF-57", \.home.collapsePersistence, .none(or: .choice)),
    row("home.scoreCardHours", "CNF-57", \.home.scoreCardLife, .none(or: .hours)),
    row("home.rowSubtitle", "CNF-57", \.list.rowSubtitle, .none(or: .choice)),
    row("home.multiSelectEntry", "CNF-57", \.list.multiSelectEntry, .none(or: .choice)),
    row("home.tabBadgeCounts", "CNF-57", \.home.tabBadgeCounts, .none(or: .choice)),
  ]
}

extension Notation<PlanPolicy.Stage> {
  /// A step of a rollout: `50@2` for half of the users from day 2, `prompts@14`.
  static var stage: Notation {
    Notation(
      expects: "steps such as 50@2 (per cent at day) or prompts@14",
      shape: .text(pattern: #"^(\d{1,3}|prompts)@\d+$"#, examples: []),
      print: { stage in
        switch stage.reach {
        case .percent(let share): "\(share)@\(stage.day)"
        case .prompts: "prompts@\(stage.day)"
        }
      },
      parse: { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = ValueText.integer(parts[1]), day >= 0 else { return nil }
        if parts[0] == "prompts" { return PlanPolicy.Stage(.prompts, day: day) }
        guard let share = ValueText.integer(parts[0]), (0...100).contains(share) else { return nil }
        return PlanPolicy.Stage(.percent(share), day: day)
      })
  }
}

extension ConflictRules {
  static let plans: [Rule] = [
    Rule("CNF-46", "Which experiments are planned: experiments.catalogue."),
    Rule("CNF-47", "In which steps a change reaches users: rollout.stages."),
  ]
}

extension Setting {
  static let prompts: [Setting] = [
    promptRuleSet,
    row("prompts.triggers", "CNF-10", \.prompts.triggers, .list(of: .choice)),
    row(
      "prompts.dedupReviewAt", "CNF-10", \.prompts.moments.dedupResolved, .integer(1...),
      silent: .product, .design),
    row(
      "prompts.contactThresholdAt", "CNF-10", \.prompts.moments.importedContacts,
      .integer(1...), silent: .product, .design),
    row(
      "prompts.scoreMilestoneAt", "CNF-10", \.prompts.moments.score, .integer(1...100),
      silent: .product, .design),
    row(
      "prompts.thirdSessionAt", "CNF-10", \.prompts.moments.session, .integer(1...),
      silent: .rin, .design),
    row("prompts.minIntervalDays", "CNF-10", \.prompts.minimumInterval, .none(or: .days)),
    row("prompts.lifetimeMax", "CNF-10", \.prompts.lifetimeMax, .none(or: .integer(0...))),
    row("prompts.maxPerSession", "CNF-10", \.prompts.maxPerSession, .none(or: .integer(0...))),
    row(
      "prompts.maxPerWeek", "CNF-10", \.prompts.maxPerWeek,
      .none(or: .integer(0...RecentPrompts.capacity))),
    row("prompts.minSession", "CNF-10", \.prompts.minSession, .integer(1...)),
    row("prompts.minContacts", "CNF-10", \.prompts.minContacts, .none(or: .integer(0...))),
    row("prompts.recentShareDays", "CNF-10", \.prompts.quietAfterShare, .none(or: .days)),
    row("prompts.dismissCooldownDays", "CNF-10", \.prompts.dismissCooldown, .none(or: .days)),
    row(
      "prompts.dismissalsToSuppress", "CNF-10", \.prompts.dismissalsToSuppress,
      .none(or: .integer(1...))),
    row("prompts.suppressDays", "CNF-10", \.prompts.silenceAfterDismissals, .none(or: .days)),
    row("prompts.dismissScope", "CNF-10", \.prompts.dismissScope, .choice, silent: .design),
    row(
      "prompts.suppressInCoreFlow", "CNF-10", \.prompts.suppressInCoreFlow, .flag,
      silent: .design),
    row("prompts.triggerRepeats", "CNF-10", \.prompts.triggerRepeats, .choice),
    row(
      "prompts.triggerWhileSuppressed", "CNF-10", \.prompts.triggerWhileSuppressed, .choice,
      silent: .product, .design),
    row("prompts.countBasis", "CNF-42", \.prompts.countBasis, .choice, silent: .product, .design),
    row(
      "prompts.persistingCardCountsOnce", "CNF-42", \.prompts.persistingCardCountsOnce, .flag,
      silent: .product, .design),
    row("prompts.copyCountsAsShare", "CNF-42", \.prompts.copyCountsAsShare, .none(or: .flag)),
    row("prompts.surface", "CNF-41", \.prompts.surface, .choice),
    row("prompts.cardPosition", "CNF-41", \.prompts.cardPosition, .none(or: .choice)),
    row(
      "prompts.cardCountsTowardSectionLimit", "CNF-41", \.prompts.cardCountsTowardSectionLimit,
      .none(or: .flag)),
  ]

  /// The name of the setting that selects a whole set of prompt rules; single rules may follow.
  public static let promptRuleSetName = "prompts.ruleSet"

  private static let ruleSets = [
    ("rin", PromptPolicy.rin), ("product", .product), ("design", .design),
  ]

  private static let promptRuleSet = Setting(
    name: promptRuleSetName, conflict: "CNF-10", silent: [],
    expects: ruleSets.map(\.0).joined(separator: " | "),
    shape: .choice(ruleSets.map(\.0)),
    read: { profile in ruleSets.first { $0.1.document == profile.prompts.document }?.0 ?? "none" },
    write: { profile, text in
      guard let chosen = ruleSets.first(where: { $0.0 == text })?.1 else { return false }
      let calendar = profile.calendar
      profile.prompts = chosen
      profile.calendar = calendar
      return true
    })
}

extension Setting {
  static let visibility: [Setting] = [
    row("visibility.inviterSees", "CNF-16", \.visibility.inviterSees, .list(of: .choice)),
    row("dashboard.enabled", "CNF-17", \.visibility.dashboardEnabled, .flag),
    row("dashboard.refresh", "CNF-17", \.visibility.dashboardRefresh, .choice, silent: .design),
    row("dashboard.pollSeconds", "CNF-17", \.visibility.dashboardPoll, .none(or: .seconds)),
    row("dashboard.clampRatio", "CNF-17", \.visibility.dashboardClampsRatio, .none(or: .flag)),
    row("notify.moment", "CNF-19", \.notification.moment, .choice),
    row("notify.copy", "CNF-19", \.notification.copy, .document),
    row("notify.target", "CNF-19", \.notification.target, .choice),
    row("notify.maxDelaySeconds", "CNF-19", \.notification.maxDelay, .none(or: .seconds)),
    row("notify.inApp", "CNF-19", \.notification.inApp, .choice),
    row("notify.trigger", "CNF-19", \.notification.trigger, .choice, silent: .design),
    row("rewards.mode", "CNF-44", \.reward.mode, .choice),
    row("rewards.hookVisible", "CNF-44", \.reward.hookVisible, .flag),
    row("gamification.leaderboard", "CNF-45", \.reward.leaderboard, .onOff),
  ]

  static let privacy: [Setting] = [
    row(
      "privacy.clickRetentionDays", "CNF-49", \.attribution.clickRetention, .days,
      silent: .product, .design),
    row(
      "privacy.incompleteInstallDays", "CNF-49", \.retention.incompleteInstall, .days,
      silent: .rin, .product, .design),
    row(
      "privacy.onAccountDeletion", "CNF-49", \.retention.onAccountDeletion, .choice,
      silent: .design),
  ]

  static let events: [Setting] = [
    row("events.vocabulary", "CNF-26", \.events.vocabulary, .document),
    row("events.identities", "CNF-26", \.events.identities, .choice, silent: .product),
    row("events.linkOpenedMeans", "CNF-55", \.events.linkOpenedMeans, .choice),
  ]
}
