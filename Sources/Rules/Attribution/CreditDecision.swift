public import Vocabulary

/// One recorded tap on an invite link, with the facts about link and inviter when credit is
/// decided.
public struct Click: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The order in which clicks were recorded; unique to each click.
  public var sequence: UInt64
  /// The moment of the tap, from which the window runs.
  public var at: Instant
  /// The owner of the tapped link.
  public var inviter: PrincipalID
  /// The standing of the link for this click (default: `valid`).
  public var link: LinkStanding
  /// The state of the inviter's account when credit is decided (default: `active`).
  public var inviterState: AccountState
  /// Whether the tap came from a device that the inviter uses (default: `false`).
  public var isFromInvitersDevice: Bool

  /// Creates a click, by default on a valid link of an active inviter.
  public init(
    sequence: UInt64, at: Instant, inviter: PrincipalID, link: LinkStanding = .valid,
    inviterState: AccountState = .active, isFromInvitersDevice: Bool = false
  ) {
    self.sequence = sequence
    self.at = at
    self.inviter = inviter
    self.link = link
    self.inviterState = inviterState
    self.isFromInvitersDevice = isFromInvitersDevice
  }

  /// Returns the click as one from a device on which `users` were signed in.
  public func onDevice(of users: [PrincipalID]) -> Click {
    var click = self
    click.isFromInvitersDevice = users.contains(inviter)
    return click
  }

  /// Returns whether this click came after `other`; the sequence orders clicks at one instant.
  func isNewer(than other: Click) -> Bool {
    (at, sequence) > (other.at, other.sequence)
  }
}

/// An arrival that may be credited to an inviter: a launch or a direct open.
public struct Arrival: Hashable, Sendable, BitwiseCopyable {
  /// The way from the click into the app.
  public enum Route: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Installed after the click; the link is resolved on launch.
    case deferred
    /// The link opened an app that was installed already, and signed out.
    case directOpen
  }

  /// The verified principal, whom a credit concerns.
  public var principal: PrincipalID
  /// Whether the principal had an account before.
  public var principalExists: Bool
  /// The way from the click into the app, which sets the end of the window (default: `deferred`).
  public var route: Route
  /// The moment of installation; it stands in for an unknown first launch.
  public var installedAt: Instant
  /// The moment of the first launch; `nil` counts as the moment of installation.
  public var firstLaunchedAt: Instant?
  /// The moment of phone verification, which ends the window of a direct open; `nil` counts as the
  /// first launch.
  public var verifiedAt: Instant?

  /// Creates an arrival, by default of a new account over a deferred link.
  public init(
    principal: PrincipalID, principalExists: Bool = false, route: Route = .deferred,
    installedAt: Instant, firstLaunchedAt: Instant? = nil, verifiedAt: Instant? = nil
  ) {
    self.principal = principal
    self.principalExists = principalExists
    self.route = route
    self.installedAt = installedAt
    self.firstLaunchedAt = firstLaunchedAt
    self.verifiedAt = verifiedAt
  }
}

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

/// The progress of a credited arrival.
///
/// Each stage follows the one before it; a success stays a success.
///
/// An app needs it to report how far a referral has come.
public enum AttributionStage: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// The link was opened; a direct open begins here.
  case clicked
  /// The app was installed after the click; a deferred arrival begins here.
  case installed
  /// The invitee completed onboarding.
  case onboardingCompleted

  public static func < (left: AttributionStage, right: AttributionStage) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One referral: inviter, invitee and click.
public struct Attribution: Hashable, Sendable, BitwiseCopyable {
  /// The account that the deciding click names.
  public let inviter: PrincipalID
  /// The verified account of the arrival.
  public let invitee: PrincipalID
  /// The sequence number of the deciding click.
  public let click: UInt64
  /// The age of the click when it was resolved.
  public let clickAge: Interval
  /// Whether the inviter's account was gone, so that the referral serves analytics alone.
  public let inviterIsGone: Bool
  /// The furthest stage reached; it never goes back.
  public private(set) var stage: AttributionStage

  /// Creates the referral that `decision` records; `nil` if it credits and records nothing.
  public init?(_ decision: CreditDecision, arrival: Arrival, under policy: AttributionPolicy) {
    guard decision.outcome != .none, let click = decision.click else { return nil }
    inviter = click.inviter
    invitee = arrival.principal
    self.click = click.sequence
    clickAge = policy.decisiveMoment(for: arrival) - click.at
    inviterIsGone = decision.outcome == .recordedOnly
    stage = arrival.route == .deferred ? .installed : .clicked
  }

  /// The age of the click in whole days, as `days_since_click` reports it.
  public var daysSinceClick: Int { Int(clickAge.wholeDays) }

  /// Whether the referral is a success: through onboarding, by an inviter whose account was active.
  public var isSuccessful: Bool { stage == .onboardingCompleted && !inviterIsGone }

