import GrowthloopStudies
import GrowthloopModel
import Statistics
import Vocabulary

/// What holds of the counts of every run, whatever its scenario.
struct ConservationLaws {
  private let tally: Tally
  private(set) var broken: [String] = []

  /// Holds `observation` against every law; what is broken is named with its numbers.
  init(_ observation: Observation) {
    tally = observation.tally
    checkMetrics(of: observation)
    checkFunnels()
    checkPrompts()
    checkCredit()
    checkDays()
  }

  private mutating func expect(_ left: Int, _ sign: Sign, _ right: Int, _ law: String) {
    let holds =
      switch sign {
      case .equals: left == right
      case .atMost: left <= right
      }
    if !holds { broken.append("\(law): \(left) \(sign.rawValue) \(right) does not hold") }
  }

  private enum Sign: String {
    case equals = "="
    case atMost = "<="
  }

  /// No metric is NaN or infinite, and a part of a whole lies between 0 and 1.
  private mutating func checkMetrics(of observation: Observation) {
    for metric in Metric.all {
      guard let value = metric.value(in: observation) else { continue }
      if !value.isFinite { broken.append("\(metric.key) is \(value)") }
      if metric.isProportion, !(0...1).contains(value) {
        broken.append("\(metric.key) is a share of \(value)")
      }
    }
  }

  /// Stages that count the same unit never grow.
  private mutating func checkFunnels() {
    let origins = tally.origins
    for (name, funnels) in [
      ("way", origins.byWay), ("trigger", origins.byTrigger), ("target", origins.byTarget),
    ] {
      for (place, funnel) in funnels.enumerated() {
        let place = "of \(name) \(place)"
        expect(funnel.taps, .atMost, funnel.invites, "taps and invites \(place)")
        expect(funnel.launches, .atMost, funnel.taps, "launches and taps \(place)")
        expect(funnel.homes, .atMost, funnel.launches, "homes and launches \(place)")
      }
    }
    let launches = tally.launches
    let all = launches.organic + launches.invited
    // Those by invites from before the start are newcomers, and belong to no invite of the run.
    let ofRun = launches.invited - launches.byEarlier
    expect(ofRun, .atMost, tally.taps.leadToInstall, "invited launches and installs")
    expect(launches.byEarlier, .atMost, launches.invited, "launches by earlier invites")
    expect(launches.homeByEarlier, .atMost, launches.byEarlier, "homes by earlier invites")
    expect(launches.homeByEarlier, .atMost, launches.causedHome, "homes by invites, earlier ones")
    expect(
      launches.causedHome - launches.homeByEarlier, .atMost, ofRun, "homes by invites of the run")
    expect(
      origins.byWay.reduce(0) { $0 + $1.launches }, .equals, ofRun, "launches of the run by way")
    expect(origins.byWay.reduce(0) { $0 + $1.taps }, .equals, tally.taps.all, "taps by way")
    expect(launches.home, .atMost, all, "homes and launches")
    expect(launches.causedHome, .atMost, launches.invited, "homes and launches by invites")
    expect(launches.invitedHome, .atMost, tally.credit.credited, "homes and launches credited")
    expect(launches.signedUp, .atMost, all, "sign-ups and launches")
    expect(launches.signedUpHome, .atMost, launches.signedUp, "homes of members and sign-ups")
    expect(launches.signedUpHome, .atMost, launches.home, "homes with an account and homes")
    expect(launches.firstValue, .atMost, all, "first values and launches")
    expect(launches.causedFirstValue, .atMost, launches.invited, "first values by invites")
    expect(launches.granted, .atMost, launches.explained, "grants and explainers")
    expect(launches.accepted, .atMost, ofRun, "acceptances and invited launches")
    expect(launches.signedUpInWeek, .atMost, ofRun, "sign-ups in a week and invited launches")
    expect(tally.afterwards.causedConnected, .atMost, ofRun, "connections by invites")
    let recipients = tally.recipients
    expect(recipients.people, .atMost, recipients.invites, "people invited and invites")
    expect(recipients.ofSeveral, .atMost, recipients.people, "people of several inviters")
    expect(tally.shares.toMany, .atMost, tally.shares.sent, "shares to many")
    let taps = tally.taps
    expect(taps.byMembers + taps.notOnIOS, .atMost, taps.all, "taps that lead nowhere")
    expect(taps.leadToInstall, .atMost, taps.all, "installs and taps")
    expect(taps.recorded, .atMost, taps.all, "clicks and taps")
    let activity = tally.activity
    expect(activity.sessionsInCycle, .atMost, tally.sessions, "sessions in a first cycle")
    expect(
      activity.invitesInCycle, .atMost, tally.days.reduce(0) { $0 + $1.invites },
      "invites in a first cycle")
    expect(
      tally.afterwards.depth.reduce(0, +), .atMost, tally.credit.credited, "newcomers by wave")
    expect(activity.flowSenders, .atMost, activity.openers, "senders by a flow and openers")
    expect(activity.sendingsWithReturn, .atMost, activity.sendings, "returns and sendings")
    expect(activity.returners, .atMost, activity.inviters, "returners and inviters")
    for (month, senders) in activity.monthlySenders.enumerated() {
      let active = activity.monthlyActive[month]
      expect(senders, .atMost, active, "senders and active members of month \(month)")
    }
    for (week, openers) in activity.weeklyOpeners.enumerated() {
      let active = activity.weeklyActive[week]
      expect(openers, .atMost, active, "openers and active members of week \(week)")
    }
  }

