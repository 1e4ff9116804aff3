public import Vocabulary

/// A rule's assessment of one click, for people who investigate a match.
public struct MatchExplanation: Hashable, Sendable {
  /// The result for one click.
  public enum Verdict: Hashable, Sendable {
    /// It is the click of the match.
    case chosen
    /// It carries the token of the device too, and is older than the chosen one.
    case olderToken
    /// It qualifies as well as the chosen one.
    case competes
    /// It came after the launch.
    case afterLaunch
    /// It is past its retention, and waits for a sweep.
    case notKept
    /// It does not qualify, for the given reason.
    case fails(because: NoMatch)
  }

  /// The sequence number of the click.
  public let click: UInt64
  /// The moment of the click.
  public let at: Instant
  /// The result for the click: chosen, competing, or a reason against it.
  public let verdict: Verdict
  /// The signals that the rule considers and that differ, or that are unknown on one side.
  public let differing: Signal.Set
  /// From 0 to 1000.
  public let score: Int
}

extension MatchRule {
  /// Returns the rule's assessment of each click, newest first; the chosen one is that of `match`.
  public func explain(
    _ device: DeviceSignals, launchedAt launch: Instant, among clicks: Span<ClickFootprint>,
    keptFor retention: Interval
  ) -> [MatchExplanation] {
    let search = ClickSearch(
      rule: self, device: device, launch: launch, retention: retention, clicks: clicks)
    let decision = match(device, launchedAt: launch, among: clicks, keptFor: retention)
    let asked = search.requirement(among: clicks)
    let places = clicks.indices.sorted { clicks[$0].order > clicks[$1].order }
    return places.map { place in
      let click = clicks[place]
      let agreement = search.agreement(with: click)
      return MatchExplanation(
        click: click.sequence, at: click.at,
        verdict: search.verdict(on: click, asking: asked, given: decision),
        differing: considered.subtracting(agreement),
        score: click.at <= launch ? search.score(agreement, age: launch - click.at) : 0)
    }
  }
}

extension ClickSearch {
  func verdict(
    on click: ClickFootprint, asking required: Signal.Set, given decision: MatchDecision
  ) -> MatchExplanation.Verdict {
    if click.at > launch { return .afterLaunch }
    if !isThere(click) { return .notKept }
    if let match = decision.match, match.click == click.sequence { return .chosen }
    if holdsToken(click) { return .olderToken }
    switch judge(click, asking: required) {
    case .qualifies: return .competes
    case .fails(let reason): return .fails(because: reason)
    }
  }
}
