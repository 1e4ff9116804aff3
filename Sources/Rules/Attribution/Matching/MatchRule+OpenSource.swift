import Vocabulary

// Matchers with public source, each as the named file defines it.
extension MatchRule {
  /// Grovs: five minutes; the match must be a single browser, and a matched click is removed.
  ///
  /// Source: app/services/fingerprinting_service.rb, VALIDITY_MINUTES. The cache is keyed by
  /// address; platform, its version and the engine must agree, and on a collision screen, time
  /// zone, graphics and language as well. Rivals are devices, so a browser never competes with
  /// itself.
  public static let grovs: MatchRule = {
    var rule = MatchRule(window: .minutes(5))
    rule.required = [.address, .platform, .osVersion, .engine]
    rule.requiredOfRivals = [.screen, .timeZone, .graphics, .locale]
    rule.choice = .onlyOne
    rule.rivalry = .visitor
    return rule
  }()

  /// Dub: one hour by address alone, and the first key that a scan of the cache meets.
  ///
  /// Source: track/open/route.ts, cache-deeplink-click-data.ts. Keys are address and link, so a
  /// later click on one link replaces the earlier. A scan has no order of time: links are met in a
  /// scattered order of their numbers. The deep link in the clipboard comes first; no window is
  /// named for it.
  public static let dub: MatchRule = {
    var rule = MatchRule(window: .hours(1))
    rule.token = .whileKept
    rule.required = .address
    rule.choice = .firstFound
    rule.spendsClicks = false
    return rule
  }()

  /// LinkForty: 168 hours, 70 of 100 points, and only the newest 1,000 clicks over all links.
  ///
  /// Source: src/lib/fingerprint.ts, DEFAULT_ATTRIBUTION_WINDOW_HOURS, FINGERPRINT_WEIGHTS, LIMIT 1000.
  /// The address counts by its range, and not at all where many share it. Rows come newest first and
  /// only a higher score replaces one: of equal scores the newest. The clicks beyond the limit
  /// are cut off before anything is compared.
  public static let linkForty: MatchRule = {
    var rule = MatchRule(window: .hours(168))
    rule.weights = [
      .addressPrefix: 400, .agent: 300, .timeZone: 100, .language: 100, .screen: 100,
    ]
    rule.threshold = MatchThreshold(700)
    rule.trustsSharedAddresses = false
    rule.newestOnly = 1_000
    rule.choice = .bestScore
    rule.spendsClicks = false
    return rule
  }()

  /// DeferLink: 48 hours, no address, a factor for age, a variable threshold.
  ///
  /// Source: app/core/intelligent_matcher.py. Since a click of four hours keeps at most 0.7 of its
  /// score and an older one 0.4, its 48 hours are four in effect. Left out are its marks for near
  /// misses and for unknown values; equal scores go to the newest, where the source takes the first
  /// row.
  public static let deferLink: MatchRule = {
    var rule = MatchRule(window: .hours(48))
    rule.token = .whileKept
    rule.weights = [.timeZone: 350, .screen: 250, .language: 200, .model: 150, .agent: 50]
    rule.threshold = MatchThreshold(700)
    rule.threshold.byDay = 50
    rule.threshold.ifTelling = 50
    rule.threshold.ifSilent = 100
    rule.threshold.telling = [
      .timeZone: 300, .screen: 250, .language: 200, .model: 150, .agent: 100,
    ]
    rule.threshold.lowest = 500
    rule.threshold.highest = 900
    let millisecond = Interval.milliseconds(1)
    rule.decay = .stepped(
      AgeSteps(
        [
          (.seconds(10) - millisecond, 200), (.seconds(30) - millisecond, 600),
          (.minutes(10), 1_000), (.hours(1), 900), (.hours(4), 700), (.hours(24), 400),
        ], after: 100))
    rule.choice = .bestScore
    return rule
  }()

  /// deferred-deeplink-system: 24 hours, the same address, and 0.7 of a score that decays by 0.3.
  ///
  /// Source: FingerprintUtil.kt, DeepLinkService.kt. The version of the system counts in the whole
  /// only when it agrees. Equal scores go to the newest, where the source takes the first row.
  public static let deferredDeeplinkSystem: MatchRule = {
    var rule = MatchRule(window: .hours(24))
    rule.required = .address
    rule.weights = [
      .address: 400, .platform: 200, .osVersion: 50, .model: 150, .locale: 100, .timeZone: 100,
      .screen: 50,
    ]
    rule.bonus = .osVersion
    rule.threshold = MatchThreshold(700)
    rule.decay = .linear(lost: 300)
    rule.choice = .bestScore
    return rule
  }()
}