  private mutating func checkPrompts() {
    let prompts = tally.prompts
    for trigger in prompts.met.indices {
      let place = "of trigger \(trigger)"
      let answered = prompts.tapped[trigger] + prompts.dismissed[trigger]
      expect(prompts.shown[trigger], .atMost, prompts.met[trigger], "prompts and moments \(place)")
      expect(prompts.shared[trigger], .atMost, prompts.tapped[trigger], "shares and taps \(place)")
      // A card that stays up from an earlier session may be answered in a later one.
      expect(answered > 0 ? 1 : 0, .atMost, prompts.shown[trigger], "answers \(place)")
    }
  }

  /// Every launch is credited, recorded or credited to no one; and the same by rule and by truth.
  private mutating func checkCredit() {
    let credit = tally.credit
    let launches = tally.launches.organic + tally.launches.invited
    expect(
      credit.credited + credit.recordedOnly + credit.none, .equals, launches,
      "credited, recorded and uncredited launches")
    expect(credit.all.total, .equals, launches, "verdicts and launches")
    expect(
      credit.byRule.values.reduce(0) { $0 + $1.total }, .equals, launches,
      "verdicts by rule and launches")
    expect(credit.conflicting.total, .atMost, launches, "conflicts and launches")
    expect(
      credit.right + credit.wrong + credit.stolen, .equals, credit.credited,
      "right, wrong and stolen credits")
    expect(credit.right + credit.wrong + credit.lost, .equals, tally.launches.invited, "invited")
    expect(
      credit.stolen + credit.all[.organic], .equals, tally.launches.organic, "organic launches")
  }

  /// The days add up to the totals.
  private mutating func checkDays() {
    func sum(_ count: (Tally.Day) -> Int) -> Int { tally.days.reduce(0) { $0 + count($1) } }
    let launches = tally.launches.organic + tally.launches.invited
    expect(
      sum(\.organicLaunches) + sum(\.creditedLaunches), .equals, launches, "launches by day")
    expect(sum(\.creditedLaunches), .equals, tally.credit.credited, "credits by day")
    expect(sum(\.homes), .equals, tally.launches.home, "homes by day")
    expect(sum(\.sessions), .equals, tally.sessions, "sessions by day")
    expect(sum(\.taps), .equals, tally.taps.all + tally.taps.ofEarlier, "taps by day")
    expect(
      sum(\.invites), .equals, tally.origins.byWay.reduce(0) { $0 + $1.invites }, "invites by day")
    expect(sum(\.cohortInvites), .equals, sum(\.invites), "invites by cohort")
    expect(sum(\.prompts), .equals, tally.prompts.shown.reduce(0, +), "prompts by day")
    expect(sum(\.sheets), .equals, tally.shares.sheets, "share sheets by day")
    expect(sum(\.firstValues), .equals, tally.launches.firstValue, "first values by day")
    expect(sum(\.cohortValued), .equals, tally.launches.firstValue, "first values by cohort")
    expect(sum(\.cohortMembers), .equals, tally.launches.home, "homes by cohort")
    expect(
      tally.afterwards.depth.reduce(0, +), .equals, tally.credit.credited, "credits by depth")
  }
}

extension Metric {
  /// Whether the value is a part of a whole, and no difference of two such parts.
  var isProportion: Bool { style == .share && !Self.differences.contains(key) }

  /// Written in per cent, and yet free to leave 0 to 1: a loss that may be a gain, and an excess.
  private static let differences: Set<String> = ["k.saturation", "uninstall.excess"]
}
