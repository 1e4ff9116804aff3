import Invites
import Profiles
import Vocabulary

extension GrowthModel {
  /// Counts a session toward those who are active and those who came back.
  mutating func noteActivity(of number: UInt32, on day: Int) {
    let place = Int(number)
    let last = Int(members[place].lastActiveDay) - 1
    guard last != day else { return }
    members[place].lastActiveDay = UInt16(clamping: day + 1)
    tally.days[day].active += 1
    let month = day / ActivityTally.daysOfMonth
    if last < month * ActivityTally.daysOfMonth { tally.activity.monthlyActive[month] += 1 }
    let week = day / ActivityTally.daysOfWeek
    if last < week * ActivityTally.daysOfWeek { tally.activity.weeklyActive[week] += 1 }
    // The first members are no newcomers.
    guard number >= tally.activity.seeds else { return }
    let joined = self.day(members[place].joined)
    guard last - joined < ActivityTally.lastReturnDay else { return }
    let passed = tally.activity.returnDaysPassed(after: last - joined)
    for row in passed..<tally.activity.returnDaysPassed(after: day - joined) {
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
    tally.days[cohort].cohortMembers += 1
    if event.sender != GrowthEvent.none {
      tally.launches.causedHome += 1
      tally.origins.count(.home, event.origin)
    }
    guard member.inviter != Member.none else { return }
    tally.days[cohort].cohortInvited += 1
    let inviter = members[Int(member.inviter)].joined
    // Those of the start joined long before the first day.
    let cycle = ground.profile.metrics.kCycle.milliseconds / 1_000
    if member.inviter >= tally.activity.seeds, Int64(seconds - inviter) < cycle {
      tally.days[day(inviter)].cohortHomesInCycle += 1
    }
  }
}
