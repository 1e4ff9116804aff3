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
