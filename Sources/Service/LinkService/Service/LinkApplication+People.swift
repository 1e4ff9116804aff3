internal import Attribution
internal import GrowthloopFindings
internal import GrowthloopLinkStore
internal import GrowthloopTransport
internal import Invites
import Profiles
internal import Statistics
internal import Vocabulary

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

// The service's time, and the corrections after a wrong clock of the machine.
extension LinkApplication {
  /// The current moment, where it is known without a request.
  func currentMoment() -> Instant? {
    guard let answer = timekeeper?.read() else { return settings.clock.ownTime }
    return follow(answer)
  }

  /// The real moment for checking tokens.
  ///
  /// While two clocks differ it is the earlier one, so that a wrong clock does not lock all users
  /// out.
  func momentOfAccess() -> Instant {
    guard let now = timekeeper == nil ? nil : currentMoment(), let timekeeper else {
      return Instant(milliseconds: WallTime.now())
    }
    return clockAllowsDeletion ? now : min(now, timekeeper.reading.wall)
  }

  /// Applies an operator's correction, and stores the clock.
  func tendClock() {
    guard timekeeper != nil else { return }
    if let answer = timekeeper?.takeWord(report) {
      sweeper.startOver()
      follow(answer)
    }
    // The store already reports a read-only folder.
    if refusal == nil { timekeeper?.keep(report) }
  }

  /// Whether the clock is certain enough for deletions.
  var clockAllowsDeletion: Bool { timekeeper?.clock.allowsDeletion ?? true }

  @discardableResult
  private func follow(_ answer: TrustedClock.Answer) -> Instant {
    if let shift = answer.shift {
      let canMove = refusal == nil
      timekeeper?.note(shift, isMade: canMove)
      if canMove { move(by: shift) }
    }
    reportStanding()
    return answer.now
  }

  private func move(by shift: MomentShift) {
    let moved = engine.move(by: shift)
    isTouched = true
    report(
      "the clock was set right: \(moved.clicks) clicks, \(moved.openings) openings and "
        + "\(moved.requests) requests were moved to their true moments")
  }

  /// Reports once when the clocks differ, and once when they agree again.
  private func reportStanding() {
    guard let standing = timekeeper?.clock.standing, standing.word != reportedClock else { return }
    switch standing {
    case .agrees: report("the clock is trusted again: what is due is deleted")
    case .differs:
      let place = settings.clockFolder.map { " \($0.path)" } ?? ""
      report(
        "\(standing), and not followed; nothing that is due is deleted until the two agree or "
          + "'growthloop store clock\(place)' says what is true")
    case .overruled: report("\(standing), which is right as an operator said")
    }
    reportedClock = standing.word
  }
}

// Uploads of numbers, which end with the call: no row, line, metric or later answer has one.
extension LinkApplication {
  func matchContacts(_ call: Call) -> Reply {
    forSubject(of: call) { user in
      guard let numbers = call.body[MatchContacts.numbers] else {
        preconditionFailure("an upload that was not checked")
      }
      let decision = uploads.admit(numbers.count, from: user, at: call.now)
      if case .refused(let refusal) = decision {
        return .now(response(to: refusal, decision.rule, at: call.now))
      }
      let matches = engine.match(numbers.map(keys.numbers.hash), for: user)
      uploads.count(matches: matches.count)
      typealias Match = MatchContacts.Match
      return .now(
        .json(
          200,
          Members(
            MatchContacts.matches(
              matches.map { Members(Match.index($0.index), Match.user($0.user)) }),
            AnswerFields.rule("\(decision.rule)"))))
    }
  }

  /// Refuses an upload, unread, under a profile that matches no contacts.
  func refuseUpload(_ call: Call) -> Reply {
    .now(matchesNoContacts)
  }

