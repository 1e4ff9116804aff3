// The counts of the shards of a run, each of which counted some of its people, added up.
extension Tally {
  mutating func add(_ other: Tally) {
    arrivals.organic.add(other.arrivals.organic)
    arrivals.crowd.add(other.arrivals.crowd)
    sessions += other.sessions
    prompts.add(other.prompts)
    shares.add(other.shares)
    taps.add(other.taps)
    launches.add(other.launches)
    credit.add(other.credit)
    afterwards.add(other.afterwards)
    activity.add(other.activity)
    origins.counts.add(other.origins.counts)
    for place in days.indices { days[place].add(other.days[place]) }
  }
}

extension [Int] {
  /// Adds numbers place by place.
  fileprivate mutating func add(_ others: [Int]) {
    for place in indices { self[place] += others[place] }
  }
}

extension ArrivalTally.Kind {
  fileprivate mutating func add(_ other: Self) {
    attempted += other.attempted
    unanswered += other.unanswered
  }
}

extension PromptTally {
  fileprivate mutating func add(_ other: Self) {
    met.add(other.met)
    shown.add(other.shown)
    suppressed.add(other.suppressed)
    tapped.add(other.tapped)
    dismissed.add(other.dismissed)
    shared.add(other.shared)
    ignored += other.ignored
  }
}

extension ShareTally {
  fileprivate mutating func add(_ other: Self) {
    for way in endings.indices { endings[way].add(other.endings[way]) }
    steps.add(other.steps)
    unsent += other.unsent
    refusedByRule.merge(other.refusedByRule) { $0 + $1 }
    linksCreated += other.linksCreated
    linkRequests += other.linkRequests
    sheets += other.sheets
    explained += other.explained
    granted += other.granted
    taps.add(other.taps)
    seconds.add(other.seconds)
    withinTapBudget += other.withinTapBudget
    overTapBudget += other.overTapBudget
    millisecondsToComplete += other.millisecondsToComplete
    previews += other.previews
    complaints += other.complaints
    selected += other.selected
    selectedReached += other.selectedReached
    reported.add(other.reported)
  }
}

extension LinkTally {
  fileprivate mutating func add(_ other: Self) {
    all += other.all
    byMembers += other.byMembers
    notOnIOS += other.notOnIOS
    expired += other.expired
    recorded += other.recorded
    leadToInstall += other.leadToInstall
    exhausted += other.exhausted
    previews += other.previews
    met.add(other.met)
    acceptances += other.acceptances
    actions += other.actions
  }
}

extension LaunchTally {
  fileprivate mutating func add(_ other: Self) {
    organic += other.organic
    invited += other.invited
    alreadyThere += other.alreadyThere
    signedUp += other.signedUp
    verified += other.verified
    accepted += other.accepted
    signedUpInWeek += other.signedUpInWeek
    explained += other.explained
    granted += other.granted
    offered.add(other.offered)
    acted.add(other.acted)
    firstValue += other.firstValue
    millisecondsToFirstValue += other.millisecondsToFirstValue
    toFirstValue.add(other.toFirstValue)
    invitedToFirstValue.add(other.invitedToFirstValue)
    tapToFirstValue.add(other.tapToFirstValue)
    valueInTime += other.valueInTime
    valueLate += other.valueLate
    home += other.home
    signedUpHome += other.signedUpHome
    invitedHome += other.invitedHome
    causedHome += other.causedHome
    causedFirstValue += other.causedFirstValue
    leftAt.add(other.leftAt)
  }
}

extension CreditTally {
  fileprivate mutating func add(_ other: Self) {
    credited += other.credited
    recordedOnly += other.recordedOnly
    none += other.none
    all.add(other.all)
    byRule.merge(other.byRule) { one, other in
      var sum = one
      sum.add(other)
      return sum
    }
    conflicting.add(other.conflicting)
    usedUp += other.usedUp
  }
}

extension CreditTally.Verdicts {
  fileprivate mutating func add(_ other: Self) { counts.add(other.counts) }
}

extension AfterwardsTally {
  fileprivate mutating func add(_ other: Self) {
    connected += other.connected
    suggested += other.suggested
    causedConnected += other.causedConnected
    notifications += other.notifications
    returns += other.returns
    deletions += other.deletions
    depth.add(other.depth)
    cycleSeconds += other.cycleSeconds
    cycles += other.cycles
  }
}

extension ActivityTally {
  fileprivate mutating func add(_ other: Self) {
    seeds += other.seeds
    monthlyActive.add(other.monthlyActive)
    monthlySenders.add(other.monthlySenders)
    weeklyActive.add(other.weeklyActive)
    weeklyOpeners.add(other.weeklyOpeners)
    openers += other.openers
    flowSenders += other.flowSenders
    senders += other.senders
    sendings += other.sendings
    sendingsWithReturn += other.sendingsWithReturn
    inviters += other.inviters
    returners += other.returners
    invitedReturns.add(other.invitedReturns)
    organicReturns.add(other.organicReturns)
    valuedReturns.add(other.valuedReturns)
  }
}

extension Tally.Day {
  fileprivate mutating func add(_ other: Self) {
    organicLaunches += other.organicLaunches
    creditedLaunches += other.creditedLaunches
    homes += other.homes
    sessions += other.sessions
    invites += other.invites
    taps += other.taps
    prompts += other.prompts
    cohortInvites += other.cohortInvites
    cohortHomes += other.cohortHomes
    cohortMembers += other.cohortMembers
    cohortInvited += other.cohortInvited
    cohortHomesInCycle += other.cohortHomesInCycle
    cohortValued += other.cohortValued
    invitedUninstalls += other.invitedUninstalls
    organicUninstalls += other.organicUninstalls
    active += other.active
    openers += other.openers
    opened += other.opened
    sheets += other.sheets
    firstValues += other.firstValues
  }
}