  /// Advances to `stage`; an earlier stage changes nothing.
  public mutating func reach(_ stage: AttributionStage) {
    self.stage = max(self.stage, stage)
  }
}

extension CreditRules {
  static let progress: [Rule] = [
    Rule("ATT-13", "An attribution goes from clicked to installed to onboarding completed."),
    Rule("ATT-14", "Installed and through onboarding is a success, and stays one."),
    Rule("ATT-16", "The age of the click is kept, in whole days."),
  ]
}

/// The inviter credited with an arrival, and the deciding rule.
public struct CreditDecision: Hashable, Sendable, BitwiseCopyable {
  /// The result for the inviter of the deciding click.
  public enum Outcome: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The inviter of `click` brought the arrival.
    case credited
    /// The inviter of `click` is gone; the referral is kept for analytics alone.
    case recordedOnly
    /// No click earns the credit, and no referral is kept.
    case none
  }

  /// The result: a credit, a record for analytics alone, or none.
  public let outcome: Outcome
  /// The deciding click; `nil` when no click earns or records anything.
  public let click: Click?
  /// The last rule applied, which decided.
  public let rule: RuleID

  init(_ outcome: Outcome, click: Click? = nil, rule: RuleID) {
    self.outcome = outcome
    self.click = click
    self.rule = rule
  }

  /// The inviter who is credited, or only recorded; `nil` for the outcome `none`.
  public var inviter: PrincipalID? { click?.inviter }

  /// Whether the invitee is shown the inviter; a deleted sender stays unnamed.
  public var showsInviter: Bool { outcome == .credited }

  /// Whether inviter and invitee may be connected; the connection rules decide whether and how.
  public var mayConnect: Bool { outcome == .credited }
}

/// The reason why a click did not earn the credit; the first that holds, in this order.
public enum PassedOver: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The principal had an account before.
  case existingUser
  /// The click came after the moment at which the window ends.
  case afterInstall
  /// The service has no record of the link's code.
  case unknownLink
  /// The link was older than the lifetime of links.
  case expiredLink
  /// The signature did not fit the link.
  case tamperedLink
  /// The click is older than the window.
  case outsideWindow
  /// There is no window, and the click is older than the retention of clicks.
  case notRetained
  /// The link was the principal's own.
  case ownLink = "self"
  /// The inviter's account is deleted or suspended.
  case inviterGone
  /// A newer click earned the credit, or displaced this one.
  case olderClick
  /// An older click earned the credit, or displaced this one.
  case newerClick
}

extension PassedOver {
  /// Returns the deciding rule, as the document of the policy numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch (self, document) {
    case (.existingUser, .rin): "ATT-04"
    case (.existingUser, .product): "P-EDG-01"
    case (.existingUser, .design): "D-RES-05"
    case (.afterInstall, _): "ATT-19"
    case (.unknownLink, _): "ATT-15"
    case (.expiredLink, .rin): "CNF-14"
    case (.expiredLink, .product): "P-EDG-04"
    case (.expiredLink, .design): "D-RES-03"
    case (.tamperedLink, _): "P-LNK-08"
    case (.outsideWindow, _): "ATT-02"
    case (.notRetained, _): "CNF-49"
    case (.ownLink, .rin): "ATT-05"
    case (.ownLink, .product), (.ownLink, .design): "CNF-12"
    case (.inviterGone, .rin): "ATT-08"
    case (.inviterGone, .product): "P-EDG-06"
    case (.inviterGone, .design): "CNF-13"
    case (.olderClick, .rin): "ATT-03"
    case (.olderClick, .product), (.olderClick, .design): "CNF-01"
    case (.newerClick, _): "D-RES-04"
    }
  }
}

extension AttributionPolicy {
  /// The reason against one click.
  public struct Verdict: Hashable, Sendable {
    /// The sequence number of the click.
    public let sequence: UInt64
    /// The first reason that holds against the click.
    public let because: PassedOver
    /// The rule of that reason, as the document of the policy numbers it; ATT-21 for a click that
    /// one without credit displaced.
    public let rule: RuleID
  }

  /// Returns why each click that does not decide was passed over, by sequence.
  public func passedOver(_ clicks: [Click], for arrival: Arrival) -> [Verdict] {
    let decision = decide(clicks, for: arrival)
    let lost: PassedOver = model == .lastClick ? .olderClick : .newerClick
    // Without a credit, only a displaced click has nothing against it.
    let lostBy = decision.outcome == .credited ? lost.rule(in: document) : "ATT-21"
    return clicks.filter { $0.sequence != decision.click?.sequence }
      .sorted { $0.sequence < $1.sequence }
      .map { click in
        let objection = objection(to: click, for: arrival)
        return Verdict(
          sequence: click.sequence, because: objection ?? lost,
          rule: objection?.rule(in: document) ?? lostBy)
      }
  }
}
