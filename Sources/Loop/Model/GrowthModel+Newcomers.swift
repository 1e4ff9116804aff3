import Invites
import Onboarding
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Counts the steps and times of a first run.
  mutating func note(_ walk: FirstRunWalk, of number: UInt32, after cause: Cause?) {
    if walk.wasExplained {
      tally.launches.explained += 1
      if plan.profile.permission.mayRead(walk.access) { tally.launches.granted += 1 }
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

  /// Counts newcomers with a card at home, and those who acted on it: a clean-up card, or else the
  /// checklist.
  private mutating func noteAction(_ walk: FirstRunWalk) {
    let found = walk.journey.found
    guard !found.isEmpty else { return }
    let place = found.contains(.dedup) || found.contains(.cleanup) ? 0 : 1
    tally.launches.offered[place] += 1
    if walk.milestones.contains(.firstActionTaken) { tally.launches.acted[place] += 1 }
  }

  /// Counts an invite as accepted, by the definition of the metric rules.
  private mutating func noteAcceptance(
    _ walk: FirstRunWalk, of number: UInt32, after cause: Cause
  ) {
    let launched = instant(members[Int(number)].joined)
    var facts = InviteFacts()
    facts.sent = cause.sent
    facts.signedUp = walk.signedUpAfter.map { launched + $0 }
    facts.completed = walk.completedAfter.map { launched + $0 }
    if case .connect = connection(of: number, at: facts.signedUp ?? launched) {
      facts.connected = facts.signedUp
    }
    if plan.profile.metrics.acceptance(of: facts).instant != nil { tally.launches.accepted += 1 }
    if MetricPolicy.design.acceptance(of: facts).instant != nil {
      tally.launches.signedUpInWeek += 1
    }
  }

  /// Counts the first value of a newcomer, `seen` after the launch.
  private mutating func noteValue(
    _ seen: Interval, of number: UInt32, after cause: Cause?
  ) {
    let joined = members[Int(number)].joined
    let launched = instant(joined)
    // Like home, which comes a second later: values after the end of the run are not counted.
    guard Double(seconds(launched + seen)) + 1 < plan.length else { return }
    members[Int(number)].marks.insert(.sawValue)
    days[day(joined)].cohortValued += 1
    days[day(seconds(launched + seen))].firstValues += 1
    tally.launches.firstValue += 1
    tally.launches.millisecondsToFirstValue += Int(seen.milliseconds)
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
    let time = plan.profile.firstValue.time(
      clock, budget: plan.profile.budgets.timeToFirstValue)
    switch time?.verdict {
    case .inTime: tally.launches.valueInTime += 1
    case .late: tally.launches.valueLate += 1
    case .noBudget, nil: break
    }
  }

  /// The invite that led to a launch.
  struct Cause {
    /// The person who sent it, and its number among that person's invites.
    let sender: PersonNumber
    let invite: UInt16
    let sent, tapped, installed: Instant
  }

  /// Returns the invite that led to the launch at `now`; `nil` for an organic launch.
  func cause(of event: GrowthEvent, at now: Instant) -> Cause? {
    guard event.sender != GrowthEvent.none else { return nil }
    let sender = invites[event.sender].inviter.person
    let (install, launch) = installDelays(of: sender, invite: event.number)
    let installed = now - .seconds(Int64(launch))
    let tapped = installed - .seconds(Int64(install))
    return Cause(
      sender: sender, invite: event.number,
      sent: tapped - .seconds(Int64(tapDelay(of: sender, invite: event.number))), tapped: tapped,
      installed: installed)
  }

  /// Counts an uninstall if the member leaves within a week of the launch and removes the
  /// app.
  ///
  /// A `change` of −1 takes that back, where the member stays longer after all.
  mutating func noteLeaving(of number: UInt32, at moment: UInt32, by change: Int = 1) {
    let member = members[Int(number)]
    guard moment - member.joined < 7 * 86_400,
      plan.streams[.account].uniform(member.person, 1) < plan.behaviour.use.uninstall
    else { return }
    if member.marks.contains(.launchedCredited) {
      days[day(member.joined)].invitedUninstalls += change
    } else {
      days[day(member.joined)].organicUninstalls += change
    }
  }
}
