import Vocabulary

extension DeferredPolicy {
  /// The matcher in force: our own one takes its window from the attribution policy.
  ///
  /// Without a window, and for any other matcher, nothing reaches further back than clicks are kept.
  public func rule(for attribution: AttributionPolicy) -> MatchRule {
    var rule = matcher.rule
    switch matcher {
    case .ownService, .ownServiceAbstaining:
      rule.window = attribution.window ?? attribution.clickRetention
      rule.token = .within(rule.window)
    case .branch, .branchUnique, .adjust, .appsFlyer, .kochava, .singular, .solarEngine,
      .firebase, .grovs, .dub, .linkForty, .deferLink, .deferredDeeplinkSystem:
      break
    }
    return rule.bounded(by: attribution.clickRetention)
  }

  /// What reaches the app of `decision`, when matches get lost and strangers' clicks slip in.
  ///
  /// Draws twice from `luck` in any case, so that two policies under one seed share it. A false match
  /// takes the click of `stranger`, if there is one.
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
