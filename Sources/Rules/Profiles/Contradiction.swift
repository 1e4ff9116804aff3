import AddressBooks
import Attribution
import HomeSections
import Invites
import Onboarding
import Prompts
public import Vocabulary

/// Two settings that cannot both hold.
public struct Contradiction: Hashable, Sendable {
  /// The settings that disagree, by their dotted names; `profile` stands for the profile itself.
  public let settings: [String]
  /// The reason for the disagreement, with the remedy.
  public let reason: String
  /// Whether the first setting may be kept by marking it as deliberate.
  public let isAllowedDeliberately: Bool

  init(
    _ first: String, _ second: String, _ reason: String, isAllowedDeliberately: Bool = false
  ) {
    settings = [first, second]
    self.reason = reason
    self.isAllowedDeliberately = isAllowedDeliberately
  }
}

extension Contradiction {
  /// The contradiction in one line, with the values that disagree.
  public func described(in profile: Profile) -> String {
    let values = settings.map { name in
      "\(name) = \(Setting.named(name)?.value(in: profile) ?? profile.id.rawValue)"
    }
    return "\(values.joined(separator: " contradicts ")): \(reason)"
  }
}

extension Profile {
  /// Returns every pair of settings that contradict each other; empty for a sound profile.
  ///
  /// `hasSigningKey` is whether a key is available where links are to be signed; `nil` leaves the
  /// check to the code that creates links.
  public func contradictions(hasSigningKey: Bool? = nil) -> [Contradiction] {
    retentionContradictions + linkContradictions(hasSigningKey: hasSigningKey)
      + lengthContradictions + promptContradictions + limitContradictions
      + promiseContradictions + settingsThatNeedAnother
  }

  private var retentionContradictions: [Contradiction] {
    /// A remedy that moves the days for which clicks are kept.
    func keep(as name: String) -> String {
      Setting.named(name).map { ": set privacy.clickRetentionDays=\($0.value(in: self)) as well" }
        ?? ""
    }
    if let window = attribution.window {
      return attribution.clickRetention < window
        ? [
          Contradiction(
            "privacy.clickRetentionDays", "attribution.windowDays",
            "a click must be kept for as long as it may earn credit"
              + keep(as: "attribution.windowDays"))
        ] : []
    }
    guard let life = link.expiry, attribution.clickRetention < life else { return [] }
    return [
      Contradiction(
        "privacy.clickRetentionDays", "link.expiryDays",
        "without a window a click must be kept for as long as its link lives"
          + keep(as: "link.expiryDays"))
    ]
  }

  private func linkContradictions(hasSigningKey: Bool?) -> [Contradiction] {
    var found: [Contradiction] = []
    if link.format == .signedQuery, link.signature == nil {
      found.append(
        Contradiction(
          "link.format", "link.signature", "a signed query needs a signature: set it to hmac"))
    }
    if link.signature == .hmac, hasSigningKey == false {
      found.append(
        Contradiction("link.signature", "link.format", "signing needs a key, and none was given"))
    }
    if link.codeScope == .perUser, link.maxAcceptances == 1 {
      found.append(
        Contradiction(
          "link.codeScope", "link.maxAcceptances",
          "the first join would kill the inviter's only link"))
    }
    return found
  }

  private var promptContradictions: [Contradiction] {
    let needRin: [PromptTrigger] = [.dedupReview, .contactThreshold, .scoreMilestone]
    var found: [Contradiction] = []
    for trigger in prompts.triggers where id != .rin && needRin.contains(trigger) {
      found.append(
        Contradiction(
          "prompts.triggers", "profile",
          "\(trigger.rawValue) needs the dedup, contacts and score that only rin has"))
    }
    if prompts.triggers.contains(.contactsPermission), !flow.frequentSuggestions {
      found.append(
        Contradiction(
          "prompts.triggers", "contacts.frequentSuggestions",
          "contactsPermission suggests frequent contacts, which are off"))
    }
    return found
  }

  private var limitContradictions: [Contradiction] {
    guard let warning = limits.softWarningAt, let most = limits.batchMax, warning > most
    else { return [] }
    return [
      Contradiction(
        "limits.softWarningAt", "limits.batchMax", "a batch would never reach the warning")
    ]
  }

