public import Vocabulary

extension AttributionPolicy {
  /// Returns which of `clicks` earns the credit for `arrival`, whatever order they are given in.
  ///
  /// One pass, no allocation. `passedOver(_:for:)` tells what stood against each of the others.
  public func decide(_ clicks: Span<Click>, for arrival: Arrival) -> CreditDecision {
    var earning: Click?
    var gone: Click?
    var newest: (click: Click, reason: PassedOver)?
    for index in clicks.indices {
      let click = clicks[index]
      switch objection(to: click, for: arrival) {
      case nil:
        if wins(click, over: earning) { earning = click }
      case let reason?:
        if reason == .inviterGone, wins(click, over: gone) { gone = click }
        if newest.map({ click.isNewer(than: $0.click) }) ?? true { newest = (click, reason) }
      }
    }
    if invalidClickDisplaces, let earning,
      let displacing = displacing(earning, among: clicks, for: arrival)
    {
      return displacing.inviterState != .active && displacing.link == .valid
        ? recorded(displacing) : CreditDecision(.none, rule: "ATT-21")
    }
    if let earning { return CreditDecision(.credited, click: earning, rule: creditRule) }
    if let gone { return recorded(gone) }
    return CreditDecision(.none, rule: newest?.reason.rule(in: document) ?? "RES-08")
  }

  public func decide(_ clicks: [Click], for arrival: Arrival) -> CreditDecision {
    decide(clicks.span, for: arrival)
  }

  /// Returns what keeps `click` from competing for the credit, all others aside.
  public func objection(to click: Click, for arrival: Arrival) -> PassedOver? {
    if arrival.principalExists { return .existingUser }
    if click.at > decisiveMoment(for: arrival) { return .afterInstall }
    switch click.link {
    case .unknown: return .unknownLink
    case .expired: return .expiredLink
    case .tampered: return .tamperedLink
    case .valid: break
    }
    if let late = lateness(of: click, for: arrival) { return late }
    if click.inviter == arrival.principal { return .ownLink }
    if selfReferralByDevice == .blockSameDevice, click.isFromInvitersDevice { return .ownLink }
    return click.inviterState == .active ? nil : .inviterGone
  }

  /// The moment at which the age of a click is taken.
  public func decisiveMoment(for arrival: Arrival) -> Instant {
    let launch = arrival.firstLaunchedAt ?? arrival.installedAt
    switch arrival.route {
    case .directOpen: return arrival.verifiedAt ?? launch
    case .deferred: return windowEndsAt == .install ? arrival.installedAt : launch
    }
  }

  /// Returns whether the click is too old; a click exactly as old as the window is still inside.
  private func lateness(of click: Click, for arrival: Arrival) -> PassedOver? {
    let age = decisiveMoment(for: arrival) - click.at
    if let window {
      let applies = arrival.route == .deferred || windowAppliesToDirectOpen != false
      return applies && age > window ? .outsideWindow : nil
    }
    return age > clickRetention ? .notRetained : nil
  }

  private func wins(_ click: Click, over other: Click?) -> Bool {
    guard let other else { return true }
    return click.isNewer(than: other) == (model == .lastClick)
  }

  /// Returns the click that, though it earns nothing, outranks `earning`.
  private func displacing(
    _ earning: Click, among clicks: Span<Click>, for arrival: Arrival
  ) -> Click? {
    var first = earning
    for index in clicks.indices {
      let click = clicks[index]
      switch objection(to: click, for: arrival) {
      case .unknownLink, .expiredLink, .tamperedLink, .inviterGone:
        if lateness(of: click, for: arrival) == nil, wins(click, over: first) { first = click }
      case nil, .existingUser, .afterInstall, .outsideWindow, .notRetained, .ownLink,
        .olderClick, .newerClick:
        break
      }
    }
    return first == earning ? nil : first
  }

  private func recorded(_ click: Click) -> CreditDecision {
    recordsDeletedReferrer
      ? CreditDecision(.recordedOnly, click: click, rule: "ATT-08")
      : CreditDecision(.none, rule: PassedOver.inviterGone.rule(in: document))
  }

  private var creditRule: RuleID {
    switch (model, document) {
    case (.lastClick, .rin): "ATT-03"
    case (.lastClick, .product), (.lastClick, .design): "CNF-01"
    case (.firstTouch, _): "D-RES-04"
    }
  }
}
