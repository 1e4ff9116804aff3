public import Vocabulary

/// The matchers that the setting `deferred.matcher` can name.
///
/// LinkGravity and Detour are missing: the one publishes levels without weights, the other no limits.
public enum MatcherName: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Our own matcher, ``MatchRule/ownService``; the value of every profile.
  case ownService
  /// Our own matcher, without a match when clicks of two inviters qualify.
  case ownServiceAbstaining
  /// Branch: a token, or signals within 120 minutes.
  case branch
  /// Branch, acting on unique matches alone.
  case branchUnique
  /// Adjust: a token within 7 days, or signals within 6 hours.
  case adjust
  /// AppsFlyer: a token within 7 days, or signals within 24 hours.
  case appsFlyer
  /// Kochava: a token within 30 days, or the address or its range within 7 days.
  case kochava
  /// Singular: a token within 7 days, and no signals.
  case singular
  /// Solar Engine: a token within 7 days, or signals within 24 hours.
  case solarEngine
  /// Firebase Dynamic Links: a token, or signals within one hour.
  case firebase
  /// Grovs: signals of a single browser within five minutes.
  case grovs
  /// Dub: a token, or the address alone within one hour.
  case dub
  /// LinkForty: a score of signals within 168 hours, over the newest 1,000 clicks.
  case linkForty
  /// DeferLink: a token, or a decaying score without the address within 48 hours.
  case deferLink
  /// deferred-deeplink-system: the address, and a decaying score within 24 hours.
  case deferredDeeplinkSystem
}

extension MatcherName {
  /// The quality of evidence.
  public enum Grade: String, CaseIterable, Comparable, Sendable {
    /// From a primary document or the source itself.
    case a
    /// From a vendor's benchmark or a good secondary source.
    case b
    /// Derived, or read in part.
    case c
    /// Assumed, without a source.
    case d

    public static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
  }

  /// The rule of that name.
  public var rule: MatchRule {
    switch self {
    case .ownService: .ownService
    case .ownServiceAbstaining: .ownServiceAbstaining
    case .branch: .branch
    case .branchUnique: .branchUnique
    case .adjust: .adjust
    case .appsFlyer: .appsFlyer
    case .kochava: .kochava
    case .singular: .singular
    case .solarEngine: .solarEngine
    case .firebase: .firebase
    case .grovs: .grovs
    case .dub: .dub
    case .linkForty: .linkForty
    case .deferLink: .deferLink
    case .deferredDeeplinkSystem: .deferredDeeplinkSystem
    }
  }

  /// The evidence for the window and for the signals; a report prints it beside each number.
  public var evidence: (window: Grade, signals: Grade) {
    switch self {
    case .ownService, .ownServiceAbstaining: (.a, .d)
    case .branch, .branchUnique, .adjust, .appsFlyer, .solarEngine: (.a, .d)
    case .kochava: (.a, .c)
    case .singular: (.a, .a)
    case .firebase: (.d, .c)
    case .deferLink: (.a, .c)
    case .grovs, .dub, .linkForty, .deferredDeeplinkSystem: (.a, .a)
    }
  }

  /// The time at which the named service shut down; `nil` while it operates.
  public var closedAt: Instant? {
    switch self {
    case .firebase: CivilDate(year: 2025, month: 8, day: 25).start(in: .utc)
    case .ownService, .ownServiceAbstaining, .branch, .branchUnique, .adjust, .appsFlyer,
      .kochava, .singular, .solarEngine, .grovs, .dub, .linkForty, .deferLink,
      .deferredDeeplinkSystem:
      nil
    }
  }
}

extension MatchingRules {
  static let candidates: [Rule] = [
    Rule(
      "P-DDL-01", "Deferred links are matched by a service of one's own, Branch, or others by name."
    )
  ]
}
