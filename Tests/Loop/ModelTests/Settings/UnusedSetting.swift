import Testing

/// A setting that the model rightly does without, and why.
struct UnusedSetting: Sendable, CustomTestStringConvertible {
  let name: String
  let why: String

  var testDescription: String { "\(name): \(why)" }
}

extension UnusedSetting {
  static let all = reasons.flatMap { why, names in names.map { UnusedSetting(name: $0, why: why) } }

  private static let reasons: [(why: String, names: [String])] = [
    (
      "how a link is written, which nobody in the model reads",
      [
        "app.name", "link.host", "link.scheme", "link.format", "link.signature",
        "link.signedQueryCarriesCode",
      ]
    ),
    ("nobody in the model asks for a new code", ["link.refreshAllowed"]),
    ("nobody in the model looks up who has a number", ["signup.socialProofLimit"]),
    ("nobody in the model alters a link", ["link.tamperedBehaviour"]),
    (
      "nobody in the model has the app without an account, or two accounts",
      [
        "attribution.windowAppliesToDirectOpen", "attribution.selfReferralByDevice",
      ]
    ),
    (
      "all documents agree: there is but one value",
      [
        "receipt.selfTap", "receipt.deletedSender", "receipt.suspendedSender",
        "receipt.signedOutExisting", "link.unknownBehaviour",
      ]
    ),
    (
      "words on a screen, which the chances of the behaviour stand for",
      [
        "landing.socialProofLine", "messages.set", "messages.perChannel",
        "messages.includeAppName", "messages.nameRule", "messages.maxLength",
        "messages.countSegments", "copy.precedence", "notify.copy",
      ]
    ),
    (
      "where something stands on a screen, and what else is there",
      [
        "home.defaultGrouping", "home.collapsePersistence", "home.scoreCardHours",
        "home.rowSubtitle",
        "home.multiSelectEntry", "home.tabBadgeCounts", "notify.target", "notify.inApp",
        "notify.invitee",
      ]
    ),
    (
      "what inviters are shown of their invites, which moves nobody in the model",
      [
        "visibility.inviterSees", "dashboard.enabled", "dashboard.refresh",
        "dashboard.pollSeconds", "dashboard.clampRatio", "rewards.mode", "rewards.hookVisible",
        "gamification.leaderboard",
      ]
    ),
    ("a full batch refuses the next contact: there is but one value", ["limits.onBatchOverflow"]),
    ("sessions come from the behaviour, and not from taps", ["session.idleTimeoutMinutes"]),
    (
      "how the phone and the service treat an address book: part of the contact rules",
      [
        "contacts.uploadIds", "contacts.frequentSuggestions", "contacts.benchmarkSizes",
        "history.key",
      ]
    ),
    (
      "which circle, and who may see it, does not matter to the loop",
      ["circles.accessControl", "connection.circle"]
    ),
    (
      "the service's: how soon, how often, how long",
      [
        "connection.retry", "notify.maxDelaySeconds", "privacy.incompleteInstallDays",
        "budget.resolveMs", "budget.resolvePercentile", "budget.createMs", "budget.pickerLoadMs",
        "budget.searchMs", "api.surface",
      ]
    ),
    (
      "how a report names or judges what the model counts",
      [
        "metrics.profile", "metrics.inviteUnit", "events.vocabulary", "events.identities",
        "events.linkOpenedMeans",
      ]
    ),
    ("which experiment runs where a scenario has none", ["experiments.catalogue"]),
    ("how a change reaches members in a rollout, between two simulations", ["rollout.stages"]),
  ]
}
