import Invites
import Profiles
import Vocabulary

extension GrowthModel {
  /// Counts a member as active on a day: by a session, on reaching home, or on beginning a share
  /// that sends an invite.
  @inline(__always)
  mutating func noteActivity(of number: UInt32, on day: Int) {
    let last = Int(members[Int(number)].lastActiveDay) - 1
    guard last != day else { return }
    members[Int(number)].lastActiveDay = UInt16(truncatingIfNeeded: day + 1)
    days[day].active += 1
    firstActive[day].count(on: day, after: last)
  }

  /// Counts a session toward the retention of its day, once for each member.
  @inline(__always)
  mutating func noteRetention(of number: UInt32, at moment: UInt32) {
    let member = members[Int(number)]
    guard let row = ActivityTally.retentionRow(ofDay: (moment - member.joined) / 86_400) else {
      return
    }
    // Those whose twenty-four hours may end after the run count neither way.
    let cohortEnd = day(member.joined) + ActivityTally.retentionDays[row] + 2
    guard number >= tally.activity.seeds, cohortEnd <= plan.days,
      members[Int(number)].past.insert(.active(row)).inserted
    else { return }
    tally.activity.activeAfter[row] += 1
  }

  /// Whether `k.cohort` counts what a member does at `moment`: within a cycle of the launch of a
  /// newcomer, one that ends before the run does.
  @inline(__always)
  func isInFirstCycle(_ number: UInt32, at moment: UInt32) -> Bool {
    let joined = members[Int(number)].joined
    return moment - joined < plan.cycle && joined < plan.lastCycle
      && number >= tally.activity.seeds
  }

  /// Counts a session toward the returning newcomers, once for each return day.
  @inline(__always)
  mutating func noteComeback(of number: UInt32, on day: Int) {
    let member = members[Int(number)]
    let due = ActivityTally.returnsDue(after: day - self.day(member.joined))
    guard due & ~member.marks.returns != 0 else { return }
    noteFirstComeback(of: number, after: due)
  }

  private mutating func noteFirstComeback(of number: UInt32, after due: UInt16) {
    let marks = members[Int(number)].marks
    for row in ActivityTally.returnDays.indices where (due & ~marks.returns) >> row & 1 == 1 {
      if marks.contains(.homeCredited) {
        tally.activity.invitedReturns[row] += 1
      } else {
        tally.activity.organicReturns[row] += 1
      }
      if marks.contains(.sawValue) { tally.activity.valuedReturns[row] += 1 }
    }
    members[Int(number)].marks.returns = due
  }

  /// Counts an arrival at home toward the cohorts of the newcomer and of the inviter.
  mutating func noteHome(_ event: GrowthEvent, at seconds: UInt32) {
    let member = members[Int(event.subject)]
    let cohort = day(member.joined)
    days[cohort].cohortMembers += 1
    if event.sender != GrowthEvent.none {
      tally.launches.causedHome += 1
      count(.home, event.origin)
    }
    guard member.inviter != nil else { return }
    days[cohort].cohortInvited += 1
    members[Int(event.subject)].marks.insert(.homeCredited)
    let about = rest[Int(event.subject)]
    // The launches of the start members lie long before the first day.
    let cycle = plan.profile.metrics.kCycle.milliseconds / 1_000
    if !about.hasSeedInviter, Int64(seconds - about.inviterJoined) < cycle {
      days[day(about.inviterJoined)].cohortHomesInCycle += 1
    }
  }
}
