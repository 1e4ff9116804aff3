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
    _ number: UInt32, luck: Double, at now: Instant, _ calendar: inout Calendar
  ) {
    guard !ground.ownWays.isEmpty else { return }
    let entry = ground.ownWays[
      min(Int(luck * Double(ground.ownWays.count)), ground.ownWays.count - 1)]
    share(number, from: entry, at: now, &calendar)
  }

  /// A member who tapped the prompt of `trigger`.
  mutating func shareFromPrompt(
    _ number: UInt32, _ trigger: PromptTrigger, at now: Instant, _ calendar: inout Calendar
  ) {
    share(
      number, from: ground.profile.prompts.surface.entryPoint, after: trigger, at: now, &calendar)
  }

  /// Plays one attempt through the flow that the profile opens there.
  private mutating func share(
    _ number: UInt32, from entry: FlowPolicy.EntryPoint, after trigger: PromptTrigger? = nil,
    at now: Instant, _ calendar: inout Calendar
  ) {
    let place = Int(number)
    var sharer = Sharer()
    sharer.access = members[place].access
    sharer.explainedBefore = members[place].marks.contains(.wasExplained)
    sharer.contacts = Int(members[place].acquaintances)
    sharer.held = heldLink(of: number)
    if entry == .contactDetail { describeContact(of: number, in: &sharer) }
    if ground.remembersContacts { sharer.resting = resting(for: number, at: now) }
    sharer.advice = advice.left(by: number, in: members[place].sessions)
    var day = daily[number] ?? DailyTally()
    var chance = ground.streams.sharing[
      UInt64(members[place].person), UInt32(members[place].sessions)]
    let trace = !isWatched ? nil : StepTrace()
    let attempt = ground.sharing.attempt(
      from: entry, by: sharer, at: now, tally: &day, using: &chance, tracing: trace)
    if let trace { tellShare(attempt, from: entry, trace, by: number, at: now) }
    if ground.profile.limits.dailyInvites != nil { daily[number] = day }

    let way = Origin.Way(entry)
    note(attempt, by: number, way, after: trigger, at: now)
    members[place].access = attempt.access
    advice.keep(attempt.advice, of: number, in: members[place].sessions)
    if attempt.steps.contains(.explained) { members[place].marks.insert(.wasExplained) }
    let done = now + attempt.took
    if attempt.linksCreated > 0 { rest[place].linkMade = seconds(done) }
    if isWatched { tellTraffic(of: attempt, by: members[place].person, at: done) }
    switch attempt.ending {
    case .completed: note(.shared, number, at: done)
    case .copied: note(.copied, number, at: done)
    case .cancelled, .gaveUp, .linkFailed, .offline, .queued, .refused: return
    case .notOffered:
      // Next time another contact comes to mind.
      if entry == .contactDetail { members[place].sent.count() }
      return
    }
    if attempt.wasSent {
      let isSent = invite(
        attempt.recipients, by: number, target: attempt.target, way: way, after: trigger,
        resting: attempt.selected > 0 ? sharer.resting : RestingContacts(),
        isByName: entry == .contactDetail || attempt.selected > 0,
        hasNewLink: attempt.linksCreated > 0, begun: now, at: done, &calendar)
      if !isSent, attempt.ending == .completed { tally.shares.unsent += 1 }
    }
  }

  /// Remembers what the prompt rules take for a share.
  private mutating func note(_ event: PromptEvent, _ number: UInt32, at now: Instant) {
    tell { $0.hear(event, of: members[Int(number)].person, at: now) }
    if ground.profile.prompts.isShare(event) { members[Int(number)].lastShare = seconds(now) }
  }

  func scheduleShare(of number: UInt32, after now: Instant, _ calendar: inout Calendar) {
    let member = members[Int(number)]
    let u = ground.streams.sharing.openUniform(UInt64(member.person) | 1 << 40, UInt32(member.sent))
    let rate = ground.behaviour.sharing.invitesPerDay * Double(member.propensity)
    let moment = Double(seconds(now)) + ground.samplers.wait(u) * 86_400 / rate
    guard moment < Double(member.leaves) else { return }
    schedule(GrowthEvent(.share, number), at: moment, &calendar)
  }

  /// A member shares outside of the app's screens.
  mutating func shareElsewhere(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    guard members[Int(event.subject)].stage == .active else { return }
    note(.shared, event.subject, at: now)
    members[Int(event.subject)].shares.count()
    tell { $0.hear(.gotLink(members[Int(event.subject)].person), at: now) }
    tell { $0.hear(.shared(members[Int(event.subject)].person), at: now) }
    invite(1, by: event.subject, begun: now, at: now, &calendar)
    scheduleShare(of: event.subject, after: now, &calendar)
  }

  /// Sends so many invites to people whom the member knows, by a share that began at `begun`.
  ///
  /// Those who will tap do so in their time. A contact who does not exist gets no invite.
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  mutating func invite(
    _ recipients: Int, by number: UInt32, target: ShareTarget? = nil,
    way: Origin.Way = .elsewhere, after trigger: PromptTrigger? = nil,
    resting: RestingContacts = RestingContacts(), isByName: Bool = false,
    hasNewLink: Bool = false, begun: Instant, at now: Instant,
    _ calendar: inout Calendar
  ) -> Bool {
    let person = members[Int(number)].person
    guard recipients > 0, let known = ground.acquaintances.known(by: members[Int(number)]) else {
      return false
    }
    noteLink(of: number, way: way, isNew: hasNewLink, at: now)
    let origin = Origin(target, by: trigger.map { .prompt($0) } ?? .way(way))
    let today = day(seconds(now))
    let cohort = day(members[Int(number)].joined)
    var considered = 0
    var isSent = false
    for _ in 0..<recipients {
      while resting[considered] {
        members[Int(number)].sent.count()
        considered += 1
      }
      considered += 1
      let invite = members[Int(number)].sent
      members[Int(number)].sent.count()
      let luck = InviteLuck(ground.streams.recipients, sender: person, invite: invite)
      guard
        let recipient = ground.acquaintances.contact(luck.contact(among: known), of: person)
      else { continue }
      if !isSent { noteSending(by: number, at: seconds(now), begunOn: day(seconds(begun))) }
      isSent = true
      if isByName, ground.remembersContacts {
        remember(invite: invite, by: number, known: known, at: now)
      }
      count(.invite, origin)
      days[today].invites += 1
      days[cohort].cohortInvites += 1
      if luck.complaint < ground.behaviour.recipients.complaint { tally.shares.complaints += 1 }
      var previews = 0
      if ground.profile.plans.previewFetchesPerSend > 0 {
        previews = ground.streams.channel.sample(
          ground.samplers.previews, UInt64(person), UInt32(invite))
        tally.shares.previews += previews
        if ground.previewsAreClicks { tally.taps.previews += previews }
      }
      let delay =
        luck.tap < ground.behaviour.recipients.tap
        ? ground.samplers.tapDelay.seconds(at: luck.delay) : nil
      if isWatched {
        tellInvite(from: person, to: recipient, origin: origin, tapsAfter: delay, at: now)
        tell { $0.hear(.invited(by: person, invite: invite, previews: previews), at: now) }
      }
      guard let delay else { continue }
      schedule(
        GrowthEvent(.tap, recipient, sender: number, origin: origin, number: invite),
        at: Double(seconds(now)) + Double(delay), &calendar)
    }
    return isSent
  }

  /// How long the recipient of an invite takes to tap it.
  func tapDelay(of sender: UInt32, invite: UInt16) -> UInt32 {
    ground.samplers.tapDelay.seconds(
      at: InviteLuck(ground.streams.recipients, sender: sender, invite: invite).delay)
  }
}

extension PromptPolicy.Surface {
  /// Where a tap on the prompt leads into the sharing flow.
  var entryPoint: FlowPolicy.EntryPoint {
    switch self {
    case .homeCard: .homePrompt
    case .celebrationOrInline: .contextual
    case .postActionSheet: .postAction
    }
  }
}
