import Attribution
public import Invites
import Profiles
public import Vocabulary

/// The result of a request for an invite.
public enum CreateAnswer: Hashable, Sendable {
  /// A record was made.
  case created(IssuedLink, because: CodeDecision.MintReason)
  /// A repeated request: the answer given before, and whether it made a record.
  case again(IssuedLink, wasCreated: Bool)
  /// The sender has a link that can be reused.
  case reused(IssuedLink, because: CodeDecision.ReuseReason)
  case refused(because: CreateRefusal)
}

/// An invite and the text of its link.
public struct IssuedLink: Hashable, Sendable {
  public let record: InviteRecord
  public let text: String
}

/// The reason there is no link.
public enum CreateRefusal: Hashable, Sendable {
  case request(CreateDecision.Refusal)
  case minting(InviteCode.MintRefusal)
  case writing(InviteLink.WritingRefusal)
  /// The sender has as many invites as are kept of one user.
  case tooMany(most: Int)

  /// The rule that decided.
  public var rule: RuleID {
    switch self {
    case .request(let refusal): refusal.rule
    case .minting(let refusal): refusal.rule
    case .writing(let refusal): refusal.rule
    case .tooMany: "P-LIM-01"
    }
  }
}

extension CreateAnswer {
  /// The rule that decided.
  public var rule: RuleID {
    switch self {
    case .created(_, let reason): CodeDecision.mint(because: reason).rule
    case .again: "P-EDG-11"
    case .reused(let link, let reason):
      CodeDecision.reuse(link.record.code, because: reason).rule
    case .refused(let refusal): refusal.rule
    }
  }
}

extension LinkEngine {
  /// Creates an invite, or finds one that can be reused.
  ///
  /// `session` identifies the visit to the sharing flow, if codes belong to visits; the sender's day
  /// ends by the clock of `zone`.
  public func create(
    _ request: CreateRequest, session: InviteSessionID? = nil, zone: CivilZone,
    at now: Instant
  ) -> CreateAnswer {
    let held = heldLink(of: request.sender, session: session, at: now)
    let code = profile.link.decideCode(holding: held, at: now)
    var limit = LimitDecision.allowed
    if case .mint = code {
      limit = profile.limits.decide(
        .invite(.created), after: tally(of: request.sender, at: now), at: now,
        calendar: profile.calendar, zone: zone)
    }
    switch request.decide(knowing: firstAnswer(to: request, at: now), limit: limit) {
    case .answerAgain(let record):
      let first = store.request(AnsweredRequest.Name(sender: request.sender, key: request.key))
      return answer(record) { .again($0, wasCreated: first?.at == record.createdAt) }
    case .refused(let refusal): return .refused(because: .request(refusal))
    case .create: break
    }
    switch code {
    case .reuse(let code, let reason):
      guard let invite = store.invite(code) else {
        preconditionFailure("code \(code) is held and has no record")
      }
      remember(request, code: code, at: now)
      return answer(invite.record) { .reused($0, because: reason) }
    case .mint(let reason):
      return mint(for: request, session: session, because: reason, at: now)
    }
  }

  private func mint(
    for request: CreateRequest, session: InviteSessionID?, because reason: CodeDecision.MintReason,
    at now: Instant
  ) -> CreateAnswer {
    guard makeRoom(for: request.sender, at: now) else {
      return .refused(because: .tooMany(most: mostInvites))
    }
    let code: InviteCode
    do throws(InviteCode.MintRefusal) {
      code = try InviteCode.mint(using: &chance) { store.invite($0) != nil }
    } catch {
      return .refused(because: .minting(error))
    }
    let record = InviteRecord(
      id: InviteID(spelling: code), sender: request.sender, code: code,
      context: request.claims.context, content: request.claims.content, session: session,
      createdAt: now, under: profile.link)
    let answer = answer(record) { .created($0, because: reason) }
    guard case .created = answer else { return answer }
    store.write(.invite(StoredInvite(record)))
    remember(request, code: code, at: now)
    return answer
  }

