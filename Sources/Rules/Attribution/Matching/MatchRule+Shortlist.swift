public import Vocabulary

// The bounds of a rule by which a store of many clicks selects the few to which it applies the
// rule.
extension MatchRule {
  /// The signals that every matching click needs, so that an index of clicks may use them as its
  /// key.
  ///
  /// They hold for every device at every hour. Without any, all clicks of the `stretch` are
  /// candidates.
  public var indispensable: Signal.Set {
    let isPlain = Signal.allCases.allSatisfy { weights[$0] >= 0 }
    guard required.isEmpty, !weights.isEmpty, isPlain else { return required }
    let whole = weights.total(of: weights.signals)
    // A bonus that is missing does not count in the whole.
    let signals = Signal.allCases.filter { weights[$0] > 0 && !bonus.holds($0) }
    return signals.reduce(into: []) { found, signal in
      let score = decay.greatest(of: whole - weights[signal]) * 1_000 / whole
      if score < threshold.least { found.insert(signal.bit) }
    }
  }

  /// The age beyond which no click can match by its signals, even of the same device.
  ///
  /// This is the window, or less where a score decays below the threshold.
  public var reach: Interval {
    guard case .stepped(let steps) = decay, !weights.isEmpty, threshold.least > 0 else {
      return window
    }
    return min(window, steps.lastAge(leaving: threshold.least) ?? .zero)
  }

  /// Returns the places of `clicks` that contain every click that can match by its signals.
  ///
  /// The clicks are in order of time, except that one may stand behind others that came up to
  /// `lateness` after it.
  ///
  /// - Complexity: Logarithmic in the number of clicks.
  func stretch(
    of clicks: Slabs<ClickFootprint>, launchedAt launch: Instant, lateness: Interval = .zero
  ) -> Range<Int> {
    guard readsSignals else { return 0..<0 }
    let end = NewestClicks.count(inOrder: clicks, until: launch + lateness)
    var start = newestOnly.map { max(0, end - $0) } ?? 0
    if start < end, launch - clicks[start].at > reach {
      let oldest = launch - reach - lateness
      start = NewestClicks.count(inOrder: clicks, until: oldest - .milliseconds(1))
    }
    return start..<max(start, end)
  }

  /// Decides as over `clicks` from `firstKept` on, of which only `shortlist` can match.
  ///
  /// The clicks are in order of time. The shortlist contains, in any order, every click of the
  /// `stretch` that agrees with the device in the `indispensable` signals, and every click with its
  /// token; further clicks are harmless. Of the other clicks it reads only as many as the reason
  /// for no match needs, mostly one. Allocates nothing.
  func match(
    _ device: DeviceSignals, launchedAt launch: Instant, shortlist: Span<ClickFootprint>,
    of clicks: Slabs<ClickFootprint>, from firstKept: Int, lateness: Interval,
    keptFor retention: Interval
  ) -> MatchDecision {
    var cutoff: ClickOrder?
    if let most = newestOnly {
      cutoff = NewestClicks.oldest(of: most, inOrder: clicks, until: launch)
    }
    let search = ClickSearch(
      rule: self, device: device, launch: launch, retention: retention, cutoff: cutoff)
    let decision = search.decision(among: shortlist)
    guard case .noMatch(because: let reason) = decision else { return decision }
    let end = NewestClicks.count(inOrder: clicks, until: launch + lateness)
    return .noMatch(
      because: search.closest(to: reason, of: clicks, in: firstKept..<max(firstKept, end)))
  }
}

extension ClickSearch {
  /// Returns the result of the closest click, of `clicks` in order of time without a match.
  ///
  /// Those before `kept` are dropped, and might match a launch that is reported long after; those
  /// behind it came after the launch.
  fileprivate func closest(
    to found: NoMatch, of clicks: Slabs<ClickFootprint>, in kept: Range<Int>
  ) -> NoMatch {
    var closest = found
    for place in kept.reversed() where clicks[place].at <= launch {
      let click = clicks[place]
      // Older clicks come no closer than this.
      let limit = limit(from: click)
      if closest >= limit { break }
      if case .fails(let reason) = judge(click, asking: rule.required) {
        closest = max(closest, reason)
      } else {
        // The shortlist has the newest of very many like it.
        return max(closest, .notAmongNewest)
      }
    }
    return closest
  }

  /// Returns the closest result of this click or an older one outside the shortlist.
  private func limit(from click: ClickFootprint) -> NoMatch {
    let age = launch - click.at
    if age > retention { return .noClick }
    if age > rule.window { return .outsideWindow }
    if let cutoff, click.order < cutoff { return .notAmongNewest }
    if !rule.readsSignals { return .noToken }
    // A click that only decayed, too old for the stretch, may agree in all required signals.
    if rule.required.isEmpty || rule.reach < rule.window { return .scoreTooLow }
    let isForTheAddress = !rule.trustsSharedAddresses && device.isAddressShared
    return isForTheAddress && !rule.required.isDisjoint(with: .network)
      ? .sharedAddress : .signalsDiffer
  }
}

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
