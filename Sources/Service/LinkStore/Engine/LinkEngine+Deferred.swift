public import Attribution
import Invites
import Profiles
public import Vocabulary

/// The attribution of a first launch.
public struct DeferredAnswer: Hashable, Sendable {
  /// The matching decision for the device; `nil` if the launch was answered before.
  public let match: MatchDecision?
  public let outcome: CreditDecision.Outcome
  /// The invite; `nil` without a credited inviter, or if the inviter's account is gone.
  public let context: InviteContextView?
  /// The age of the click in whole days.
  public let daysSinceClick: Int?
  /// The rule that decided.
  public let rule: RuleID
}

extension LinkEngine {
  /// Attributes a new user to an inviter, and stores the result; a repeated call returns the same
  /// answer.
  public func resolveDeferred(_ launch: FirstLaunch, at now: Instant) -> DeferredAnswer {
    let now = moment(now)
    if let referral = attributed(launch.principal, at: now) { return answer(referral) }
    let launch = launch.bounded(at: now, since: profile.attribution.sweepHorizon(at: now))
    let launchedAt = launch.launchedAt
    let (match, footprints) = store.contenders(
      for: launch.device, launchedAt: launchedAt, at: now)
    let openings = store.openings(by: launch.principal).filter {
      profile.attribution.decide(clickAt: $0.at, at: now).isKept
    }
    let clicks =
      (footprints.compactMap { competitor($0, installedAt: launchedAt) }
      + openings.compactMap { competitor($0, installedAt: launchedAt) })
      .map { $0.onDevice(of: launch.formerUsers) }
    let arrival = Arrival(
      principal: launch.principal,
      principalExists: launch.hadAccount || hasJoined(launch.principal), route: .deferred,
      installedAt: launch.installedAt, firstLaunchedAt: launchedAt)
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
    let answer = answer(referral, match: match, rule: decision.rule)
    fire(
      reference(to: referral).map {
        .launched($0, daysSinceClick: answer.daysSinceClick ?? 0)
      }, by: launch.principal, at: now)
    return answer
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

  /// Whether the service recorded the user's sign-up.
  func hasJoined(_ principal: PrincipalID) -> Bool { store.person(principal)?.joinedAt != nil }
}