  private func response(
    to refusal: UploadRefusal, _ rule: RuleID, at now: Instant
  ) -> WebResponse {
    switch refusal {
    case .switchedOff: matchesNoContacts
    case .tooManyAtOnce(let most):
      .problem(422, "An upload has at most \(most) numbers.", rule: "\(rule)")
    case .dayUsedUp(let most, let until):
      .problem(
        429, "A user may upload \(most) numbers a day.", rule: "\(rule)",
        fields: [
          (
            name: "Retry-After",
            value: "\(Duration.milliseconds((until - now).milliseconds).secondsToWait)"
          )
        ])
    }
  }

  /// The answer to every number where none serves a purpose.
  private var matchesNoContacts: WebResponse {
    .problem(
      403,
      "The profile \(settings.profile.id.rawValue) matches no contacts on the server: "
        + "contacts.serverMatching is off.",
      rule: "\(UploadDecision.refused(because: .switchedOff).rule)")
  }

  /// Notes or removes the number of a user, as a body says; returns the refusal, if there is one.
  func note(phone body: Members, of principal: PrincipalID) -> WebResponse? {
    guard body.has(IntroduceUser.phone) else { return nil }
    let number = body[IntroduceUser.phone]
    // Without a purpose no number is kept, and removing one is always possible.
    guard number == nil || settings.profile.flow.uploads.isOn else { return matchesNoContacts }
    engine.set(number.map(keys.numbers.hash), of: principal)
    return nil
  }

  func writeUploads(to text: inout OpenMetricsText) {
    guard settings.profile.flow.uploads.isOn else { return }
    text.family("link_contact_uploads", "counter", "Uploads of numbers that were answered.")
    text.sample("link_contact_uploads_total", uploads.uploads)
    text.family("link_contact_numbers", "counter", "Numbers in them.")
    text.sample("link_contact_numbers_total", uploads.numbers)
    text.family("link_contact_matches", "counter", "Those of them that were users' numbers.")
    text.sample("link_contact_matches_total", uploads.matches)
  }
}

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

extension LinkApplication {
  /// Keeps an address for one notice of the launch, or deletes it, as the person asks.
  func captureEmail(_ call: Call) -> Reply {
    let typed = call.body[CaptureEmail.address] ?? ""
    let hasConsented = call.body[CaptureEmail.consent] != nil
    switch call.body[CaptureEmail.action] ?? .notify {
    case .withdraw:
      guard let address = EmailAddress(typed) else {
        return .now(pages.email.refused([.noAddress], typed, hasConsented: hasConsented))
      }
      return unlessRefused(emails.admitWithdrawal(from: call.address, at: call.realNow)) {
        engine.withdraw(address, at: call.now)
        return pages.email.withdrawn
      }
    case .notify:
      switch pages.email.rules.receive(typed, hasConsented: hasConsented) {
      case .refused(let reasons):
        return .now(pages.email.refused(reasons, typed, hasConsented: hasConsented))
      case .willNotify(let address):
        let waiting = engine.store.emailNoticeCount
        return unlessRefused(
          emails.admit(waiting: waiting, from: call.address, at: call.realNow)
        ) {
          engine.keep(address, at: call.now)
          return pages.email.thanks
        }
      }
    }
  }

  private func unlessRefused(_ admission: Admission, _ body: () -> WebResponse) -> Reply {
    switch admission {
    case .refused(let wait): .now(pages.email.busy(wait))
    case .admitted: .afterCommit(body())
    }
  }

  func announceLaunch(_ call: Call) -> Reply {
    engine.announceLaunch(at: call.now)
    return .afterCommit(WebResponse(204))
  }

  func revokeLaunch(_ call: Call) -> Reply {
    engine.revokeLaunch()
    return .afterCommit(WebResponse(204))
  }

  func readEmails(_ call: Call) -> Reply {
    let notices = engine.pendingEmails(at: call.now, atMost: 100)
    return .now(
      .json(
        200,
        Members(
          ReadEmails.launchedAt(engine.store.announcement?.at),
          ReadEmails.notices(notices.map { Members($0) }), AnswerFields.rule("P-EDG-14"))))
  }

