import Invites
import Prompts
import Profiles
import RandomStreams
import RealFunctions
import SimulationKernel
import Vocabulary

extension GrowthModel {
  /// A member who came by an entry point of their own accord.
  mutating func shareFromEntryPoint(
    _ number: UInt32, luck: Double, index: UInt32, at now: Instant, _ calendar: inout Calendar
  ) {
    let entries = profile.flow.entryPoints
    guard !entries.isEmpty else { return }
    let entry = entries[min(Int(luck * Double(entries.count)), entries.count - 1)]
    share(number, from: entry, at: now, &calendar)
  }

  /// A member who tapped a prompt.
  mutating func shareFromPrompt(
    _ number: UInt32, luck: Double, index: UInt32, at now: Instant, _ calendar: inout Calendar
  ) {
    let entry: FlowPolicy.EntryPoint =
      switch profile.prompts.surface {
      case .homeCard: .homePrompt
      case .celebrationOrInline: .contextual
      case .postActionSheet: .postAction
      }
    share(number, from: entry, at: now, &calendar)
  }

  private mutating func share(
    _ number: UInt32, from entry: FlowPolicy.EntryPoint, at now: Instant,
    _ calendar: inout Calendar
  ) {
    let way = Origin.Way(entry)
    tally.shares.opened[Int(way.rawValue)] += 1
    let member = members[Int(number)]
    var chance = streams.sharing[UInt64(member.person), UInt32(member.sessions)]
    let sharing = behaviour.sharing
    guard chance.uniform() < sharing.proceed else { return }
    if chance.uniform() < sharing.copy {
      tally.shares.copied[Int(way.rawValue)] += 1
      note(.copied, number, at: now)
      invite(1, by: number, target: .copy, way: way, at: now, &calendar)
      return
    }
    tally.shares.sheets[Int(way.rawValue)] += 1
    guard chance.uniform() < sharing.complete else { return }
    tally.shares.completed[Int(way.rawValue)] += 1
    note(.shared, number, at: now)
    let target = ShareTarget.allCases[samplers.channels.sample(using: &chance)]
    let recipients = 1 + samplers.furtherRecipients.sample(using: &chance)
    invite(recipients, by: number, target: target, way: way, at: now, &calendar)
  }

  /// Tells the prompt rules of something that concerns them.
  private mutating func note(_ event: PromptEvent, _ number: UInt32, at now: Instant) {
    var history = prompts.history(of: members[Int(number)], number: number)
    profile.prompts.record(event, in: &history, at: now)
    prompts.keep(history, in: &members[Int(number)], number: number)
  }

  func scheduleShare(of number: UInt32, after now: Instant, _ calendar: inout Calendar) {
    let member = members[Int(number)]
    let u = streams.sharing.openUniform(UInt64(member.person) | 1 << 40, UInt32(member.sent))
    let rate = behaviour.sharing.invitesPerDay * Double(member.propensity)
    let moment = Double(seconds(now)) - Double.log(u) * 86_400 / rate
    guard moment < Double(member.leaves) else { return }
    schedule(GrowthEvent(.share, number), at: moment, &calendar)
  }

  /// A member shares outside of the app's screens.
  mutating func shareElsewhere(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    guard members[Int(event.subject)].stage == .active else { return }
    note(.shared, event.subject, at: now)
    invite(1, by: event.subject, target: nil, way: .elsewhere, at: now, &calendar)
    scheduleShare(of: event.subject, after: now, &calendar)
  }

  /// Sends so many invites to people whom the member knows; those who will tap do so in their time.
  mutating func invite(
    _ recipients: Int, by number: UInt32, target: ShareTarget?, way: Origin.Way, at now: Instant,
    _ calendar: inout Calendar
  ) {
    let person = members[Int(number)].person
    let known = max(1, acquaintances.contacts(of: person))
    let origin = Origin(target, by: way)
    let place = target.flatMap { ShareTarget.allCases.firstIndex(of: $0) }
    let today = day(seconds(now))
    let cohort = day(members[Int(number)].joined)
    if recipients > 0 { noteSending(by: number, on: today) }
    for _ in 0..<recipients {
      let invite = members[Int(number)].sent
      members[Int(number)].sent.count()
      tally.shares.invites[Int(way.rawValue)] += 1
      tally.shares.invitesByTarget[place ?? ShareTarget.allCases.count] += 1
      tally.origins.count(.invite, origin)
      tally.days[today].invites += 1
      tally.days[cohort].cohortInvites += 1
      let draw = streams.recipients.words(UInt64(person), UInt32(invite))
      let contact = Int(draw.low.multipliedFullWidth(by: UInt64(known)).high)
      let recipient = acquaintances.contact(contact, of: person)
      if behaviour.recipients.previews > 0 {
        tally.shares.previews += streams.channel.sample(
          samplers.previews, UInt64(person), UInt32(invite))
      }
      guard streams.tap.uniform(UInt64(person), UInt32(invite)) < behaviour.recipients.tap
      else { continue }
      let delay = tapDelay(of: person, invite: invite)
      schedule(
        GrowthEvent(.tap, recipient, sender: number, origin: origin, number: invite),
        at: Double(seconds(now)) + Double(delay), &calendar)
    }
  }

  /// How long the recipient of an invite takes to tap it.
  func tapDelay(of sender: UInt32, invite: UInt16) -> UInt32 {
    samplers.tapDelay.seconds(streams.tapDelay.openUniform(UInt64(sender), UInt32(invite)))
  }
}
