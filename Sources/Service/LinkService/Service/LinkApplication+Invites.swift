internal import Attribution
internal import Invites
internal import GrowthloopLinkStore
internal import GrowthloopFindings
internal import Profiles
internal import GrowthloopTransport
internal import Vocabulary

extension LinkApplication {
  func create(_ call: Call) -> Reply {
    forSubject(of: call) { sender in
      guard let name = call.idempotencyKey else {
        return .now(.problem(400, "The field Idempotency-Key must name this wish."))
      }
      guard IdempotencyKeyHeader.accepts(name) else {
        return .now(.problem(400, "Idempotency-Key has 1 to 128 visible ASCII characters."))
      }
      let body = call.body
      let zone =
        body[CreateInvite.zone].flatMap { CivilZone(named: $0) }
        ?? CivilZone(offset: .minutes(body[CreateInvite.utcOffsetMinutes] ?? 0))
      let request = CreateRequest(
        key: requestKey(name), sender: sender,
        context: body[CreateInvite.context] ?? .generic, content: body[CreateInvite.content],
        picked: body[CreateInvite.contacts] ?? [], under: settings.profile.flow)
      let answer = engine.create(
        request,
        session: body[CreateInvite.session].map { InviteSessionID(rawValue: UInt64($0)) },
        zone: zone, at: call.now)
      return reply(to: answer, at: call.now)
    }
  }

  private func reply(to answer: CreateAnswer, at now: Instant) -> Reply {
    switch answer {
    case .created(let link, _), .again(let link, wasCreated: true):
      return .afterCommit(
        .json(
          201, Members(link, by: answer.rule),
          fields: [(name: "Location", value: "/invites/\(link.record.code)")]))
    case .again(let link, wasCreated: false), .reused(let link, _):
      return .afterCommit(.json(200, Members(link, by: answer.rule)))
    case .refused(.request(.keyOfAnotherRequest)):
      return .now(
        .problem(409, "The key was used for another wish.", rule: "\(answer.rule)"))
    case .refused(.request(.limit(let refusal))):
      var fields: [(name: String, value: String)] = []
      if case .dailyLimit(let until?) = refusal {
        let wait = Duration.milliseconds((until - now).milliseconds)
        fields.append((name: "Retry-After", value: "\(wait.secondsToWait)"))
      }
      return .now(
        .problem(
          429, refusal.text ?? "A limit stands against it.", rule: "\(answer.rule)",
          fields: fields))
    case .refused(.tooMany(let most)):
      return .now(
        .problem(
          429, "A user has at most \(most) invites that still serve.", rule: "\(answer.rule)"))
    case .refused(.minting), .refused(.writing):
      return .now(.problem(503, "No link can be made now.", rule: "\(answer.rule)"))
    }
  }

