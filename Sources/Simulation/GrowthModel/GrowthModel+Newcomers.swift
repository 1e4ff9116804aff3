import Invites
import Onboarding
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Counts how far a first run came, and how fast.
  mutating func note(_ walk: FirstRunWalk, of number: UInt32, after event: GrowthEvent) {
    if walk.wasExplained {
      tally.launches.explained += 1
      if ground.profile.permission.mayRead(walk.access) { tally.launches.granted += 1 }
    }
    if walk.signedUpAfter != nil { tally.launches.signedUp += 1 }
    if walk.milestones.contains(.phoneVerified) { tally.launches.verified += 1 }
    if event.sender != GrowthEvent.none { noteAcceptance(walk, of: number, after: event) }
    if let seen = walk.firstValueAfter { noteValue(seen, of: number, after: event) }
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
    _ walk: FirstRunWalk, of number: UInt32, after event: GrowthEvent
  ) {
    let launched = instant(members[Int(number)].joined)
    var facts = InviteFacts()
    facts.sent = tapped(event, by: number) - .seconds(tapDelay(event))
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
    _ seen: Interval, of number: UInt32, after event: GrowthEvent
  ) {
    let joined = members[Int(number)].joined
    let launched = instant(joined)
    members[Int(number)].marks.insert(.sawValue)
    tally.days[day(joined)].cohortValued += 1
    tally.days[day(seconds(launched + seen))].firstValues += 1
    tally.launches.firstValue += 1
    tally.launches.secondsToFirstValue += Double(seen.milliseconds) / 1_000
    tally.launches.toFirstValue.record(Int(seen.milliseconds / 1_000))
    var clock = FirstValueClock(firstLaunched: launched)
    clock.firstValueSeen = launched + seen
    if event.sender != GrowthEvent.none {
      let tap = tapped(event, by: number)
      clock.linkTapped = tap
      tally.launches.causedFirstValue += 1
      tally.launches.invitedToFirstValue.record(Int(seen.milliseconds / 1_000))
      tally.launches.tapToFirstValue.record(Int((launched + seen - tap).milliseconds / 1_000))
    }
    let time = ground.profile.firstValue.time(
      clock, budget: ground.profile.budgets.timeToFirstValue)
    switch time?.verdict {
    case .inTime: tally.launches.valueInTime += 1
    case .late: tally.launches.valueLate += 1
    case .noBudget, nil: break
    }
  }

  /// When the newcomer tapped the link that led to the install.
  private func tapped(_ event: GrowthEvent, by number: UInt32) -> Instant {
    let (install, launch) = installDelays(
      of: members[Int(event.sender)].person, invite: event.number)
    return instant(members[Int(number)].joined) - .seconds(Int64(install) + Int64(launch))
  }

  private func tapDelay(_ event: GrowthEvent) -> Int64 {
    Int64(tapDelay(of: members[Int(event.sender)].person, invite: event.number))
  }

  /// Counts someone who stops using the app within a week of the first launch, if the app is removed.
  mutating func noteLeaving(of number: UInt32, at moment: UInt32) {
    let member = members[Int(number)]
    let luck = ground.streams.account.uniform(UInt64(member.person), 1)
    guard moment - member.joined < 7 * 86_400, luck < ground.behaviour.use.uninstall else { return }
    if member.inviter == Member.none {
      tally.days[day(member.joined)].organicUninstalls += 1
    } else {
      tally.days[day(member.joined)].invitedUninstalls += 1
    }
  }
}
