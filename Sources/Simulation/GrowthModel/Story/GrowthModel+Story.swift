import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import SimulationKernel
import Vocabulary

// What the watch is told, where it takes more than a line; called only if there is one.
extension GrowthModel {
  /// The person who is that member; `nil` for none.
  private func person(_ member: UInt32) -> UInt32? {
    member == Member.none ? nil : members[Int(member)].person
  }

  @inline(never)
  func tellSeed(_ number: UInt32) {
    let member = members[Int(number)]
    tell { $0.note(.wasThere, of: member.person, at: ground.start) }
    tell { $0.hear(.contactsCounted(Int(member.contacts)), of: member.person, at: ground.start) }
  }

  @inline(never)
  func tellTap(
    _ event: GrowthEvent, by opener: LinkOpener, _ received: ReceiptDecision, at now: Instant
  ) {
    let sender = members[Int(event.sender)].person
    tell { $0.note(.tapped(from: sender, received), of: event.subject, at: now) }
    tell { $0.note(.inviteTapped(by: event.subject, received), of: sender, at: now) }
    let tap = Traffic.Tap(
      person: event.subject, sender: sender, invite: event.number, opener: opener,
      signals: ground.world?.browser(of: Int(event.subject), at: now), received: received)
    tell { $0.hear(.tapped(tap), at: now) }
  }

  @inline(never)
  func tellTraffic(of attempt: SharingAttempt, by person: UInt32, at now: Instant) {
    if attempt.steps.contains(.linkReady) { tell { $0.hear(.gotLink(person), at: now) } }
    if attempt.ending == .completed { tell { $0.hear(.shared(person), at: now) } }
  }

  /// Tells the milestones of a first run that a link service hears of; home comes by itself.
  @inline(never)
  func tellMilestones(of walk: FirstRunWalk, by person: UInt32, at now: Instant) {
    if let after = walk.signedUpAfter { tell { $0.hear(.signedUp(person), at: now + after) } }
    if let after = walk.firstValueAfter { tell { $0.hear(.sawValue(person), at: now + after) } }
    // Where links bring only so many, whoever takes one is told of at that moment.
    guard ground.profile.link.maxAcceptances == nil, walk.connection == .accepted,
      members[Int(people[Int(person)].member)].inviter != Member.none,
      let after = walk.connectionAfter
    else { return }
    tell { $0.hear(.accepted(person, isRefused: false), at: now + after) }
  }

  @inline(never)
  func tellArrival(_ event: GrowthEvent, at now: Instant) {
    tell { $0.note(.arrived(cause: person(event.sender)), of: event.subject, at: now) }
  }

  @inline(never)
  func tellLaunchAgain(of person: UInt32, at now: Instant) {
    let signals = ground.world?.app(of: Int(person), at: now)
    tell { $0.hear(.launchedAgain(person, signals: signals), at: now) }
  }

  @inline(never)
  func tellCredit(
    _ decision: CreditDecision, for arrival: Arrival, after event: GrowthEvent,
    to credited: UInt32, isConflict: Bool, at now: Instant
  ) {
    let (cause, inviter) = (person(event.sender), person(credited))
    let credit = CreditStory(
      decision: decision, clicks: competing,
      passedOver: ground.profile.attribution.passedOver(competing, for: arrival),
      usedUp: meetsUsedLink ? usedLinkRule : nil,
      cause: cause, credited: inviter, isConflict: isConflict)
    tell { $0.note(.credit(credit), of: event.subject, at: now) }
    let launch = Traffic.Launch(
      person: event.subject, installedAt: arrival.installedAt,
      signals: ground.world?.app(of: Int(event.subject), at: now), isLost: isMatchLost,
      credit: credit)
    tell { $0.hear(.launched(launch), at: now) }
    if let inviter {
      tell {
        $0.note(
          .joined(event.subject, isCredited: true, isCaused: cause == inviter), of: inviter, at: now
        )
      }
    }
    if let cause, cause != inviter {
      tell {
        $0.note(
          .joined(event.subject, isCredited: false, isCaused: true), of: cause, at: now)
      }
    }
  }

  @inline(never)
  func tellFirstRun(
    of number: UInt32, _ newcomer: Newcomer, _ walk: FirstRunWalk, at now: Instant
  ) {
    let member = members[Int(number)]
    // The same luck gives the same walk again.
    var chance = ground.streams.onboarding[UInt64(member.person), 0]
    let screens = ground.firstRun.screens(of: newcomer, at: now, using: &chance)
    tell {
      $0.note(.firstRun(FirstRunStory(walk: walk, screens: screens)), of: member.person, at: now)
    }
    if ground.profile.permission.mayRead(walk.access) {
      tell { $0.hear(.contactsCounted(Int(member.contacts)), of: member.person, at: now) }
    }
  }

  @inline(never)
  func tellConnection(
    _ decision: ConnectionDecision, of newcomer: UInt32, and inviter: UInt32, at moment: Instant
  ) {
    tell { $0.note(.connection(with: inviter, decision), of: newcomer, at: moment) }
    tell { $0.note(.connection(with: newcomer, decision), of: inviter, at: moment) }
  }

  /// Tells what the inviter hears, and where a rule keeps silent although it is the moment.
  @inline(never)
  func tellNews(_ milestone: JoinMilestone, _ facts: JoinFacts, at now: Instant) {
    let decision = ground.profile.notification.decide(milestone, at: now, for: facts)
    if case .none(because: .notTheMoment) = decision { return }
    tell {
      $0.note(
        .news(of: UInt32(facts.invitee.rawValue), milestone, decision),
        of: UInt32(facts.inviter.rawValue), at: now)
    }
  }

  @inline(never)
  func tellInvite(
    from person: UInt32, to recipient: UInt32, origin: Origin, tapsAfter delay: UInt32?,
    at now: Instant
  ) {
    let tap = delay.map { now + .seconds(Int64($0)) }
    tell { $0.note(.invited(to: recipient, origin: origin, tapsAt: tap), of: person, at: now) }
    tell { $0.note(.received(from: person, origin: origin), of: recipient, at: now) }
  }

  @inline(never)
  func tellShare(
    _ attempt: SharingAttempt, from entry: FlowPolicy.EntryPoint,
    _ trace: StepTrace, by number: UInt32, at now: Instant
  ) {
    tell {
      $0.decide(
        .shared(SharingStory(entry: entry, attempt: attempt, steps: trace.marks)),
        of: members[Int(number)].person, at: now)
    }
  }
}
