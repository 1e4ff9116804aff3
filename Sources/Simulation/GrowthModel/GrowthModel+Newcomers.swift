import Invites
import Onboarding
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Counts how far a first run came, and how fast.
  mutating func note(_ walk: FirstRunWalk, of number: UInt32, after cause: Cause?) {
    if walk.wasExplained {
      tally.launches.explained += 1
      if ground.profile.permission.mayRead(walk.access) { tally.launches.granted += 1 }
    }
    if walk.signedUpAfter != nil {
      tally.launches.signedUp += 1
      members[Int(number)].marks.insert(.hasAccount)
    }
    if walk.milestones.contains(.phoneVerified) { tally.launches.verified += 1 }
    if let cause { noteAcceptance(walk, of: number, after: cause) }
    if let seen = walk.firstValueAfter { noteValue(seen, of: number, after: cause) }
    guard walk.completedAfter != nil else {
      tally.launches.leftAt[Int(walk.lastScreen.ordinal)] += 1
      noteLeaving(of: number, at: members[Int(number)].joined)
      return
    }
    noteAction(walk)
  }

  /// Counts who could act on a card of home, and did: on what there is to clean up, or else on the
  /// checklist.
  private mutating func noteAction(_ walk: FirstRunWalk) {
    let found = walk.journey.found
    guard !found.isEmpty else { return }
    let place = found.contains(.dedup) || found.contains(.cleanup) ? 0 : 1
    tally.launches.offered[place] += 1
    if walk.milestones.contains(.firstActionTaken) { tally.launches.acted[place] += 1 }
  }

  /// Counts an invite as accepted, as the metric rules mean it.
  private mutating func noteAcceptance(
    _ walk: FirstRunWalk, of number: UInt32, after cause: Cause
  ) {
    let launched = instant(members[Int(number)].joined)
    var facts = InviteFacts()
    facts.sent = cause.tapped - .seconds(Int64(tapDelay(of: cause.sender, invite: cause.invite)))
    facts.signedUp = walk.signedUpAfter.map { launched + $0 }
    facts.completed = walk.completedAfter.map { launched + $0 }
    if case .connect = connection(of: number) { facts.connected = facts.signedUp }
    if ground.profile.metrics.acceptance(of: facts).instant != nil { tally.launches.accepted += 1 }
    if MetricPolicy.design.acceptance(of: facts).instant != nil {
      tally.launches.signedUpInWeek += 1
    }
  }

  /// Counts the first value of a newcomer, who saw it so long after the launch.
  private mutating func noteValue(
    _ seen: Interval, of number: UInt32, after cause: Cause?
  ) {
    let joined = members[Int(number)].joined
    let launched = instant(joined)
    // As home does, which comes a second later: what the end of the run cuts off is not counted.
    guard Double(seconds(launched + seen)) + 1 < ground.length else { return }
    members[Int(number)].marks.insert(.sawValue)
    days[day(joined)].cohortValued += 1
    days[day(seconds(launched + seen))].firstValues += 1
    tally.launches.firstValue += 1
    tally.launches.secondsToFirstValue += Double(seen.milliseconds) / 1_000
    tally.launches.toFirstValue.record(Int(seen.milliseconds / 1_000))
    var clock = FirstValueClock(firstLaunched: launched)
    clock.firstValueSeen = launched + seen
    if let cause {
      clock.linkTapped = cause.tapped
      tally.launches.causedFirstValue += 1
      tally.launches.invitedToFirstValue.record(Int(seen.milliseconds / 1_000))
      tally.launches.tapToFirstValue.record(
        Int((launched + seen - cause.tapped).milliseconds / 1_000))
    }
    let time = ground.profile.firstValue.time(
      clock, budget: ground.profile.budgets.timeToFirstValue)
    switch time?.verdict {
    case .inTime: tally.launches.valueInTime += 1
    case .late: tally.launches.valueLate += 1
    case .noBudget, nil: break
    }
  }

  /// The invite that led to a launch.
  struct Cause {
    /// The person who sent it, and its number among theirs.
    let sender: UInt32
    let invite: UInt16
    let tapped, installed: Instant
  }

  /// What led to the launch at `now`; `nil` if the newcomer came unasked.
  func cause(of event: GrowthEvent, at now: Instant) -> Cause? {
    guard event.sender != GrowthEvent.none else { return nil }
    let sender = members[Int(event.sender)].person
    let (install, launch) = installDelays(of: sender, invite: event.number)
    let installed = now - .seconds(Int64(launch))
    return Cause(
      sender: sender, invite: event.number, tapped: installed - .seconds(Int64(install)),
      installed: installed)
  }

  /// Counts someone who stops using the app within a week of the first launch, if the app is removed.
  mutating func noteLeaving(of number: UInt32, at moment: UInt32) {
    let member = members[Int(number)]
    guard moment - member.joined < 7 * 86_400,
      ground.streams.account.uniform(UInt64(member.person), 1) < ground.behaviour.use.uninstall
    else { return }
    if member.marks.contains(.launchedCredited) {
      days[day(member.joined)].invitedUninstalls += 1
    } else {
      days[day(member.joined)].organicUninstalls += 1
    }
  }
}
