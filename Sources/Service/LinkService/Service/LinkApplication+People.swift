internal import Invites
internal import GrowthloopLinkStore
import Profiles
internal import Vocabulary
internal import GrowthloopTransport

extension LinkApplication {
  func listInvites(_ call: Call) -> Reply {
    guard let offset = utcOffset(of: call) else {
      return .now(
        .problem(422, "utcOffsetMinutes must be a whole number of minutes from -840 to 840."))
    }
    return forPerson(of: call) { principal in
      .now(
        .json(
          200, Members(engine.invites(of: principal, zone: CivilZone(offset: offset), at: call.now))
        ))
    }
  }

  /// `nil` for an invalid offset.
  private func utcOffset(of call: Call) -> Interval? {
    guard let values = call.target.queryValues(of: "utcOffsetMinutes") else { return nil }
    guard let text = values.first else { return .zero }
    guard values.count == 1, let minutes = Int64(text), (-840...840).contains(minutes) else {
      return nil
    }
    return .minutes(minutes)
  }

  func export(_ call: Call) -> Reply {
    forPerson(of: call) { .now(.json(200, Members(engine.export($0, at: call.now)))) }
  }

  func erase(_ call: Call) -> Reply {
    forPerson(of: call, orDeleted: true) { principal in
      let answer = engine.erase(principal, at: call.now)
      return .afterCommit(
        .json(
          200,
          Members(
            EraseUser.invites(answer.invites), EraseUser.referrals(answer.referrals),
            AnswerFields.rule("\(answer.rule)"))))
    }
  }

  func introduce(_ call: Call) -> Reply {
    forPerson(of: call) { principal in
      let body = call.body
      if let refusal = note(phone: body, of: principal) { return .now(refusal) }
      engine.introduce(
        principal, name: body[IntroduceUser.name], avatar: body[IntroduceUser.avatar])
      if let account = body[IntroduceUser.account] {
        engine.set(account, of: principal)
      }
      return .afterCommit(WebResponse(204))
    }
  }

  func reach(_ call: Call) -> Reply {
    forPerson(of: call) { principal in
      let body = call.body
      guard let word = body[ReachMilestone.milestone] else {
        preconditionFailure("a milestone that was not checked")
      }
      let answer = engine.reach(
        word.milestone(
          name: body[ReachMilestone.name], avatar: body[ReachMilestone.avatar]), principal,
        at: call.now)
      var isTold = false
      if case .push = answer.notification { isTold = true }
      return .afterCommit(
        .json(
          200,
          Members(
            ReachMilestone.inviter(answer.referral?.inviter),
            AnswerFields.connection(answer.connection.map { ConnectionWord(for: $0) }),
            ReachMilestone.isInviterTold(isTold))))
    }
  }

  func readOutbox(_ call: Call) -> Reply {
    let pushes = engine.pendingPushes(at: call.now, atMost: 100).map { pending in
      typealias Push = ReadOutbox.Push
      let push = pending.push
      return Members(
        Push.id("\(OpaqueID(pending.pair.inviter)).\(OpaqueID(pending.pair.invitee))"),
        Push.inviter(push.inviter), Push.invitee(push.invitee), Push.text(push.text),
        Push.deepLink(push.destination.url(app: settings.profile.app)),
        Push.deadline(push.deadline), Push.rule("\(push.rule)"))
    }
    return .now(.json(200, Members(ReadOutbox.pushes(pushes))))
  }

  func deliver(_ call: Call) -> Reply {
    let ids = call.parameters[0].split(separator: ".", omittingEmptySubsequences: false)
      .map { OpaqueID($0)?.principal }
    guard ids.count == 2, let inviter = ids[0], let invitee = ids[1] else {
      return .now(.problem(404, "No push has such an id."))
    }
    engine.delivered(Referral.Pair(inviter: inviter, invitee: invitee), at: call.now)
    return .afterCommit(WebResponse(204))
  }

  /// Calls `body` with the user of the path, or of the token where the path has none.
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
