// The counts of the shards of a run, each of which counted some of its people, added up.
extension Tally {
  /// Adds the counts of another shard.
  mutating func add(_ other: Tally) {
    var writer = CountWriter()
    var other = other
    other.lead(&writer)
    var adder = CountAdder(writer.numbers, of: writer.rules)
    lead(&adder)
  }

  /// Leads a visitor through all counts.
  mutating func lead(_ visitor: inout some CountVisitor) {
    arrivals.organic.lead(&visitor)
    arrivals.crowd.lead(&visitor)
    visitor.visit(&sessions)
    prompts.lead(&visitor)
    shares.lead(&visitor)
    recipients.lead(&visitor)
    taps.lead(&visitor)
    launches.lead(&visitor)
    credit.lead(&visitor)
    afterwards.lead(&visitor)
    activity.lead(&visitor)
    visitor.visit(&origins.counts)
    for place in days.indices { days[place].lead(&visitor) }
  }
}

extension ArrivalTally.Kind {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&attempted)
    visitor.visit(&unanswered)
  }
}

extension PromptTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&met)
    visitor.visit(&shown)
    visitor.visit(&suppressed)
    visitor.visit(&tapped)
    visitor.visit(&dismissed)
    visitor.visit(&shared)
    visitor.visit(&ignored)
  }
}

extension ShareTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    for way in endings.indices { visitor.visit(&endings[way]) }
    visitor.visit(&steps)
    visitor.visit(&unsent)
    visitor.visit(&refusedByRule)
    visitor.visit(&linksCreated)
    visitor.visit(&linkRequests)
    visitor.visit(&sheets)
    visitor.visit(&explained)
    visitor.visit(&granted)
    taps.lead(&visitor)
    seconds.lead(&visitor)
    visitor.visit(&withinTapBudget)
    visitor.visit(&overTapBudget)
    visitor.visit(&millisecondsToComplete)
    visitor.visit(&previews)
    visitor.visit(&complaints)
    visitor.visit(&selected)
    visitor.visit(&selectedReached)
    visitor.visit(&sent)
    visitor.visit(&toMany)
    visitor.visit(&reported)
  }
}

extension RecipientTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&invites)
    visitor.visit(&people)
    visitor.visit(&inMarket)
    visitor.visit(&ofSeveral)
  }
}

extension LinkTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&all)
    visitor.visit(&byMembers)
    visitor.visit(&notOnIOS)
    visitor.visit(&expired)
    visitor.visit(&recorded)
    visitor.visit(&leadToInstall)
    visitor.visit(&exhausted)
    visitor.visit(&previews)
    visitor.visit(&met)
    visitor.visit(&acceptances)
    visitor.visit(&actions)
  }
}

extension LaunchTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&organic)
    visitor.visit(&invited)
    visitor.visit(&alreadyThere)
    visitor.visit(&signedUp)
    visitor.visit(&verified)
    visitor.visit(&accepted)
    visitor.visit(&signedUpInWeek)
    visitor.visit(&explained)
    visitor.visit(&granted)
    visitor.visit(&offered)
    visitor.visit(&acted)
    visitor.visit(&firstValue)
    visitor.visit(&millisecondsToFirstValue)
    toFirstValue.lead(&visitor)
    invitedToFirstValue.lead(&visitor)
    tapToFirstValue.lead(&visitor)
    visitor.visit(&valueInTime)
    visitor.visit(&valueLate)
    visitor.visit(&home)
    visitor.visit(&signedUpHome)
    visitor.visit(&invitedHome)
    visitor.visit(&causedHome)
    visitor.visit(&causedFirstValue)
    visitor.visit(&leftAt)
  }
}

extension CreditTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&credited)
    visitor.visit(&recordedOnly)
    visitor.visit(&none)
    all.lead(&visitor)
    // By verdict, the counts of each rule.
    for verdict in CreditVerdict.allCases {
      var counts = byRule.mapValues { $0[verdict] }
      visitor.visit(&counts)
      for (rule, count) in counts { byRule[rule, default: Verdicts()][verdict] = count }
    }
    conflicting.lead(&visitor)
    visitor.visit(&usedUp)
  }
}

extension CreditTally.Verdicts {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) { visitor.visit(&counts) }
}

extension AfterwardsTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&connected)
    visitor.visit(&suggested)
    visitor.visit(&causedConnected)
    visitor.visit(&notifications)
    visitor.visit(&returns)
    visitor.visit(&deletions)
    visitor.visit(growing: &depth)
    visitor.visit(&cycleSeconds)
    visitor.visit(&cycles)
  }
}

extension ActivityTally {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&seeds)
    visitor.visit(&monthlyActive)
    visitor.visit(&monthlySenders)
    visitor.visit(&weeklyActive)
    visitor.visit(&weeklyOpeners)
    visitor.visit(&openers)
    visitor.visit(&flowSenders)
    visitor.visit(&senders)
    visitor.visit(&sendings)
    visitor.visit(&sendingsWithReturn)
    visitor.visit(&inviters)
    visitor.visit(&returners)
    visitor.visit(&invitedReturns)
    visitor.visit(&organicReturns)
    visitor.visit(&activeAfter)
    visitor.visit(&sessionsInCycle)
    visitor.visit(&invitesInCycle)
    visitor.visit(&valuedReturns)
  }
}

extension Tally.Day {
  fileprivate mutating func lead(_ visitor: inout some CountVisitor) {
    visitor.visit(&organicLaunches)
    visitor.visit(&creditedLaunches)
    visitor.visit(&homes)
    visitor.visit(&sessions)
    visitor.visit(&invites)
    visitor.visit(&taps)
    visitor.visit(&prompts)
    visitor.visit(&cohortInvites)
    visitor.visit(&cohortHomes)
    visitor.visit(&cohortMembers)
    visitor.visit(&cohortInvited)
    visitor.visit(&cohortHomesInCycle)
    visitor.visit(&cohortValued)
    visitor.visit(&invitedUninstalls)
    visitor.visit(&organicUninstalls)
    visitor.visit(&active)
    visitor.visit(&openers)
    visitor.visit(&opened)
    visitor.visit(&sheets)
    visitor.visit(&firstValues)
  }
}
