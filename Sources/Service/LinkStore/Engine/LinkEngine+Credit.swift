public import Attribution
public import Invites
import Profiles
public import Vocabulary

// Conversion of stored rows into the input of the credit rules.
extension LinkEngine {
  /// A click as it competes for credit; `nil` if its link has reached its limit.
  func competitor(_ click: ClickFootprint, installedAt install: Instant?) -> Click? {
    competitor(
      sequence: click.sequence, at: click.at, code: InviteCode(packed: click.link),
      // A link without a record was altered or invented.
      otherwise: click.link == 0 ? .tampered : .unknown, installedAt: install)
  }

  func competitor(_ opening: Opening, installedAt install: Instant?) -> Click? {
    competitor(
      sequence: opening.sequence, at: opening.at, code: opening.code, otherwise: opening.standing,
      installedAt: install)
  }

  private func competitor(
    sequence: UInt64, at moment: Instant, code: InviteCode?, otherwise: LinkStanding,
    installedAt install: Instant?
  ) -> Click? {
    guard let record = code.flatMap({ store.invite($0) })?.record else {
      return Click(
        sequence: sequence, at: moment, inviter: PrincipalID(rawValue: 0),
        link: otherwise == .valid ? .unknown : otherwise)
    }
    let standing = profile.link.standing(
      of: record.lifecycle, clickedAt: moment, installedAt: install)
    let link: LinkStanding
    switch standing {
    case .valid: link = .valid
    case .expired: link = .expired
    case .unknown: link = .unknown
    case .tampered: link = .tampered
    case .exhausted:
      guard profile.link.route(.exhausted, appIsInstalled: true).destination.earnsCredit else {
        return nil
      }
      link = .valid
    }
    return Click(
      sequence: sequence, at: moment, inviter: record.sender, link: link,
      inviterState: account(of: record.sender))
  }

  /// The code that a click of the competition followed.
  func code(ofClick sequence: UInt64, by principal: PrincipalID) -> InviteCode? {
    if let opening = store.openings(by: principal).first(where: { $0.sequence == sequence }) {
      return opening.code
    }
    return store.click(sequence).flatMap { InviteCode(packed: $0.link) }
  }

  /// Stores the referral that a decision makes; `nil` if it neither credits nor records.
  func refer(
    _ decision: CreditDecision, _ arrival: Arrival, at now: Instant
  ) -> Referral? {
    guard let attribution = Attribution(decision, arrival: arrival, under: profile.attribution),
      let click = decision.click,
      let code = code(ofClick: click.sequence, by: arrival.principal)
    else { return nil }
    let pair = Referral.Pair(inviter: attribution.inviter, invitee: attribution.invitee)
    var referral = Referral(
      pair, code: code, kind: attribution.inviterIsGone ? .recordedOnly : .credited,
      click: click.sequence, clickedAt: click.at, route: arrival.route,
      arrivedAt: arrival.firstLaunchedAt ?? arrival.installedAt)
    referral.toldAt = store.referral(pair)?.toldAt
    store.write(.referral(referral))
    if let footprint = store.click(click.sequence), !footprint.isSpent,
      profile.deferred.rule(for: profile.attribution).spendsClicks
    {
      var spent = footprint
      spent.isSpent = true
      store.write(.click(spent))
    }
    return referral
  }

  /// The referral of a new user's install, if it may still be stored.
  func attributed(_ principal: PrincipalID, at now: Instant) -> Referral? {
    store.referrals(of: principal).first {
      $0.kind.isInstall && profile.retention.decide($0.install, at: now).isKept
    }
  }
}

extension LinkEngine {
  /// Stores the address of a person who asks to be notified of the launch.
  ///
  /// A repetition is a new consent: it starts the time anew. So it takes the same way as the first,
  /// and neither the answer nor its time reveals whether the address was known.
  public func keep(_ address: EmailAddress, at now: Instant) {
    let known = store.emailNotice(to: address.text)
    // Drawn in any case, so that both take as long.
    let pseudonym = PrincipalID(rawValue: chance.next())
    store.write(
      .email(EmailNotice(known?.id ?? pseudonym, to: address.text, since: moment(now))))
  }

  /// Deletes an address, with its key, so that no copy of the data restores it.
  ///
  /// It is left once more before: an unknown one makes the same changes, so that the time of the
  /// answer reveals nothing.
  public func withdraw(_ address: EmailAddress, at now: Instant) {
    keep(address, at: now)
    if let notice = store.emailNotice(to: address.text) { remove(notice.id, at: now) }
  }

