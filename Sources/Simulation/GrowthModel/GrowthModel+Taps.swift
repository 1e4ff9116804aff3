import Attribution
import Invites
import Profiles
import RandomStreams
import SimulationKernel
import Vocabulary

extension GrowthModel {
  /// A recipient taps a link.
  mutating func tap(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let recipient = Int(event.subject)
    let sender = members[Int(event.sender)]
    let moment = seconds(now)
    tally.taps.all += 1
    tally.origins.count(.tap, event.origin)
    tally.days[day(moment)].taps += 1

    let sent = moment - min(moment, tapDelay(of: sender.person, invite: event.number))
    let life = InviteLifecycle(createdAt: instant(sent), under: ground.profile.link)
    let standing: LinkStanding =
      switch ground.profile.link.standing(of: life, clickedAt: now) {
      case .valid, .exhausted: .valid
      case .expired: .expired
      case .unknown: .unknown
      case .tampered: .tampered
      }
    if standing == .expired { tally.taps.expired += 1 }
    let received = ground.profile.receipt.decide(
      LinkTap(
        opener: opener(event.subject, sender: event.sender), link: standing,
        sender: sender.stage == .deleted ? .deleted : .active),
      landing: ground.profile.landing, broken: ground.profile.link.broken)
    if watch != nil { tellTap(event, received, at: now) }
    if memberOf[recipient] != Member.none {
      tally.taps.byMembers += 1
      return
    }
    guard received.because != .notOnIOS else {
      tally.taps.notOnIOS += 1
      return
    }
    if received.isRecorded, received.credit == .byAttribution || standing != .valid {
      record(event, at: moment, standing: standing)
    }
    let luck = InstallLuck(ground.streams.install, sender: sender.person, invite: event.number)
    guard luck.install < ground.behaviour.recipients.install else { return }
    tally.taps.leadToInstall += 1
    let (install, launch) = installDelays(luck)
    schedule(
      GrowthEvent(
        .launch, event.subject, sender: event.sender, origin: event.origin, number: event.number),
      at: Double(moment) + Double(install) + Double(launch), &calendar)
  }

  private func opener(_ person: UInt32, sender: UInt32) -> LinkOpener {
    let member = memberOf[Int(person)]
    guard member == Member.none else {
      if member == sender { return .signedInApp(.same) }
      let isConnected =
        members[Int(member)].inviter == sender || members[Int(sender)].inviter == member
      return .signedInApp(isConnected ? .connected : .stranger)
    }
    return .browser(runsApp(person) ? .iOS : .other)
  }

  private mutating func record(_ event: GrowthEvent, at moment: UInt32, standing: LinkStanding) {
    let person = Int(event.subject)
    let kept = UInt32(clamping: ground.profile.attribution.clickRetention.milliseconds / 1_000)
    latestClick = (clicks.sequence, at: moment, inviter: event.sender)
    if let world = ground.world {
      let footprint = ClickFootprint(
        sequence: UInt64(clicks.sequence), at: instant(moment), link: UInt64(event.sender),
        signals: world.browser(of: person, at: instant(moment)))
      book?.record(footprint)
    }
    clicks.forget(&firstClick[person], before: moment - min(moment, kept))
    clicks.add(from: event.sender, at: moment, standing: standing, to: &firstClick[person])
    tally.taps.recorded += 1
  }

  /// How long someone takes from the tap to the install, and on to the first launch.
  func installDelays(of sender: UInt32, invite: UInt16) -> (install: UInt32, launch: UInt32) {
    installDelays(InstallLuck(ground.streams.install, sender: sender, invite: invite))
  }

  private func installDelays(_ luck: InstallLuck) -> (install: UInt32, launch: UInt32) {
    (
      ground.samplers.installDelay.seconds(at: luck.installDelay),
      ground.samplers.launchDelay.seconds(at: luck.launchDelay)
    )
  }
}
