internal import Attribution
internal import Invites
internal import JSON
internal import LinkStore
internal import Vocabulary
internal import WebServer

extension LinkApplication {
  func resolveDeferred(_ call: Call) -> Reply {
    forSubject(of: call) { principal in
      let told = call.body.members("device")
      let token = told.text("token").flatMap { try? InviteCode(parsing: $0) }
      if told.text("token") != nil,
        case .refused(let wait) = admissions.mayGuess(
          call.caller, from: call.address, at: call.realNow)
      {
        return .now(.tooMany(wait))
      }
      let device = observer.signals(
        from: call.address, { signal in told.text("\(signal)") }, token: token?.packed ?? 0)
      let sentAt = call.body.moment("sentAt")
      let launchedAt = call.body.moment("launchedAt") ?? sentAt ?? call.now
      let answer = desk.resolveDeferred(
        FirstLaunch(
          by: principal, hadAccount: call.body.flag("hadAccount") ?? false, on: device,
          installedAt: call.body.moment("installedAt") ?? launchedAt, launchedAt: launchedAt,
          sentAt: sentAt),
        at: call.now)
      if told.text("token") != nil, answer.outcome == .none {
        admissions.countMiss(call.caller, from: call.address, at: call.realNow)
      }
      return .afterCommit(
        .json(
          200,
          [
            "outcome": .word(answer.outcome), "invite": .invite(answer.context),
            "daysSinceClick": answer.daysSinceClick.map { .count($0) } ?? nil,
            "rule": .rule(answer.rule),
          ]))
    }
  }

  /// Finds whom a call is about: the user of the token, or whom the backend names.
  func forSubject(of call: Call, _ body: (PrincipalID) -> Reply) -> Reply {
    let named = call.body.text("user").flatMap { OpaqueID($0)?.principal }
    switch call.caller {
    case .user(let user):
      guard named == nil || named == user else {
        return .now(.problem(403, "The token does not allow this."))
      }
      return body(user)
    case .backend:
      guard let named else {
        return .now(.problem(403, "The token is nobody's own: the backend names a user."))
      }
      return unlessDeleted(named, body)
    case nil: preconditionFailure("a call for somebody that nobody makes")
    }
  }

  /// Calls `body` unless the user was deleted: no user gets that id again.
  func unlessDeleted(_ principal: PrincipalID, _ body: (PrincipalID) -> Reply) -> Reply {
    desk.store.isErased(principal)
      ? .now(.problem(404, "The user was deleted.", rule: "CNF-49")) : body(principal)
  }

  /// Finds the link that a call names, unless its caller has tried too many that lead to nothing.
  func forLink(of call: Call, _ body: (ResolvedLink) -> Reply) -> Reply {
    if case .refused(let wait) = admissions.mayGuess(
      call.caller, from: call.address, at: call.realNow)
    {
      return .now(.tooMany(wait))
    }
    let link = desk.resolve(call.parameters[0], at: call.now)
    if link.leadsToNothing {
      admissions.countMiss(call.caller, from: call.address, at: call.realNow)
    }
    return body(link)
  }
}
