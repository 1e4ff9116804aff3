public import Attribution
public import Vocabulary

extension ClickBook {
  /// Returns which click a first launch belongs to, or why none, and spends it if the rule does.
  ///
  /// Takes time in proportion to the clicks that agree with the device in what the rule cannot do
  /// without; if it can do without any, to those within its reach.
  public mutating func match(
    _ device: DeviceSignals, launchedAt launch: Instant
  ) -> MatchDecision {
    forget(at: launch)
    if let decision = matchByToken(device, launchedAt: launch) { return decision }
    let stretch = rule.stretch(of: clicks.span, launchedAt: launch).clamped(
      to: firstKept..<clicks.count)
    guard let bySignals else { return matchAnything(device, launchedAt: launch, in: stretch) }
    shortlist.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    if let digest = device.digest(of: indispensable) {
      var next = bySignals.newest(digest)
      while let place = next, place >= stretch.lowerBound {
        // A launch may lie before clicks that are kept already.
        if place < stretch.upperBound { add(place) }
        next = bySignals.next(after: place, digest)
      }
    }
    let decision = rule.match(
      device, launchedAt: launch, shortlist: shortlist.span, of: clicks.span, keptFor: retention)
    spend(decision)
    return decision
  }

  /// What the rule thinks of each click that is kept, newest first.
  public func explain(_ device: DeviceSignals, launchedAt launch: Instant) -> [MatchExplanation] {
    rule.explain(
      device, launchedAt: launch, among: clicks.span.extracting(firstKept..<clicks.count),
      keptFor: retention)
  }

  /// The match by a token that the device holds; `nil` where there is none.
  private mutating func matchByToken(
    _ device: DeviceSignals, launchedAt launch: Instant
  ) -> MatchDecision? {
    guard let byToken, device.token != 0 else { return nil }
    shortlist.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    let digest = Self.digest(of: device.token)
    var next = byToken.newest(digest)
    while let place = next, place >= firstKept {
      add(place)
      next = byToken.next(after: place, digest)
    }
    let decision = rule.match(
      device, launchedAt: launch, among: shortlist.span, keptFor: retention)
    guard let match = decision.match, match.basis == .token else { return nil }
    spend(decision)
    return decision
  }

  /// The match under a rule that can do without any one signal.
  private mutating func matchAnything(
    _ device: DeviceSignals, launchedAt launch: Instant, in stretch: Range<Int>
  ) -> MatchDecision {
    let decision = rule.match(
      device, launchedAt: launch, shortlist: clicks.span.extracting(stretch), of: clicks.span,
      keptFor: retention)
    if let match = decision.match,
      let place = stretch.first(where: { clicks[$0].sequence == match.click })
    {
      rule.spend(decision, on: &clicks[place])
    }
    return decision
  }

  private mutating func add(_ place: Int) {
    shortlist.append(clicks[place])
    places.append(place)
  }

  private mutating func spend(_ decision: MatchDecision) {
    guard let match = decision.match,
      let listed = shortlist.firstIndex(where: { $0.sequence == match.click })
    else { return }
    rule.spend(decision, on: &clicks[places[listed]])
  }
}
