import Attribution
import Invites
import Profiles
import RandomStreams
import Vocabulary

/// The draws of an invite at its sending, in one block.
struct InviteDraws {
  /// The number that selects the contact.
  let contact: UInt64
  /// Draws for the spam report, for the tap, and for its delay among all taps.
  let complaint, tap, delay: Double

  init(_ stream: RandomStream, sender: PersonNumber, invite: UInt16) {
    let block = stream.words(sender, UInt32(invite))
    contact = block.low
    // The lower half of the contact's number, whose upper half selects the contact.
    complaint = block.uniforms.0
    tap = block.uniforms.2
    delay = block.openUniforms.3
  }

  /// Returns the place of the contact among `known`.
  func contact(among known: Int) -> Int {
    Int(contact.multipliedFullWidth(by: UInt64(known)).high)
  }
}

/// The draws of an invite at its tap, in one block.
struct InstallDraws {
  /// The draw for the install.
  let install: Double
  /// The draws for the time to the install and from there to the launch.
  let installDelay, launchDelay: Double

  init(_ stream: RandomStream, sender: PersonNumber, invite: UInt16) {
    let block = stream.words(sender, UInt32(invite))
    install = block.uniforms.0
    (_, installDelay, launchDelay, _) = block.openUniforms
  }
}

extension GrowthModel {
  /// Handles a recipient's tap on a link.
  mutating func tap(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    guard !invites[event.sender].inviter.isEarlier else {
      return tapEarlier(event, at: now, &calendar)
    }
    count(.tap, event.origin)
    days[day(seconds(now))].taps += 1
    follow(event, at: now, &calendar)
  }

  /// Handles a tap on a link from before the start, maybe itself before it.
  mutating func tapEarlier(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let taps = tally.taps
    follow(event, at: now, &calendar)
    tally.taps = taps
    guard now >= plan.start else { return }
    tally.taps.ofEarlier += 1
    days[day(seconds(now))].taps += 1
  }

  /// Lets a recipient follow a link: to what the app shows, or to the store.
  private mutating func follow(
    _ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar
  ) {
    let recipient = Int(event.subject)
    let inviter = invites[event.sender].inviter
    let moment = seconds(now)
    tally.taps.all += 1
    if isInTrial { trial?.tap(event.number, by: inviter.person, at: moment) }

    let account: AccountState = inviter.isDeleted(at: moment) ? .deleted : .active
    let link = link(of: inviter, invite: event.number)
    let standing = standing(ofLinkAt: link, of: inviter, account, clickedAt: now)
    let opener = opener(event.subject, sender: inviter)
    let received = plan.profile.receipt.decide(
      LinkTap(opener: opener, link: standing, sender: account),
      landing: plan.profile.landing, broken: plan.profile.link.broken)
    tally.taps.count(received)
    if isObserved, now >= plan.start {
      notifyObserver(ofTap: event, from: inviter, by: opener, received, at: now)
    }
    defer { invites.end(.tap, of: event.sender) }
    if people[recipient].isMember {
      tally.taps.byMembers += 1
      return
    }
    guard received.because != .notOnIOS else {
      tally.taps.notOnIOS += 1
      return
    }
    if received.isRecorded, received.credit == .byAttribution || standing != .valid {
      record(event, by: inviter, link: link, at: moment, standing: standing)
    }
    let draws = InstallDraws(
      plan.streams[.install], sender: inviter.person, invite: event.number)
    guard draws.install < plan.invites.install(from: inviter.person) else { return }
    tally.taps.leadToInstall += 1
    let (install, launch) = installDelays(draws)
    invites.awaitLaunch(event.sender)
    schedule(
      GrowthEvent(
        .launch, event.subject, sender: event.sender, origin: event.origin, number: event.number),
      at: Double(moment) + Double(install) + Double(launch), &calendar)
  }

  private func opener(_ place: UInt32, sender: Inviter) -> LinkOpener {
    let number = people[Int(place)].member
    guard number == Member.none else {
      let member = members[Int(number)]
      // A person who deleted the account may still have the app, signed out.
      if member.stage == .deleted { return .signedOutApp }
      if member.person == sender.person { return .signedInApp(.same) }
      let isConnected =
        sender.marks.contains(.isPairedWithRecipient)
        || member.inviter == sender.person && member.marks.contains(.isPaired)
      return .signedInApp(isConnected ? .connected : .stranger)
    }
    return .browser(runsApp(territory.person(at: place)) ? .iOS : .other)
  }

  /// Returns the standing of a tapped link.
  ///
  /// A link without acceptances left counts as valid here; the credit decides.
  private mutating func standing(
    ofLinkAt place: UInt32, of inviter: Inviter, _ account: AccountState, clickedAt now: Instant
  ) -> LinkStanding {
    guard plan.profile.retention.knowsLinks(of: account) else { return .unknown }
    guard let life = life(ofLinkAt: place, of: inviter) else { return .valid }
    switch plan.profile.link.standing(of: life, clickedAt: now) {
    case .valid: return .valid
    case .exhausted:
      tally.taps.exhausted += 1
      return .valid
    case .expired:
      tally.taps.expired += 1
      return .expired
    case .unknown: return .unknown
    case .tampered: return .tampered
    }
  }

  private mutating func record(
    _ event: GrowthEvent, by inviter: Inviter, link: UInt32, at moment: UInt32,
    standing: LinkStanding
  ) {
    let place = Int(event.subject)
    if plan.needs.storesClicks {
      let sender = people[Int(territory.place(of: inviter.person))].member
      let person = Int(territory.person(at: event.subject))
      stored.record(
        at: instant(moment), link: link, of: sender,
        signals: plan.world?.browser(of: person, at: instant(moment)) ?? DeviceSignals())
    }
    let kept = UInt32(clamping: plan.profile.attribution.clickRetention.milliseconds / 1_000)
    invites.forget(&people[place].firstClick, before: moment - min(moment, kept))
    invites.record(event.sender, at: moment, standing: standing, in: &people[place].firstClick)
    tally.taps.recorded += 1
  }

  /// Returns the times from the tap to the install and from there to the launch, in seconds.
  func installDelays(
    of sender: PersonNumber, invite: UInt16
  ) -> (install: UInt32, launch: UInt32) {
    installDelays(InstallDraws(plan.streams[.install], sender: sender, invite: invite))
  }

  private func installDelays(_ draws: InstallDraws) -> (install: UInt32, launch: UInt32) {
    (
      plan.samplers.installDelay.seconds(at: draws.installDelay),
      plan.samplers.launchDelay.seconds(at: draws.launchDelay)
    )
  }
}

/// The draws of a session, in one block, so that a session computes no more.
struct SessionDraws {
  /// The draw for the time to the next session.
  let wait: Double
  /// The draws for an unprompted share, for a review of duplicates, and for the score.
  let intent, review, score: Double

  init(_ stream: RandomStream, person: UInt64, session: UInt32) {
    let block = stream.words(person, session)
    wait = block.openUniforms.0
    (_, intent, review, score) = block.uniforms
  }
}