  /// The answer with the link of `record`, or the reason it cannot be written.
  private func answer(
    _ record: InviteRecord, _ make: (IssuedLink) -> CreateAnswer
  ) -> CreateAnswer {
    do throws(InviteLink.WritingRefusal) {
      let text = try InviteLink.text(
        for: record.code, claiming: record.claims, under: profile.link, in: profile.app,
        signedBy: signer)
      return make(IssuedLink(record: record, text: text))
    } catch {
      return .refused(because: .writing(error))
    }
  }

  /// The sender's reusable link.
  private func heldLink(
    of sender: PrincipalID, session: InviteSessionID?, at now: Instant
  ) -> HeldLink? {
    guard profile.link.codeScope != .perInvite else { return nil }
    // A visit ends long before the sender has made a hundred other links.
    let invites = store.invites(of: sender, atMost: 100)
    let isOfThisFlow = { (invite: StoredInvite) in
      session != nil && invite.record.session == session
    }
    guard let invite = invites.first(where: isOfThisFlow) ?? invites.first else { return nil }
    return HeldLink(
      code: invite.record.code, isOfThisFlow: isOfThisFlow(invite), isSent: invite.shares > 0,
      expiresAt: invite.record.expiresAt)
  }

  /// The most invites that are kept of one user: those of 60 days at the day's limit, of which 30 are
  /// the life of a link and 30 that of its clicks, and many that brought somebody.
  var mostInvites: Int { max(4_000, 80 * (profile.limits.dailyInvites ?? 0)) }

  /// Whether there is room for another invite of a sender.
  ///
  /// It removes the oldest that have expired, have no click left and brought no one, in hundreds.
  private func makeRoom(for sender: PrincipalID, at now: Instant) -> Bool {
    guard store.inviteCount(of: sender) >= mostInvites else { return true }
    let horizon = profile.attribution.sweepHorizon(at: now)
    let serving = Set(store.referrals(by: sender).map(\.code))
    let idle = store.invites(of: sender).reversed().lazy.filter {
      ($0.record.expiresAt ?? now) < horizon && !serving.contains($0.record.code)
        && $0.record.lifecycle.acceptances == 0
    }
    let gone = Array(idle.prefix(100))
    for invite in gone { store.write(.inviteGone(invite.record.code)) }
    return !gone.isEmpty
  }

  /// The most answered requests that are kept of one user; the oldest go first, in hundreds.
  ///
  /// More than a day's limit allows, so that no creation within it is made twice.
  var mostRequests: Int { max(500, 2 * (profile.limits.dailyInvites ?? 0)) }

  /// Stores the answer to a request, so that a repetition gets it again.
  func remember(_ request: CreateRequest, code: InviteCode, at now: Instant) {
    let surplus = store.requestCount(of: request.sender) + 1 - mostRequests
    if surplus > 0 {
      for old in store.requests(of: request.sender).prefix(surplus + 99) {
        store.write(.requestGone(old.name))
      }
    }
    store.write(.request(AnsweredRequest(request, code: code, at: now)))
  }

  func firstAnswer(
    to request: CreateRequest, at now: Instant
  ) -> (request: CreateRequest, record: InviteRecord)? {
    let name = AnsweredRequest.Name(sender: request.sender, key: request.key)
    guard let first = store.request(name), now <= first.at + IdempotencyKey.life,
      let invite = store.invite(first.code)
    else { return nil }
    return (first.request, invite.record)
  }

  /// The moments at which the sender's recent invites were counted.
  private func tally(of sender: PrincipalID, at now: Instant) -> DailyTally {
    var tally = DailyTally()
    guard let most = profile.limits.dailyInvites else { return tally }
    for invite in store.invites(of: sender, atMost: most).reversed() {
      profile.limits.record(.created, in: &tally, at: invite.record.createdAt)
      if let sharedAt = invite.sharedAt {
        profile.limits.record(.sent, in: &tally, at: sharedAt)
      }
    }
    return tally
  }
}