  /// Returns the notice to an address; `nil` if none waits, or its time is over.
  public func emailNotice(to address: EmailAddress, at now: Instant) -> EmailNotice? {
    store.emailNotice(to: address.text).flatMap { isKept($0, at: now) ? $0 : nil }
  }

  /// Records that the app runs on the other platform; a repetition changes nothing.
  public func announceLaunch(at now: Instant) {
    guard store.announcement == nil else { return }
    store.write(
      .announcement(LaunchAnnouncement(PrincipalID(rawValue: chance.next()), at: moment(now))))
  }

  /// Withdraws the announcement: notices that were not delivered wait again.
  public func revokeLaunch() {
    if let word = store.announcement { store.write(.announcementGone(word.id)) }
  }

  /// The notices to deliver, oldest first; none before the launch is announced.
  public func pendingEmails(at now: Instant, atMost most: Int) -> [EmailNotice] {
    guard store.announcement != nil else { return [] }
    // One whose time is over blocks none behind it.
    var asked = most
    while true {
      let waiting = store.emailNotices(before: .distantFuture, atMost: asked)
      let kept = waiting.filter { isKept($0, at: now) }
      if kept.count >= most || waiting.count < asked { return Array(kept.prefix(most)) }
      asked *= 2
    }
  }

  /// Removes a delivered notice with its address and key, so that no copy of the data sends it again.
  ///
  /// - Returns: Whether the notice may have been given out: none is before the launch.
  public func deliveredEmail(_ id: PrincipalID, at now: Instant) -> Bool {
    guard store.announcement != nil else { return false }
    if store.emailNotice(id) != nil { remove(id, at: now) }
    return true
  }

  private func remove(_ notice: PrincipalID, at now: Instant) {
    store.write(.emailGone(notice))
    store.write(.erased(notice, at: moment(now), .erased))
  }

  private func isKept(_ notice: EmailNotice, at now: Instant) -> Bool {
    EmailCapturePage.isKept(since: notice.since, at: now)
  }
}

/// The result of deleting an account.
public struct ErasureAnswer: Hashable, Sendable {
  public let invites: RecordFate
  public let referrals: RecordFate
  /// Whether any row named the person.
  public let wasKnown: Bool

  /// The rule that decided.
  public var rule: RuleID { referrals.rule }
}

extension LinkEngine {
  /// Deletes an account, with its id and names, as the profile prescribes.
  ///
  /// After the commit no file reveals any of it, and the service refuses the id.
  public func erase(_ principal: PrincipalID, at now: Instant) -> ErasureAnswer {
    let inviting = profile.retention.fate(of: .click, of: .inviter)
    let referred = profile.retention.fate(of: .referral, of: .invitee)
    let export = export(principal) { _ in true }
    // Drawn in any case: later draws must not depend on deletions.
    let pseudonym = PrincipalID(rawValue: chance.next())

    for request in export.requests { store.write(.requestGone(request.name)) }
    for opening in export.openings { store.write(.openingGone(opening)) }
    for click in export.clicks { store.write(.clickErased(click.erased)) }
    for referral in export.broughtBy {
      leave(referral, as: pseudonym, referred)
    }
    for referral in export.brought {
      replace(
        referral, by: Referral.Pair(inviter: pseudonym, invitee: referral.invitee),
        profile.retention.fate(of: .referral, of: .inviter))
    }
    give(up: export.invites, to: pseudonym, inviting)
    if export.person != nil { store.write(.personGone(principal)) }
    if inviting == .pseudonymised, !export.invites.isEmpty || !export.brought.isEmpty {
      store.write(.person(Person(pseudonym, account: .deleted)))
    }
    store.write(.erased(principal, at: now, inviting))
    let wasKnown =
      export.person != nil || !export.invites.isEmpty || !export.brought.isEmpty
      || !export.broughtBy.isEmpty || !export.openings.isEmpty || !export.requests.isEmpty
    return ErasureAnswer(invites: inviting, referrals: referred, wasKnown: wasKnown)
  }

  /// Removes the invitee from a referral and from the record of its invite.
  private func leave(_ referral: Referral, as pseudonym: PrincipalID, _ fate: RecordFate) {
    let install = profile.retention.fate(of: .incompleteInstall, of: .invitee)
    let fate = referral.completedAt == nil ? install : fate
    replace(
      referral, by: Referral.Pair(inviter: referral.inviter, invitee: pseudonym), fate)
    rename(inviteeOf: referral, as: fate == .pseudonymised ? pseudonym : nil)
  }

  private func replace(_ referral: Referral, by pair: Referral.Pair, _ fate: RecordFate) {
    forget(referral)
    if fate == .pseudonymised { store.write(.referral(referral.between(pair))) }
  }

