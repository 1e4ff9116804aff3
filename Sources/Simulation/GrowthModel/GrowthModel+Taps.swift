import Attribution
import Invites
import Profiles
import Vocabulary

extension GrowthModel {
  /// Handles a recipient's tap on a link.
  mutating func tap(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let recipient = Int(event.subject)
    let sender = members[Int(event.sender)]
    let moment = seconds(now)
    tally.taps.all += 1
    count(.tap, event.origin)
    days[day(moment)].taps += 1

    let link =
      plan.keepsLinks ? links.place(of: event.number, by: event.sender) : LinkBook.none
    let account: AccountState = sender.stage == .deleted ? .deleted : .active
    let standing = standing(ofLinkAt: link, from: account, clickedAt: now)
    let opener = opener(event.subject, sender: event.sender)
    let received = plan.profile.receipt.decide(
      LinkTap(opener: opener, link: standing, sender: account),
      landing: plan.profile.landing, broken: plan.profile.link.broken)
    tally.taps.count(received)
    if isObserved { notifyObserver(ofTap: event, by: opener, received, at: now) }
    if people[recipient].isMember {
      tally.taps.byMembers += 1
      return
    }
    guard received.because != .notOnIOS else {
      tally.taps.notOnIOS += 1
      return
    }
    if received.isRecorded, received.credit == .byAttribution || standing != .valid {
      record(event, link: link, at: moment, standing: standing)
    }
    let draws = InstallDraws(plan.streams[.install], sender: sender.person, invite: event.number)
    guard draws.install < plan.behaviour.recipients.install else { return }
    tally.taps.leadToInstall += 1
    let (install, launch) = installDelays(draws)
    schedule(
      GrowthEvent(
        .launch, event.subject, sender: event.sender, origin: event.origin, number: event.number),
      at: Double(moment) + Double(install) + Double(launch), &calendar)
  }

  private func opener(_ person: UInt32, sender: UInt32) -> LinkOpener {
    let member = people[Int(person)].member
    guard member == Member.none else {
      // A person who deleted the account may still have the app, signed out.
      if members[Int(member)].stage == .deleted { return .signedOutApp }
      if member == sender { return .signedInApp(.same) }
      let isConnected =
        members[Int(member)].inviter == sender && members[Int(member)].marks.contains(.isPaired)
        || members[Int(sender)].inviter == member && members[Int(sender)].marks.contains(.isPaired)
      return .signedInApp(isConnected ? .connected : .stranger)
    }
    return .browser(runsApp(person) ? .iOS : .other)
  }

  /// Returns the standing of a tapped link.
  ///
  /// A link without acceptances left counts as valid here; the credit decides.
  private mutating func standing(
    ofLinkAt place: UInt32, from sender: AccountState, clickedAt now: Instant
  ) -> LinkStanding {
    guard plan.profile.retention.knowsLinks(of: sender) else { return .unknown }
    guard place != LinkBook.none else { return .valid }
    switch plan.profile.link.standing(of: links[place], clickedAt: now) {
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
    _ event: GrowthEvent, link: UInt32, at moment: UInt32, standing: LinkStanding
  ) {
    let person = Int(event.subject)
    let kept = UInt32(clamping: plan.profile.attribution.clickRetention.milliseconds / 1_000)
    latestClick = (clicks.sequence, at: moment, inviter: event.sender, link: link)
    if let world = plan.world {
      let footprint = ClickFootprint(
        sequence: UInt64(clicks.sequence), at: instant(moment),
        link: Self.name(ofLinkAt: link, of: event.sender),
        signals: world.browser(of: person, at: instant(moment)))
      book?.record(footprint)
    }
    clicks.forget(&people[person].firstClick, before: moment - min(moment, kept))
    clicks.add(
      from: event.sender, invite: event.number, at: moment, standing: standing,
      to: &people[person].firstClick)
    tally.taps.recorded += 1
  }

  /// Returns the times from the tap to the install and from there to the launch, in seconds.
  func installDelays(of sender: UInt32, invite: UInt16) -> (install: UInt32, launch: UInt32) {
    installDelays(InstallDraws(plan.streams[.install], sender: sender, invite: invite))
  }

  private func installDelays(_ draws: InstallDraws) -> (install: UInt32, launch: UInt32) {
    (
      plan.samplers.installDelay.seconds(at: draws.installDelay),
      plan.samplers.launchDelay.seconds(at: draws.launchDelay)
    )
  }
}