  /// Returns the 128 bits that are stored of an idempotency key.
  private func requestKey(_ name: String) -> IdempotencyKey {
    let code = keys.requests.authenticationCode(of: Array(name.utf8))
    return IdempotencyKey(rawValue: code.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }

  func lookUp(_ call: Call) -> Reply {
    forLink(of: call) { link in
      let answer = engine.lookUp(link)
      switch answer {
      case .found(let context, let route):
        return .now(
          .json(
            200,
            Members(
              AnswerFields.invite(context.map { Members($0) }),
              AnswerFields.destination(route.destination), AnswerFields.rule("\(answer.rule)"))))
      case .noLonger:
        return .now(refusal(of: link.standing, answer.rule))
      }
    }
  }

  /// Returns the response for an invalid link.
  private func refusal(of standing: InviteLink.Standing, _ rule: RuleID) -> WebResponse {
    switch standing {
    case .unknown: .problem(404, "There is no such invite.", rule: "\(rule)")
    case .tampered: .problem(422, "The signature of the link is wrong.", rule: "\(rule)")
    case .expired: .problem(410, "The invite has expired.", rule: "\(rule)")
    case .exhausted, .valid:
      .problem(409, "The invite has brought as many people as it may.", rule: "\(rule)")
    }
  }

  func open(_ call: Call) -> Reply {
    forSubject(of: call) { principal in
      forLink(of: call) { link in
        let answer = engine.open(
          link, by: principal, isSignedIn: call.body[OpenInvite.isSignedIn] ?? true, at: call.now)
        return .afterCommit(
          .json(
            200,
            Members(
              OpenInvite.surface(answer.decision.surface),
              AnswerFields.destination(answer.route.destination),
              AnswerFields.invite(answer.context.map { Members($0) }),
              AnswerFields.rule("\(answer.rule)"))))
      }
    }
  }

  func accept(_ call: Call) -> Reply {
    forSubject(of: call) { principal in
      forLink(of: call) { link in
        let answer = engine.accept(
          link, by: principal, hadAccount: call.body[AcceptInvite.hadAccount] ?? false,
          formerUsers: call.body[SubjectFields.formerUsers] ?? [], at: call.now)
        switch answer {
        case .accepted(let context, let connection, let rule):
          return .afterCommit(accepted(context, connection, rule))
        case .again(let context):
          return .afterCommit(accepted(context, nil, answer.rule))
        case .refused(let reason, let rule):
          // The visit is recorded also where the link is refused.
          return .afterCommit(refusal(of: link, because: reason, rule))
        }
      }
    }
  }

  private func accepted(
    _ context: InviteContextView?, _ connection: ConnectionDecision?, _ rule: RuleID
  ) -> WebResponse {
    .json(
      200,
      Members(
        AnswerFields.invite(context.map { Members($0) }),
        AnswerFields.connection(connection.map { ConnectionWord(for: $0) }),
        AnswerFields.rule("\(rule)")))
  }

  private func refusal(
    of link: ResolvedLink, because reason: AcceptRefusal, _ rule: RuleID
  ) -> WebResponse {
    switch reason {
    case .unknown:
      refusal(of: link.standing == .tampered ? .tampered : .unknown, rule)
    case .expired: refusal(of: .expired, rule)
    case .exhausted: refusal(of: .exhausted, rule)
    case .ownLink: .problem(409, "An invite of one's own cannot be accepted.", rule: "\(rule)")
    case .existingUser: .problem(409, "A user who had an account accepts nothing.", rule: "\(rule)")
    case .creditedToAnother:
      .problem(409, "Another inviter is credited with this user.", rule: "\(rule)")
    case .notCredited: .problem(409, "No click of this user counts any more.", rule: "\(rule)")
    }
  }

  func share(_ call: Call) -> Reply {
    forSubject(of: call) { sender in
      let code = try? InviteCode(parsing: call.parameters[0])
      let channel = call.body[ShareInvite.channel]
      if let name = call.idempotencyKey, !IdempotencyKeyHeader.accepts(name) {
        return .now(.problem(400, "Idempotency-Key has 1 to 128 visible ASCII characters."))
      }
      // Each link has keys of its own, and no key of a creation has a blank in it.
      let key = call.idempotencyKey.map { requestKey("share \(code?.description ?? "") \($0)") }
      let answer = code.flatMap {
        engine.share(
          $0, by: sender, channel.map { .completed(through: $0) } ?? .cancelled, key: key,
          at: call.now)
      }
      switch answer {
      case nil where call.caller == .backend && code.flatMap { engine.store.invite($0) } != nil:
        return .now(.problem(409, "The invite is another user's."))
      case nil: return .now(.problem(404, "The user has no such invite."))
      case .keyOfAnotherReport?:
        return .now(
          .problem(
            409, "The key was used for another report.", rule: answer.map { "\($0.rule)" }))
      case .noted(.refused)?: return .now(.problem(410, "The invite has expired."))
      case .noted(let step)?:
        return .afterCommit(.json(200, Members(AnswerFields.rule("\(step.rule)"))))
      }
    }
  }
}
