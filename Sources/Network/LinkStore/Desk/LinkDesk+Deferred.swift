public import Attribution
import Invites
import Profiles
public import Vocabulary

/// The first launch of an app, as it tells of itself.
public struct FirstLaunch: Hashable, Sendable {
  public var principal: PrincipalID
  /// Whether the principal had an account before.
  public var hadAccount: Bool
  public var device: DeviceSignals
  public var installedAt: Instant
  public var launchedAt: Instant

  public init(
    by principal: PrincipalID, hadAccount: Bool = false, on device: DeviceSignals,
    installedAt: Instant, launchedAt: Instant
  ) {
    self.principal = principal
    self.hadAccount = hadAccount
    self.device = device
    self.installedAt = installedAt
    self.launchedAt = launchedAt
  }
}

/// Whether somebody invited the one whose app was launched first.
public struct DeferredAnswer: Hashable, Sendable {
  /// What the matching made of the device; `nil` where the launch was answered before.
  public let match: MatchDecision?
  public let outcome: CreditDecision.Outcome
  /// The invite; `nil` where nobody is credited, or the inviter is gone.
  public let context: InviteContextView?
  /// The age of the click in whole days.
  public let daysSinceClick: Int?
  /// The rule that spoke.
  public let rule: RuleID
}

extension LinkDesk {
  /// Finds who brought a new user, and keeps it; asked again it gives the same answer.
  public func resolveDeferred(_ launch: FirstLaunch, at now: Instant) -> DeferredAnswer {
    let now = moment(now)
    if let referral = attributed(launch.principal, at: now) { return answer(referral) }
    // Nobody launches in the future, nor before the app was installed.
    let launchedAt = min(launch.launchedAt, now)
    let installedAt = min(launch.installedAt, launchedAt)
    let (match, footprints) = store.contenders(for: launch.device, launchedAt: launchedAt)
    let openings = store.openings(by: launch.principal)
    let clicks =
      footprints.compactMap { competitor($0, installedAt: launchedAt) }
      + openings.compactMap { competitor($0, installedAt: launchedAt) }
    let arrival = Arrival(
      principal: launch.principal,
      principalExists: launch.hadAccount || hasJoined(launch.principal), route: .deferred,
      installedAt: installedAt, firstLaunchedAt: launchedAt)
    let decision = profile.attribution.decide(clicks, for: arrival)
    let isExhausted = clicks.isEmpty && !footprints.isEmpty
    guard let referral = refer(decision, arrival, at: now) else {
      let rule: RuleID =
        isExhausted
        ? profile.link.route(.exhausted, appIsInstalled: true).rule
        : clicks.isEmpty ? match.rule : decision.rule
      return DeferredAnswer(
        match: match, outcome: .none, context: nil, daysSinceClick: nil, rule: rule)
    }
    return answer(referral, match: match, rule: decision.rule)
  }

  private func answer(
    _ referral: Referral, match: MatchDecision? = nil, rule: RuleID = "RES-07"
  ) -> DeferredAnswer {
    let context =
      referral.kind == .credited
      ? store.invite(referral.code).flatMap { self.context(of: $0, standing: .valid) } : nil
    return DeferredAnswer(
      match: match, outcome: referral.kind == .credited ? .credited : .recordedOnly,
      context: context,
      daysSinceClick: Int((referral.arrivedAt - referral.clickedAt).wholeDays), rule: rule)
  }

  /// Whether the service saw somebody sign up.
  func hasJoined(_ principal: PrincipalID) -> Bool { store.person(principal)?.joinedAt != nil }
}
