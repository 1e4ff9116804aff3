public import Vocabulary

// What a keeper of many clicks must know of a rule to ask it about a few of them only.
extension MatchRule {
  /// The signals without which no click can match, so that clicks may be kept in an index by them.
  ///
  /// They hold for every device at every hour. Without any, all clicks of the `stretch` are in play.
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

  /// The age from which on no click can match by its signals, were it the same device: the window,
  /// or less where a score fades below the threshold.
  public var reach: Interval {
    guard case .stepped(let steps) = decay, !weights.isEmpty, threshold.least > 0 else {
      return window
    }
    return min(window, steps.lastAge(leaving: threshold.least) ?? .zero)
  }

  /// The places of `clicks` that hold every click that can match by its signals; logarithmic in the
  /// number of clicks.
  ///
  /// The clicks are in order of time, but that one may stand behind others that came up to `lateness`
  /// after it.
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

  /// Decides as over `clicks` from `firstKept` on, which are in order of time, of which only
  /// `shortlist` can match.
  ///
  /// The shortlist holds, in any order, every click of the `stretch` that agrees with the device in
  /// what is `indispensable`, and every click that holds its token; more does no harm. Of the other
  /// clicks as few are read as tell why none fits, mostly one. Allocates nothing.
  func match(
    _ device: DeviceSignals, launchedAt launch: Instant, shortlist: Span<ClickFootprint>,
    of clicks: Slabs<ClickFootprint>, from firstKept: Int, keptFor retention: Interval
  ) -> MatchDecision {
    var cutoff: ClickOrder?
    if let most = newestOnly {
      cutoff = NewestClicks.oldest(of: most, inOrder: clicks, until: launch)
    }
    let search = ClickSearch(
      rule: self, device: device, launch: launch, retention: retention, cutoff: cutoff)
    let decision = search.decision(among: shortlist)
    guard case .noMatch(because: let reason) = decision else { return decision }
    return .noMatch(because: search.closest(to: reason, of: clicks, from: firstKept))
  }
}

extension ClickSearch {
  /// How far the click got that came closest, of `clicks` in order of time none of which matches.
  ///
  /// Those before `firstKept` are forgotten, and might match a launch that is reported long after.
  fileprivate func closest(
    to found: NoMatch, of clicks: Slabs<ClickFootprint>, from firstKept: Int
  ) -> NoMatch {
    var closest = found
    for place in (firstKept..<clicks.count).reversed() where clicks[place].at <= launch {
      let click = clicks[place]
      // What is older comes no closer than this.
      let limit = limit(from: click)
      if closest >= limit { break }
      if case .fails(let reason) = judge(click, asking: rule.required) {
        closest = max(closest, reason)
      } else {
        preconditionFailure("click \(click.sequence) matches and is not on the shortlist")
      }
    }
    return closest
  }

  /// The closest that this click or an older one, off the shortlist, can come.
  private func limit(from click: ClickFootprint) -> NoMatch {
    let age = launch - click.at
    if age > retention { return .noClick }
    if age > rule.window { return .outsideWindow }
    if let cutoff, click.order < cutoff { return .notAmongNewest }
    if !rule.readsSignals { return .noToken }
    // A click that only faded, too old for the stretch, may have all that is required.
    if rule.required.isEmpty || rule.reach < rule.window { return .scoreTooLow }
    let isForTheAddress = !rule.trustsSharedAddresses && device.isAddressShared
    return isForTheAddress && !rule.required.isDisjoint(with: .network)
      ? .sharedAddress : .signalsDiffer
  }
}
