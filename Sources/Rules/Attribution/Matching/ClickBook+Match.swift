public import Vocabulary

extension ClickBook {
  /// Returns which click a first launch belongs to, or why none, and spends it if the rule does.
  ///
  /// Takes time in proportion to the clicks that agree with the device in what the rule cannot do
  /// without; if it can do without any, to those within its reach.
  public mutating func match(
    _ device: DeviceSignals, launchedAt launch: Instant
  ) -> MatchDecision {
    let decision = find(device, launchedAt: launch, at: launch)
    if let match = decision.match { spend(match.click) }
    return decision
  }

  /// Returns the clicks among which the credit for a first launch is decided, and spends none.
  ///
  /// Beside them stands what the rule makes of the launch; without a match nothing competes.
  ///
  /// `now` is the time of the question by the clock that clicks are recorded by (default: the launch).
  /// It alone decides which clicks are forgotten: the time of a launch may be a client's claim.
  public mutating func contenders(
    for device: DeviceSignals, launchedAt launch: Instant, at now: Instant? = nil
  ) -> (decision: MatchDecision, clicks: [ClickFootprint]) {
    let decision = find(device, launchedAt: launch, at: now ?? launch)
    let clicks = rule.contenders(
      decision, for: device, launchedAt: launch, among: shortlist.span, of: clicks,
      keptFor: retention)
    return (decision, clicks)
  }

  /// Takes the click out of the running, where the rule does that.
  ///
  /// - Returns: The click as it is kept now; `nil` if nothing changed.
  @discardableResult
  public mutating func spend(_ sequence: UInt64) -> ClickFootprint? {
    guard rule.spendsClicks, let place = place(of: sequence), !clicks[place].isSpent else {
      return nil
    }
    clicks[place].isSpent = true
    return clicks[place]
  }

  private mutating func find(
    _ device: DeviceSignals, launchedAt launch: Instant, at now: Instant
  ) -> MatchDecision {
    if forgetting == .asTimePasses { forget(at: now) }
    let firstKept = firstKept(at: now)
    if let decision = matchByToken(device, launchedAt: launch, from: firstKept) { return decision }
    let stretch = rule.stretch(of: clicks, launchedAt: launch, lateness: lateness)
      .clamped(to: firstKept..<clicks.count)
    guard let bySignals else {
      return matchAnything(device, launchedAt: launch, in: stretch, from: firstKept)
    }
    shortlist.removeAll(keepingCapacity: true)
    if let digest = device.digest(of: indispensable) {
      var next = bySignals.newest(digest)
      while let place = next, place >= stretch.lowerBound {
        // A launch may lie before clicks that are kept already.
        if place < stretch.upperBound { shortlist.append(clicks[place]) }
        next = bySignals.next(after: place, digest)
      }
    }
    return rule.match(
      device, launchedAt: launch, shortlist: shortlist.span, of: clicks, from: firstKept,
      keptFor: retention)
  }

  /// What the rule thinks of each click that is kept, newest first.
  public func explain(_ device: DeviceSignals, launchedAt launch: Instant) -> [MatchExplanation] {
    let kept = (firstKept..<clicks.count).map { clicks[$0] }
    return rule.explain(device, launchedAt: launch, among: kept.span, keptFor: retention)
  }

  /// The match by a token that the device holds; `nil` where there is none.
  private mutating func matchByToken(
    _ device: DeviceSignals, launchedAt launch: Instant, from firstKept: Int
  ) -> MatchDecision? {
    guard let byToken, device.token != 0 else { return nil }
    shortlist.removeAll(keepingCapacity: true)
    let digest = Self.digest(of: device.token)
    var next = byToken.newest(digest)
    while let place = next, place >= firstKept {
      shortlist.append(clicks[place])
      next = byToken.next(after: place, digest)
    }
    let decision = rule.match(
      device, launchedAt: launch, among: shortlist.span, keptFor: retention)
    guard let match = decision.match, match.basis == .token else { return nil }
    return decision
  }

  /// The match under a rule that can do without any one signal.
  private mutating func matchAnything(
    _ device: DeviceSignals, launchedAt launch: Instant, in stretch: Range<Int>,
    from firstKept: Int
  ) -> MatchDecision {
    shortlist.removeAll(keepingCapacity: true)
    for place in stretch { shortlist.append(clicks[place]) }
    return rule.match(
      device, launchedAt: launch, shortlist: shortlist.span, of: clicks, from: firstKept,
      keptFor: retention)
  }
}
