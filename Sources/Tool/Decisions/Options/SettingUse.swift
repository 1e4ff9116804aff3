import Profiles

/// The commands whose results each setting shapes.
package enum SettingUse {
  /// Returns the places that use a setting, such as `simulate` or `decide prompts`.
  package static func places(of setting: String) -> [String] {
    all.filter { uses($0.settings, setting) }.map(\.place)
  }

  /// Whether a place uses a setting.
  package static func uses(_ setting: String, in place: String) -> Bool {
    all.contains { $0.place == place && uses($0.settings, setting) }
  }

  /// Returns a sentence for each setting that `place` ignores and another place does not.
  package static func notes(on settings: [String], in place: String) -> [String] {
    settings.compactMap { setting in
      let places = places(of: setting)
      guard Setting.named(setting) != nil, !places.isEmpty, !places.contains(place) else {
        return nil
      }
      return "growthloop: \(place) does not use \(setting); "
        + "\(places.joined(separator: ", ")) \(places.count == 1 ? "does" : "do")"
    }
  }

  /// A name that ends in a dot stands for all settings that begin with it, except for those that
  /// stand in the list with a minus.
  private static func uses(_ names: [String], _ setting: String) -> Bool {
    !names.contains("-" + setting)
      && names.contains { $0.hasSuffix(".") ? setting.hasPrefix($0) : setting == $0 }
  }
}

extension SettingUse {
  /// The names of the places, each with the settings that it uses.
  package static let all: [(place: String, settings: [String])] =
    [
      ("simulate", simulation), ("serve", service),
      (
        "load",
        service + [
          "link.createAt", "budget.resolveMs", "budget.resolvePercentile", "budget.createMs",
        ]
      ),
      ("rollout", ["rollout.stages"]), ("experiment", ["experiments.catalogue"]),
      ("contacts", ["budget.pickerLoadMs", "budget.searchMs", "contacts.benchmarkSizes"]),
    ] + subjects.map { ("decide \($0.key)", $0.value) }

  private static let simulation = [
    "app.name", "link.codeScope", "link.maxAcceptances", "link.onExhausted", "link.expiryDays",
    "link.expiryCheckedAt", "link.expiredBehaviour", "link.createAt", "attribution.model",
    "attribution.invalidClickDisplaces", "attribution.windowDays", "attribution.windowEndsAt",
    "attribution.recordDeletedReferrer", "deferred.", "privacy.", "receipt.existingUser",
    "receipt.existingUserCredit",
    "receipt.alreadyConnectedToast", "landing.page", "landing.nonIOS",
    "landing.previewFetchCountsAsClick", "load.previewFetchesPerSend", "prompts.ruleSet",
    "prompts.triggers", "prompts.dedupReviewAt", "prompts.contactThresholdAt",
    "prompts.scoreMilestoneAt", "prompts.thirdSessionAt", "prompts.minIntervalDays",
    "prompts.lifetimeMax", "prompts.maxPerSession",
    "prompts.maxPerWeek", "prompts.minSession", "prompts.minContacts", "prompts.recentShareDays",
    "prompts.dismissCooldownDays", "prompts.dismissalsToSuppress", "prompts.suppressDays",
    "prompts.dismissScope", "prompts.suppressInCoreFlow", "prompts.triggerRepeats",
    "prompts.triggerWhileSuppressed", "prompts.countBasis", "prompts.persistingCardCountsOnce",
    "prompts.copyCountsAsShare", "prompts.surface", "prompts.cardPosition",
    "prompts.cardCountsTowardSectionLimit", "time.", "flow.", "limits.", "share.",
    "channels.", "offline.", "retry.", "contacts.invitePicker", "contacts.perContactInvite",
    "contacts.serverMatching", "history.persist", "permission.", "onboarding.",
    "signup.numberSwitchLimit", "signup.otpExpirySeconds", "circles.defaults", "firstValue.",
    "connection.mode", "model.pairRetentionMultiplier",
    "notify.moment", "notify.trigger", "metrics.profile", "metrics.kCycleDays",
    "metrics.acceptedMeans", "metrics.acceptanceWindowDays", "metrics.copyButtonCountsAsSend",
    "taps.", "budget.timeToFirstValueSeconds", "visibility.inviterSees", "dashboard.enabled",
    "dashboard.clampRatio", "events.", "rewards.mode",
  ]