  /// Deletes the invites of a sender, or gives them a pseudonym as sender.
  private func give(up invites: [StoredInvite], to pseudonym: PrincipalID, _ fate: RecordFate) {
    switch fate {
    case .pseudonymised:
      // The oldest first: each is then the newest of the pseudonym's.
      for invite in invites.reversed() {
        var renamed = invite
        renamed.record = invite.record.sent(by: pseudonym)
        store.write(.invite(renamed))
      }
    case .erased:
      let codes = Set(invites.map(\.record.code))
      for click in store.clicks(on: codes) { store.write(.click(click.erased)) }
      for invite in invites { store.write(.inviteGone(invite.record.code)) }
    }
  }
}

/// The part of their invites that the profile lets an inviter see.
public struct InviterReport: Hashable, Sendable {
  /// One invite, or one invitee of it.
  public struct Entry: Hashable, Sendable {
    public let code: InviteCode
    /// `nil` if the profile hides all of its facts.
    public let status: InviterView.Status?
  }

  public let view: InviterView
  /// `nil` where the profile has no dashboard.
  public let dashboard: Dashboard?
  public let entries: [Entry]
}

extension LinkEngine {
  /// Returns the invites of a user, as that user may see them.
  public func invites(
    of inviter: PrincipalID, zone: CivilZone, at now: Instant
  ) -> InviterReport {
    let invites = store.invites(of: inviter)
    let referrals = Dictionary(
      grouping: store.referrals(by: inviter).filter {
        $0.kind != .overtaken && $0.isKept(under: profile.retention, at: now)
      }, by: \.code)
    var facts: [(code: InviteCode, facts: InviteFacts)] = []
    for invite in invites {
      let brought = referrals[invite.record.code] ?? []
      if brought.isEmpty {
        facts.append((invite.record.code, self.facts(of: invite, nil, at: now)))
      }
      for referral in brought {
        facts.append((invite.record.code, self.facts(of: invite, referral, at: now)))
      }
    }
    let view = InviterView(
      of: facts.map(\.facts), under: profile.visibility, counting: profile.metrics)
    let dashboard = Dashboard(
      sent: invites.reduce(0) { $0 + $1.shares },
      invitees: facts.map(\.facts).filter { $0.invitee != nil }, visibility: profile.visibility,
      zone: zone)
    return InviterReport(
      view: view, dashboard: dashboard,
      entries: zip(facts, view.statuses).map {
        InviterReport.Entry(code: $0.code, status: $1)
      })
  }

  private func facts(
    of invite: StoredInvite, _ referral: Referral?, at now: Instant
  ) -> InviteFacts {
    var facts = InviteFacts()
    let record = invite.record
    facts.created = record.createdAt
    facts.sent = invite.sharedAt
    switch record.lifecycle.status(at: now) {
    case .created, .sent: break
    // The first opening is stored as a fact, without its moment.
    case .opened, .accepted: facts.opened = referral?.clickedAt ?? record.createdAt
    case .expired: facts.expired = record.expiresAt
    }
    guard let referral else { return facts }
    let invitee = store.person(referral.invitee)
    facts.clicked = referral.clickedAt
    facts.installed = referral.route == .deferred ? referral.arrivedAt : nil
    facts.signedUp = referral.signedUpAt
    facts.connected = referral.connectedAt
    facts.completed = referral.completedAt
    facts.invitee = referral.invitee
    facts.name = invitee?.name
    facts.avatar = invitee?.avatar
    return facts
  }
}

/// The result of a share report.
public enum ShareAnswer: Hashable, Sendable {
  case noted(InviteLifecycle.Step)
  /// The key was used for a different report.
  case keyOfAnotherReport

  /// The rule that decided.
  public var rule: RuleID {
    switch self {
    case .noted(let step): step.rule
    case .keyOfAnotherReport: CreateDecision.Refusal.keyOfAnotherRequest.rule
    }
  }
}

extension LinkEngine {
  /// The way in which the share sheet closed.
  public enum ShareOutcome: Hashable, Sendable {
    case completed(through: ReportedChannel)
    case cancelled
  }

  /// Records a share report; returns `nil` unless the code is the caller's own.
  ///
  /// A report with a known `key` changes nothing more.
  public func share(
    _ code: InviteCode, by sender: PrincipalID, _ outcome: ShareOutcome,
    key: IdempotencyKey? = nil, at now: Instant
  ) -> ShareAnswer? {
    guard var invite = store.invite(code), invite.record.sender == sender else { return nil }
    let report = key.map {
      CreateRequest(reporting: outcome, of: invite.record, key: $0, under: profile.flow)
    }
    switch report?.decide(knowing: report.flatMap { firstAnswer(to: $0, at: now) }, limit: .allowed)
    {
    case .answerAgain: return .noted(.stayed(because: .furtherAlong))
    case .refused: return .keyOfAnotherReport
    case .create, nil: break
    }
    let step = note(outcome, of: &invite, at: now)
    if case .refused = step { return .noted(step) }
    if let report { remember(report, code: code, at: now) }
    return .noted(step)
  }

