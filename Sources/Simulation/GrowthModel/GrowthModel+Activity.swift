import Invites
import Profiles
import Vocabulary

extension GrowthModel {
  /// Counts a session toward those who are active and those who came back.
  @inline(__always)
  mutating func noteActivity(of number: UInt32, on day: Int) {
    let last = Int(members[Int(number)].lastActiveDay) - 1
    if last != day { noteFirstActivity(of: number, on: day, after: last) }
  }

  /// Counts the first session of a day; the day of the one before is `last`, negative without one.
  private mutating func noteFirstActivity(of number: UInt32, on day: Int, after last: Int) {
    let place = Int(number)
    members[place].lastActiveDay = UInt16(truncatingIfNeeded: day + 1)
    days[day].active += 1
    let month = day / ActivityTally.daysOfMonth
    if last < month * ActivityTally.daysOfMonth { tally.activity.monthlyActive[month] += 1 }
    let week = day / ActivityTally.daysOfWeek
    if last < week * ActivityTally.daysOfWeek { tally.activity.weeklyActive[week] += 1 }
    // The first members are no newcomers.
    guard number >= tally.activity.seeds else { return }
    let joined = self.day(members[place].joined)
    guard ActivityTally.isReturn(on: day - joined, after: last - joined) else { return }
    for (row, returnDay) in ActivityTally.returnDays.enumerated()
    where last - joined < returnDay && returnDay <= day - joined {
      if members[place].inviter == Member.none {
        tally.activity.organicReturns[row] += 1
      } else {
        tally.activity.invitedReturns[row] += 1
      }
      if members[place].marks.contains(.sawValue) { tally.activity.valuedReturns[row] += 1 }
    }
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
    guard member.inviter != Member.none else { return }
    days[cohort].cohortInvited += 1
    let inviter = members[Int(member.inviter)].joined
    // Those of the start joined long before the first day.
    let cycle = ground.profile.metrics.kCycle.milliseconds / 1_000
    if member.inviter >= tally.activity.seeds, Int64(seconds - inviter) < cycle {
      days[day(inviter)].cohortHomesInCycle += 1
    }
  }
}
