internal import Attribution
internal import Invites
internal import GrowthloopLinkStore
internal import Vocabulary
import GrowthloopTransport

extension LinkApplication {
  func resolveDeferred(_ call: Call) -> Reply {
    forSubject(of: call) { principal in
      let reported = call.body[ResolveDeferred.device] ?? Members()
      let text = reported[DeviceFields.token]?.text
      let token = text.flatMap { try? InviteCode(parsing: $0) }
      let admission = admissions.mayGuess(call.caller, from: call.address, at: call.realNow)
      if text != nil, case .refused(let wait) = admission { return .now(.tooMany(wait)) }
      // Over the limit nothing is known of the phone, and so no tap on an invented code is found.
      let device =
        admission == .admitted
        ? observer.signals(
          from: call.address, { signal in DeviceFields.field(of: signal).flatMap { reported[$0] } },
          token: token?.packed ?? 0) : DeviceSignals()
      let sentAt = call.body[ResolveDeferred.sentAt]
      let launchedAt = call.body[ResolveDeferred.launchedAt] ?? sentAt ?? call.now
      var launch = FirstLaunch(
        by: principal, hadAccount: call.body[ResolveDeferred.hadAccount] ?? false, on: device,
        installedAt: call.body[ResolveDeferred.installedAt] ?? launchedAt, launchedAt: launchedAt,
        sentAt: sentAt)
      launch.formerUsers = call.body[SubjectFields.formerUsers] ?? []
      let answer = engine.resolveDeferred(launch, at: call.now)
      if answer.outcome == .none {
        if text != nil || admission != .admitted {
          admissions.countMiss(call.caller, from: call.address, at: call.realNow)
        } else {
          // Most launches follow no tap, and many phones share an address.
          admissions.countMiss(of: call.caller, at: call.realNow)
        }
      }
      return .afterCommit(
        .json(
          200,
          Members(
            ResolveDeferred.outcome(answer.outcome),
            AnswerFields.invite(answer.context.map { Members($0) }),
            ResolveDeferred.daysSinceClick(answer.daysSinceClick.map { Int64($0) }),
            AnswerFields.rule("\(answer.rule)"))))
    }
  }

  /// Calls `body` with the subject of a call: the user of the token, or the one the backend names.
  func forSubject(of call: Call, _ body: (PrincipalID) -> Reply) -> Reply {
    let named = call.body[SubjectFields.user]
    switch call.caller {
    case .user(let user):
      guard named == nil || named == user else {
        return .now(.problem(403, "The token does not allow this."))
      }
      return body(user)
    case .backend:
      guard let named else {
        return .now(.problem(403, "The token belongs to no user: the backend names one."))
      }
      return unlessDeleted(named, body)
    case nil: preconditionFailure("a call about a user without a caller")
    }
  }

  /// Calls `body` unless the user was deleted; ids are never reused.
  func unlessDeleted(_ principal: PrincipalID, _ body: (PrincipalID) -> Reply) -> Reply {
    engine.store.isErased(principal)
      ? .now(.problem(404, "The user was deleted.", rule: "CNF-49")) : body(principal)
  }

  /// Calls `body` with the link of a call, unless the caller has tried too many unknown codes.
  func forLink(of call: Call, _ body: (ResolvedLink) -> Reply) -> Reply {
    if case .refused(let wait) = admissions.mayGuess(
      call.caller, from: call.address, at: call.realNow)
    {
      return .now(.tooMany(wait))
    }
    let link = engine.resolve(call.parameters[0], at: call.now)
    if link.leadsToNothing {
      admissions.countMiss(call.caller, from: call.address, at: call.realNow)
    }
    return body(link)
  }
}
