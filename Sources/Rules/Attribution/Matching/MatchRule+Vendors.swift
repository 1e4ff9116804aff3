import Vocabulary

// The windows and conflict rules that vendors document. None of them publishes the signals of a
// probabilistic match; where `assumedSignals` stands the choice is ours (grade D).
extension MatchRule {
  /// Ours, for undocumented signals: the address and the device facts in a user agent.
  static let assumedSignals: Signal.Set = [.address, .platform, .osVersion, .model]

  /// Branch: 120 minutes by default, 1 to 10,080; clipboard and referrer before anything probable.
  ///
  /// The deterministic window is 0.001 to 90 days with no default in the documents: as long as
  /// clicks are kept. Source: help.branch.io, match duration and attribution logic.
  public static let branch: MatchRule = {
    var rule = MatchRule(window: .minutes(120))
    rule.token = .whileKept
    rule.required = assumedSignals
    rule.rivalry = .visitor
    return rule
  }()

  /// Branch, acting only on the match type "unique": a single outstanding footprint.
  public static let branchUnique: MatchRule = {
    var rule = MatchRule.branch
    rule.choice = .onlyOne
    return rule
  }()

  /// Adjust: 7 days deterministic, 6 hours probabilistic (1 to 24).
  ///
  /// Source: help.adjust.com, attribution windows and waterfall.
  public static let adjust: MatchRule = {
    var rule = MatchRule(window: .hours(6))
    rule.token = .within(.days(7))
    rule.required = assumedSignals
    return rule
  }()

  /// AppsFlyer: 7 days deterministic; probabilistic adaptive, at most 24 hours, taken here in full.
  ///
  /// Source: support.appsflyer.com 208338403. The adaptation of the window is undocumented.
  public static let appsFlyer: MatchRule = {
    var rule = MatchRule(window: .hours(24))
    rule.token = .within(.days(7))
    rule.required = assumedSignals
    return rule
  }()

  /// Kochava: 30 days by device, 7 days otherwise, on levels: address and agent, address, range.
  ///
  /// Source: kochava.com, configurable attribution. The weights are ours and only put the levels
  /// in order: 1000, 800, then 500 and 300 for the range with and without the agent.
  public static let kochava: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.token = .within(.days(30))
    rule.weights = [.addressPrefix: 300, .address: 500, .agent: 200]
    rule.required = .addressPrefix
    rule.threshold = MatchThreshold(300)
    rule.choice = .bestScore
    return rule
  }()

  /// Singular: 7 days, up to 30, last click; any probabilistic rule is undocumented, and left out.
  ///
  /// Source: singular.zendesk.com 115001419803.
  public static let singular: MatchRule = {
    var rule = MatchRule(window: .days(7))
    rule.token = .within(.days(7))
    rule.readsSignals = false
    return rule
  }()

  /// Solar Engine: 7 days deterministic, 24 hours probabilistic.
  ///
  /// Source: help.solar-engine.com. Conflicts are not described: last click is ours.
  public static let solarEngine: MatchRule = {
    var rule = MatchRule(window: .hours(24))
    rule.token = .within(.days(7))
    rule.required = assumedSignals
    return rule
  }()

  /// Firebase Dynamic Links, closed on 25 August 2025.
  ///
  /// A clipboard match is unique, any other weak. The weak window is undocumented: one hour is a
  /// guess at its scale. Its request contains model, web view language, screen, time zone and
  /// system version; the address is the server's own observation. Links came again after each
  /// reinstall (firebase-ios-sdk #5789, #5883): clicks are not spent.
  public static let firebase: MatchRule = {
    var rule = MatchRule(window: .hours(1))
    rule.token = .whileKept
    rule.required = [.address, .osVersion, .model, .locale, .screen, .timeZone]
    rule.spendsClicks = false
    return rule
  }()
}