  func deliverEmail(_ call: Call) -> Reply {
    guard let id = OpaqueID(call.parameters[0])?.principal,
      engine.deliveredEmail(id, at: call.now)
    else { return .now(.problem(404, "No notice has such an id.")) }
    return .afterCommit(WebResponse(204))
  }

  func exportEmail(_ call: Call) -> Reply {
    let notice = engine.emailNotice(to: address(of: call), at: call.now)
    return .now(
      .json(
        200,
        Members(OneEmail.notice(notice.map { Members($0) }), AnswerFields.rule("P-PRV-08"))))
  }

  func eraseEmail(_ call: Call) -> Reply {
    engine.withdraw(address(of: call), at: call.now)
    return .afterCommit(WebResponse(204))
  }

  private func address(of call: Call) -> EmailAddress {
    guard let address = call.body[OneEmail.address] else {
      preconditionFailure("an address that was not checked")
    }
    return address
  }
}

extension Members {
  fileprivate init(_ notice: EmailNotice) {
    typealias Answer = EmailNoticeAnswer
    self.init(
      Answer.id(notice.id), Answer.address(notice.address), Answer.since(notice.since),
      Answer.until(notice.since + EmailCapturePage.retention))
  }
}

extension LinkApplication {
  func health(_ call: Call) -> Reply {
    if hasFailed || refusal != nil {
      let hope = isTriedAgain ? " Writing is tried again by itself." : ""
      return .now(.problem(503, "Links resolve; nothing new can be recorded.\(hope)"))
    }
    let clock = timekeeper.map { InformationCalls.clock($0.clock.standing.word) }
    return .now(.json(200, Members(InformationCalls.status("ok"), clock)))
  }

  func writeMetrics(_ call: Call) -> Reply {
    var text = OpenMetricsText()
    metrics.write(to: &text)
    ProcessFigures.write(to: &text)
    text.family("growthloop_build", "info", "The version that answers, and its revision if known.")
    let revision = settings.revision.map { [(name: "revision", value: $0)] } ?? []
    text.sample(
      "growthloop_build_info", 1, labels: [(name: "version", value: ToolVersion.current)] + revision
    )
    text.family("link_sweeps", "counter", "Deletions of what was kept for long enough.")
    text.sample("link_sweeps_total", sweeper.sweeps)
    text.family("link_failed_sweeps", "counter", "Such deletions that could not be recorded.")
    text.sample("link_failed_sweeps_total", sweeper.failedSweeps)
    text.family(
      "link_sweep_lag_milliseconds", "gauge", "How long the last deletion came after it was due.")
    text.sample("link_sweep_lag_milliseconds", Int(sweeper.lag.milliseconds))
    text.family("link_email_notices", "gauge", "Email addresses that wait for a notice.")
    text.sample("link_email_notices", engine.store.emailNoticeCount)
    text.family(
      "link_unkept_taps", "counter", "Taps without a click, as their address had left enough.")
    text.sample("link_unkept_taps_total", admissions.unkeptTaps)
    exports?.write(to: &text)
    writeUploads(to: &text)
    if let standing = timekeeper?.clock.standing {
      text.family(
        "link_clock_is_trusted", "gauge", "Whether what is due may be deleted, by the clock.")
      text.sample("link_clock_is_trusted", clockAllowsDeletion ? 1 : 0)
      text.family(
        "link_clock_lead_milliseconds", "gauge", "How far the machine's clock leads the service's.")
      text.sample("link_clock_lead_milliseconds", Int(standing.lead.milliseconds))
    }
    if let footprint = (engine.store as? SQLiteLinkStore)?.footprint {
      text.family("link_codes", "gauge", "Codes that are known.")
      text.sample("link_codes", footprint.codes)
      text.family("link_code_bytes", "gauge", "Memory that the codes take, indexes included.")
      text.sample("link_code_bytes", footprint.bytes)
    }
    return .now(WebResponse(200, OpenMetricsText.mediaType, Array(text.text.utf8)))
  }
}