  private static let service = [
    "app.name", "link.host", "link.scheme", "link.format", "link.signature",
    "link.signedQueryCarriesCode", "link.codeScope", "link.maxAcceptances", "link.onExhausted",
    "link.expiryDays", "link.expiryCheckedAt", "link.expiredBehaviour", "link.unknownBehaviour",
    "link.tamperedBehaviour", "attribution.", "deferred.matcher", "receipt.", "landing.page",
    "landing.previewFetchCountsAsClick", "landing.nonIOS", "limits.dailyInvites",
    "limits.dailyCounts", "time.dayBoundary", "contacts.serverMatching",
    "contacts.uploadIds", "connection.mode", "notify.moment",
    "notify.copy", "notify.target", "notify.maxDelaySeconds", "notify.trigger",
    "copy.precedence", "visibility.inviterSees", "dashboard.enabled", "dashboard.clampRatio",
    "metrics.acceptedMeans", "metrics.acceptanceWindowDays", "privacy.", "api.surface", "events.",
    "channels.set",
  ]

  /// The settings that each subject of `decide` uses.
  private static let subjects: KeyValuePairs<String, [String]> = [
    "prompts": [
      "prompts.", "-prompts.surface", "-prompts.cardPosition",
      "-prompts.cardCountsTowardSectionLimit", "time.week", "session.idleTimeoutMinutes",
    ],
    "attribution": ["attribution.", "privacy.clickRetentionDays", "connection.mode"],
    "codes": ["link.host", "link.scheme"],
    "limits": [
      "limits.", "-limits.softWarningAt", "-limits.softWarningScope", "time.dayBoundary",
    ],
    "lifecycle": ["link.expiryDays", "link.expiryCheckedAt", "link.maxAcceptances"],
    "matching": [
      "deferred.matcher", "attribution.windowDays", "attribution.windowEndsAt",
      "privacy.clickRetentionDays",
    ],
    "receipt": [
      "receipt.", "landing.page", "landing.nonIOS", "landing.previewFetchCountsAsClick", "app.name",
      "link.expiredBehaviour", "link.unknownBehaviour", "link.tamperedBehaviour",
    ],
    "messages": ["messages.", "app.name"],
    "connection": ["connection.", "notify.invitee"],
    "acceptance": ["metrics.acceptedMeans", "metrics.acceptanceWindowDays"],
    "notification": [
      "notify.moment", "notify.copy", "notify.target", "notify.maxDelaySeconds", "notify.inApp",
      "notify.trigger", "copy.precedence", "app.name", "link.scheme",
    ],
    "visibility": [
      "visibility.inviterSees", "dashboard.enabled", "dashboard.clampRatio",
      "metrics.acceptedMeans", "metrics.acceptanceWindowDays", "app.name", "link.scheme",
    ],
    "qualification": ["rewards.", "gamification.leaderboard", "app.name"],
    "events": ["events.", "channels.set"],
    "onboarding": [
      "onboarding.", "signup.", "firstValue.", "permission.",
      "-permission.allowLinkWhenUndetermined", "connection.mode", "circles.defaults",
      "metrics.acceptedMeans",
    ],
    "sharing": [
      "flow.", "contacts.invitePicker", "contacts.uploadIds", "limits.batchMax",
      "limits.onBatchOverflow", "limits.softWarningAt", "limits.softWarningScope",
      "share.confirmation", "share.successAutoDismissSeconds", "share.onCancel", "channels.",
      "offline.mode", "offline.onDrained", "permission.", "history.", "link.createAt",
      "copy.precedence",
    ],
    "dashboard": [
      "dashboard.", "visibility.inviterSees", "copy.precedence", "app.name", "link.scheme",
    ],
    "preview": [
      "landing.page", "landing.socialProofLine", "link.expiredBehaviour", "receipt.deletedSender",
      "receipt.suspendedSender", "link.host", "app.name",
    ],
    "reuse": ["link.codeScope", "link.refreshAllowed"],
    "sent": ["metrics.inviteUnit", "metrics.copyButtonCountsAsSend"],
    "suggestions": [
      "contacts.frequentSuggestions", "messages.set", "messages.includeAppName",
      "messages.maxLength", "app.name",
    ],
    "circles": ["circles."],
    "links": [
      "link.host", "link.scheme", "link.format", "link.signature", "link.signedQueryCarriesCode",
    ],
    "retention": ["privacy."],
    "queue": ["offline."],
    "home": [
      "home.", "prompts.ruleSet", "prompts.surface", "prompts.cardPosition",
      "prompts.cardCountsTowardSectionLimit", "app.name",
    ],
  ]
}
