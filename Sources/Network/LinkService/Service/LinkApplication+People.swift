internal import Invites
internal import JSON
internal import LinkStore
internal import Profiles
internal import Vocabulary
internal import WebServer

extension LinkApplication {
  func listInvites(_ call: Call) -> Reply {
    guard let offset = utcOffset(of: call) else {
      return .now(
        .problem(422, "utcOffsetMinutes must be a whole number of minutes from -840 to 840."))
    }
    return forPerson(of: call) { principal in
      .now(
        .json(200, .report(desk.invites(of: principal, utcOffset: offset, at: call.now))))
    }
  }

  /// `nil` for one that is none.
  private func utcOffset(of call: Call) -> Interval? {
    guard let values = call.target.queryValues(of: "utcOffsetMinutes") else { return nil }
    guard let text = values.first else { return .zero }
    guard values.count == 1, let minutes = Int64(text), (-840...840).contains(minutes) else {
      return nil
    }
    return .minutes(minutes)
  }

  func export(_ call: Call) -> Reply {
    forPerson(of: call) { .now(.json(200, .export(desk.export($0, at: call.now)))) }
  }

  func erase(_ call: Call) -> Reply {
    forPerson(of: call, orDeleted: true) { principal in
      let answer = desk.erase(principal, at: call.now)
      return .afterCommit(
        .json(
          200,
          [
            "invites": .word(answer.invites), "referrals": .word(answer.referrals),
            "rule": .rule(answer.rule),
          ]))
    }
  }

  func introduce(_ call: Call) -> Reply {
    forPerson(of: call) { principal in
      let body = call.body
      desk.introduce(principal, name: body.text("name"), avatar: body.text("avatar"))
      if let account = body.choice("account", AccountState.self) {
        desk.set(account, of: principal)
      }
      return .afterCommit(WebResponse(204))
    }
  }

  func reach(_ call: Call) -> Reply {
    forPerson(of: call) { principal in
      let body = call.body
      guard let word = body.choice("milestone", MilestoneWord.self) else {
        preconditionFailure("a milestone that was not checked")
      }
      let answer = desk.reach(
        word.milestone(name: body.text("name"), avatar: body.text("avatar")), principal,
        at: call.now)
      var isTold = false
      if case .push = answer.notification { isTold = true }
      return .afterCommit(
        .json(
          200,
          [
            "inviter": answer.referral.map { .user($0.inviter) } ?? nil,
            "connection": .connection(answer.connection), "isInviterTold": .bool(isTold),
          ]))
    }
  }

  func readOutbox(_ call: Call) -> Reply {
    let pushes = desk.pendingPushes(atMost: 100).map { pending -> JSONValue in
      let push = pending.push
      return [
        "id": .text("\(OpaqueID(pending.pair.inviter)).\(OpaqueID(pending.pair.invitee))"),
        "inviter": .user(push.inviter), "invitee": .user(push.invitee), "text": .text(push.text),
        "deepLink": .text(push.destination.url(app: settings.profile.app)),
        "deadline": .moment(push.deadline), "rule": .rule(push.rule),
      ]
    }
    return .now(.json(200, ["pushes": .array(pushes)]))
  }

  func deliver(_ call: Call) -> Reply {
    let ids = call.parameters[0].split(separator: ".", omittingEmptySubsequences: false)
      .map { OpaqueID($0)?.principal }
    guard ids.count == 2, let inviter = ids[0], let invitee = ids[1] else {
      return .now(.problem(404, "No push has such an id."))
    }
    desk.delivered(Referral.Pair(inviter: inviter, invitee: invitee))
    return .afterCommit(WebResponse(204))
  }

  /// Finds whom a path names, or the user of the token where it names nobody.
  ///
  /// A deletion may be repeated.
  private func forPerson(
    of call: Call, orDeleted: Bool = false, _ body: (PrincipalID) -> Reply
  ) -> Reply {
    if call.parameters.count > 0 {
      guard let principal = OpaqueID(call.parameters[0])?.principal else {
        return .now(.problem(404, "There is no such user."))
      }
      return orDeleted ? body(principal) : unlessDeleted(principal, body)
    }
    guard case .user(let user) = call.caller else {
      return .now(.problem(404, "The token names no user."))
    }
    return body(user)
  }
}
