import Vocabulary

/// The matcher that finds the click behind a launch, with its assumed error rates.
public struct DeferredPolicy: Hashable, Sendable {
  /// The matcher in force; `ownService` in every profile.
  public var matcher = MatcherName.ownService
  /// The proportion of matches that arrive, from 0 to 1.
  public var matchRate = 1.0
  /// The proportion of launches without a match that receive a stranger's click, from 0 to 1.
  public var falseMatchRate = 0.0

  /// Creates the policy of every profile: our own matcher, without errors.
  public init() {}
}

extension DeferredPolicy {
  /// The policy of `rin`: our own matcher, without errors.
  public static let rin = DeferredPolicy()
  /// The policy of `product`, equal to that of `rin`.
  public static let product = rin
  /// The policy of `design`, equal to that of `rin`.
  public static let design = rin
}

extension DeferredPolicy {
  /// Returns the matcher in force: our own one takes its window from the attribution policy.
  ///
  /// Without a window, and for any other matcher, the reach is bounded by the retention of clicks. So
  /// it is where the window ends at the installation, since a launch may follow at any time.
  public func rule(for attribution: AttributionPolicy) -> MatchRule {
    var rule = matcher.rule
    switch matcher {
    case .ownService, .ownServiceAbstaining:
      let window = attribution.windowEndsAt == .install ? nil : attribution.window
      rule.window = window ?? attribution.clickRetention
      rule.token = .within(rule.window)
    case .branch, .branchUnique, .adjust, .appsFlyer, .kochava, .singular, .solarEngine,
      .firebase, .grovs, .dub, .linkForty, .deferLink, .deferredDeeplinkSystem:
      break
    }
    return rule.bounded(by: attribution.clickRetention)
  }

  /// Returns the decision that reaches the app, with random losses and false matches.
  ///
  /// It draws twice from `luck` in any case, so that two policies under one seed share it. A false
  /// match takes the click of `stranger`, if there is one.
  public func degrade(
    _ decision: MatchDecision, stranger: ClickFootprint?,
    using luck: inout some RandomNumberGenerator
  ) -> MatchDecision {
    let comesThrough = Double.random(in: 0..<1, using: &luck) < matchRate
    let isFooled = Double.random(in: 0..<1, using: &luck) < falseMatchRate
    switch decision {
    case .matched:
      return comesThrough ? decision : .noMatch(because: .lost)
    case .ambiguous, .noMatch:
      guard isFooled, let stranger else { return decision }
      return .matched(
        MatchDecision.Match(
          click: stranger.sequence, link: stranger.link, basis: .signals, score: 0, competing: 0))
    }
  }
}

extension MatchingRules {
  static let policies: [Rule] = [
    Rule(
      "P-DDL-02", "An install that went through the app store is matched to one inviter's click."),
    Rule("P-DDL-05", "Without a window only the time that clicks are kept bounds a match."),
  ]
}