  private func note(
    _ outcome: ShareOutcome, of invite: inout StoredInvite, at now: Instant
  ) -> InviteLifecycle.Step {
    switch outcome {
    case .cancelled:
      return receive(.shareCancelled, &invite, at: now)
    case .completed(let channel):
      let before = invite
      let step = invite.record.receive(
        .shareCompleted(through: channel), at: now, under: profile.link)
      if case .refused = step { return step }
      invite.shares += 1
      invite.sharedAt = invite.sharedAt ?? now
      if invite != before { store.write(.invite(invite)) }
      return step
    }
  }
}

extension CreateRequest {
  /// The share report that a key stands for; reports of one link differ by channel.
  fileprivate init(
    reporting outcome: LinkEngine.ShareOutcome, of record: InviteRecord, key: IdempotencyKey,
    under flow: FlowPolicy
  ) {
    var channel: OpaqueID?
    if case .completed(let reported) = outcome { channel = OpaqueID(reported.rawValue) }
    self.init(
      key: key, sender: record.sender, context: record.context, content: channel, under: flow)
  }
}

/// The answer to a tap in a browser, and the click record it leaves.
public struct TapAnswer: Hashable, Sendable {
  public let decision: ReceiptDecision
  public let content: LandingContent
  public let standing: InviteLink.Standing
  /// The number of the click record; `nil` if none is stored.
  public let click: UInt64?
  /// Whether the response must wait for a commit.
  public var isWritten: Bool { decision.isRecorded }

  /// The rule that decided.
  public var rule: RuleID { decision.rule }
}

extension LinkEngine {
  /// Answers a tap on a link in a browser, or the fetch of a preview.
  ///
  /// `device` holds keyed hashes of the browser's signals, and is evaluated only if a click is
  /// stored; `visitor` identifies the browser by a cookie. What the page's script reports of a tap
  /// `isAgain` the same opening. A tap of a flood `leavesClick` no more: it is written all the same,
  /// so that the answer takes as long, and stored nowhere.
  public func tap(
    _ link: ResolvedLink, by opener: LinkOpener, device: @autoclosure () -> DeviceSignals,
    visitor: UInt64 = 0, isAgain: Bool = false, leavesClick: Bool = true, at now: Instant
  ) -> TapAnswer {
    let now = moment(now)
    if !isAgain, opener != .previewFetcher {
      let unknown = PrincipalID(rawValue: 0)
      fire(
        .tap(reference(to: link.invite), appInstalled: false, by: .signedOut), by: unknown, at: now)
    }
    let sender = link.invite.flatMap { store.person($0.record.sender) }
    let decision = profile.receipt.decide(
      LinkTap(opener: opener, link: link.forReceipt, sender: sender?.account ?? .active),
      landing: profile.landing, broken: profile.link.broken)
    var click: UInt64?
    if decision.isRecorded {
      let footprint = ClickFootprint(
        sequence: store.nextSequence, at: now, link: link.code?.packed ?? 0, visitor: visitor,
        signals: device())
      if leavesClick, mayDecide(link) {
        store.write(.click(footprint))
        click = footprint.sequence
      } else {
        store.write(.strayClick(footprint))
      }
      if var invite = link.invite { receive(.opened, &invite, at: now) }
    }
    let content = LandingContent(
      of: decision.surface, app: profile.app, sender: self.glimpse(of: sender, through: link))
    guard let content else {
      preconditionFailure("a browser was led to \(decision.surface), which is inside the app")
    }
    return TapAnswer(decision: decision, content: content, standing: link.standing, click: click)
  }

  /// Whether a click may ever decide a credit: invented codes must fill neither memory nor disk.
  private func mayDecide(_ link: ResolvedLink) -> Bool {
    link.invite != nil || profile.attribution.invalidClickDisplaces
  }

  /// The part of the sender's profile that a page may show.
  private func glimpse(of sender: Person?, through link: ResolvedLink) -> SenderGlimpse? {
    let route = profile.link.route(link.standing, appIsInstalled: false)
    guard route.destination.keepsContext, let name = sender?.name,
      let first = name.split(separator: " ").first
    else { return nil }
    return SenderGlimpse(firstName: String(first), hasAvatar: sender?.avatar != nil)
  }
}
