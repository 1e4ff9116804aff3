public import Vocabulary

extension AttributionPolicy {
  /// Returns which of `clicks` earns the credit for `arrival`, in whatever order they are given.
  ///
  /// One pass, no allocation. `passedOver(_:for:)` gives the reason for each of the others.
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
    var displaced = false
    if invalidClickDisplaces, let contender = earning,
      isDisplaced(contender, among: clicks, for: arrival)
    {
      earning = nil
      displaced = true
    }
    if let earning { return CreditDecision(.credited, click: earning, rule: creditRule) }
    if let gone { return recorded(gone) }
    if displaced { return CreditDecision(.none, rule: "ATT-21") }
    return CreditDecision(.none, rule: newest?.reason.rule(in: document) ?? "RES-08")
  }

  /// Returns which of `clicks` earns the credit for `arrival`, as for a span of them.
  public func decide(_ clicks: [Click], for arrival: Arrival) -> CreditDecision {
    decide(clicks.span, for: arrival)
  }

  /// Returns the reason that excludes `click` from the credit, regardless of all other clicks.
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

  /// Returns the moment at which the age of a click is measured.
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

  /// Returns whether a click that earns nothing outranks `earning`.
  private func isDisplaced(
    _ earning: Click, among clicks: Span<Click>, for arrival: Arrival
  ) -> Bool {
    for index in clicks.indices where wins(clicks[index], over: earning) {
      switch objection(to: clicks[index], for: arrival) {
      case .unknownLink, .expiredLink, .tamperedLink, .inviterGone:
        if lateness(of: clicks[index], for: arrival) == nil { return true }
      case nil, .existingUser, .afterInstall, .outsideWindow, .notRetained, .ownLink,
        .olderClick, .newerClick:
        break
      }
    }
    return false
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

extension CreditRules {
  static let deciding: [Rule] = [
    Rule("ATT-01", "A click may earn credit for seven days."),
    Rule("ATT-02", "A click exactly seven days old is inside the window; an older one is not."),
    Rule("ATT-03", "The most recent of the clicks that count earns the credit."),
    Rule("ATT-04", "A user with an account is never attributed, nor attributed again."),
    Rule("ATT-05", "A user is never credited with their own signup."),
    Rule("ATT-06", "An expired attribution shows no inviter and makes no connection."),
    Rule("ATT-07", "A second account under another number is attributed like any new one."),
    Rule("ATT-08", "A deleted inviter's referral is kept for analytics, and earns nothing."),
    Rule("ATT-09", "Credit ties the inviter, through the click's code, to the new principal."),
    Rule("ATT-11", "Credit follows the click, whatever channel the link came by."),
    Rule("ATT-12", "Whether contacts may be read makes no difference to credit."),
    Rule("ATT-15", "A click on an unknown code earns nothing."),
    Rule("ATT-19", "The window ends at first launch; ending at installation is a what-if."),
    Rule("ATT-20", "Only clicks inside the window compete."),
    Rule("ATT-21", "A click that earns nothing takes no credit away; that it does is a what-if."),
    Rule("ATT-22", "The verified principal decides, not the person behind it."),
    Rule("ATT-23", "A signed-out user who turns out to exist is not attributed."),
    Rule("ATT-24", "For a direct open the window runs to verification."),
    Rule("D-RES-04", "Under first-touch the first click that counts earns the credit."),
    Rule("CNF-01", "Which click earns the credit."),
  ]
}