  /// The contradictions to the promises to users, or to the brand.
  private var promiseContradictions: [Contradiction] {
    var found: [Contradiction] = []
    if id == .design, permission.explainer == .firstFlowEntry {
      let promise = "the explainer promises never to store or upload contacts"
      if flow.uploadContactIDs {
        found.append(Contradiction("contacts.uploadIds", "permission.explainer", promise))
      }
      if flow.serverMatching {
        found.append(Contradiction("contacts.serverMatching", "permission.explainer", promise))
      }
    }
    if metrics.acceptedMeans == .connected, connection.mode == .none {
      found.append(
        Contradiction(
          "metrics.acceptedMeans", "connection.mode", "nothing could ever be accepted"))
    }
    guard id == .rin else { return found }
    func refuse(_ name: String, _ reason: String) {
      guard !deliberate.contains(name) else { return }
      found.append(Contradiction(name, "profile", reason, isAllowedDeliberately: true))
    }
    if reward.leaderboard {
      refuse("gamification.leaderboard", "rin has no leaderboards")
    }
    if landing.page == .ogPersonalised {
      refuse("landing.page", "rin's page never names the inviter")
    }
    if visibility.inviterSees.contains(.opened) {
      refuse("visibility.inviterSees", "rin never shows clicks to an inviter")
    }
    return found
  }

  private var settingsThatNeedAnother: [Contradiction] {
    var found: [Contradiction] = []
    func need(_ isMissing: Bool, _ name: String, _ other: String, _ reason: String) {
      if isMissing { found.append(Contradiction(name, other, reason)) }
    }
    need(
      (prompts.dismissalsToSuppress == nil) != (prompts.silenceAfterDismissals == nil),
      "prompts.dismissalsToSuppress", "prompts.suppressDays", "each needs the other")
    need(
      attribution.window != nil && attribution.windowEndsAt == nil,
      "attribution.windowDays", "attribution.windowEndsAt",
      "a window must end somewhere: set attribution.windowEndsAt=firstLaunch as well")
    need(
      limits.dailyInvites != nil && limits.dailyCounts == nil,
      "limits.dailyInvites", "limits.dailyCounts", "a daily limit must say what it counts")
    need(
      limits.batchMax != nil && limits.onBatchOverflow == nil,
      "limits.batchMax", "limits.onBatchOverflow", "a full batch must do something")
    need(
      limits.softWarningAt != nil && limits.softWarningScope == nil,
      "limits.softWarningAt", "limits.softWarningScope", "a warning must say what it counts")
    need(
      link.expiry != nil && link.expiryCheckedAt == nil,
      "link.expiryDays", "link.expiryCheckedAt", "an expiry must be checked somewhere")
    need(
      link.maxAcceptances != nil && link.onExhausted == nil,
      "link.maxAcceptances", "link.onExhausted", "a link that is used up must do something")
    need(
      history.memory != nil && history.key == nil,
      "history.persist", "history.key", "a remembered contact needs a form that names no one")
    need(
      visibility.dashboardRefresh == .poll && visibility.dashboardPoll == nil,
      "dashboard.refresh", "dashboard.pollSeconds", "polling needs an interval")
    need(
      offline.createMaxRetries > 0
        && (offline.createBackoff == nil || offline.createBackoffFactor == nil),
      "retry.createMaxRetries", "retry.createBaseMs",
      "retries need a first wait and a factor: set retry.createBaseMs and retry.createFactor")
    need(
      offline.drainWithin != nil && offline.onDrained == nil,
      "offline.drainSeconds", "offline.onDrained", "a drained queue must do something")
    return found
  }
}

/// Every rule that the modules decide, by its catalogue id.
public enum RuleBook {
  /// The rules in the order of their ids.
  public static let all: [Rule] = [
    PromptRules.all, OnboardingRules.all, CreditRules.all, MatchingRules.all, ReceiptRules.all,
    RetentionRules.all, LinkRules.all, SharingRules.all, MessageRules.all, EventRules.all,
    VisibilityRules.all, ConnectionRules.all, ContactRules.all, SectionRules.all,
    ConflictRules.all,
  ].joined().sorted { $0.id < $1.id }

  /// Returns the rule of that id.
  public static func rule(_ id: String) -> Rule? {
    RuleID(id).flatMap { byID[$0] }
  }

  private static let byID = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}

/// The conflicts of the documents that settings decide and no single rule covers.
enum ConflictRules {
  static let all: [Rule] = links + limits + onboarding + measures + plans + home + budgets
}
