import GrowthloopModel
import Invites
import Onboarding
import Prompts
import Statistics
import Vocabulary

extension Metric {
  /// The newcomers who see first value, the time to it, and those who act on it.
  static let firstValue: [Metric] = [
    .share(
      "firstValue.reached", "First value reached", "of first launches",
      "The share of first launches after which the newcomer saw first value; it is counted for "
        + "itself, whether or not onboarding was completed.",
      "P-DSH-01", "P-DSH-05"
    ) { ($0.tally.launches.firstValue, $0.launches) },
    .share(
      "firstValue.invitedReached", "First value reached by invited", "of invited launches",
      "The share of first launches that an invite led to after which the newcomer saw first value.",
      "P-DSH-01", "P-DSH-05"
    ) { ($0.tally.launches.causedFirstValue, $0.tally.launches.invited) },
    .count(
      "firstValue.invited", "First values of invited", "newcomers",
      "Newcomers who saw first value after an invite led to the first launch.",
      "P-DSH-01", "P-DSH-05"
    ) { $0.tally.launches.causedFirstValue },
    Metric(
      key: "firstValue.seconds", name: "Time to first value", unit: "per newcomer who sees it",
      style: .seconds,
      definition: "The mean time from the first launch to the display of first value.",
      answers: ["FMX-03", "FMX-09"], target: nil,
      value: { run in
        let launches = run.tally.launches
        return launches.firstValue == 0
          ? nil : Double(launches.millisecondsToFirstValue) / 1_000 / Double(launches.firstValue)
      }),
    .quantile(
      0.5, "firstValue.seconds.median", "Median time to first value", "per newcomer who sees it",
      "The time from the first launch to the display of first value that half of them keep.",
      "FMX-03", "FMX-09", style: .seconds
    ) { $0.tally.launches.toFirstValue },
    .quantile(
      0.5, "firstValue.invitedSeconds.median", "Median time to first value, invited",
      "per invited newcomer who sees it",
      "The time from the first launch to the display of first value that half of those keep whom an "
        + "invite led to the install: the store and the download are left out.",
      "P-MET-05", target: .below(60, "P-MET-05"), style: .seconds
    ) { $0.tally.launches.invitedToFirstValue },
    .quantile(
      0.5, "firstValue.sinceTap.median", "Median time from tap to first value",
      "per invited newcomer who sees it",
      "The time from the tap on the link to the display of first value that half of those keep whom "
        + "an invite led to the install: the store, the download and the wait are inside.",
      "P-MET-05", target: .below(60, "P-MET-05"), style: .seconds
    ) { $0.tally.launches.tapToFirstValue },
    .quantile(
      0.9, "firstValue.sinceTap.p90", "Tap to first value, nine in ten",
      "per invited newcomer who sees it",
      "The time from the tap on the link to the display of first value that nine in ten keep.",
      "P-MET-05", style: .seconds
    ) { $0.tally.launches.tapToFirstValue },
    .share(
      "firstValue.inTime", "First values in time", "of first values",
      "The share of first values within the profile's budget, by its clock, where it has one."
    ) {
      let launches = $0.tally.launches
      return (launches.valueInTime, launches.valueInTime + launches.valueLate)
    },
    action("Acts in the first session", "something to act on", key: "action", [0, 1]),
    action("Acts on cleanup", "duplicates or contacts to clean up", key: "cleanupAction", [0]),
    action("Acts on policy", "only the checklist of their policy", key: "policyAction", [1]),
  ]

  private static func action(
    _ name: String, _ found: String, key: String, _ places: [Int]
  ) -> Metric {
    .share(
      "firstValue.\(key)", name, "of newcomers at home with a card",
      "The share of newcomers who came home and found there \(found) who took the primary action in "
        + "their first session.",
      "FMX-05"
    ) { run in
      let launches = run.tally.launches
      return (
        places.reduce(0) { $0 + launches.acted[$1] },
        places.reduce(0) { $0 + launches.offered[$1] }
      )
    }
  }
}

extension Metric {
  /// Every metric, in the order of the loop.
  public static let all: [Metric] =
    coefficients + cascades + growth + arrivals + prompts + promptsByKind
    + sending + flow + sendingByOrigin
    + conversion + recipients + surfaces + credit + returns + onboarding + firstValue + retention
    + judgement + waves + recruits + money

  /// The metrics of a summary unless all are requested.
  public static let headline = [
    "k.cohort", "k.month", "k.sender", "k.basic", "k.effective", "cycle.days", "depth.mean",
    "members.invitedShare", "prompts.shown", "prompts.shownShare", "prompts.tapShare",
    "sends.senderShare", "sends.perActiveMonth", "sends.recipientsPerActiveMonth",
    "flow.senderShare", "flow.sheetCompletion", "conversion.tapped", "conversion.home",
    "conversion.homeOfTapped",
    "credit.rightShare", "credit.wrongShare", "credit.lostShare", "credit.stolenShare",
    "credit.conflictShare", "return.inviterShare", "onboarding.completion", "onboarding.grantShare",
    "retention.day30",
  ]

  private static let places: [String: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) })

  /// Returns the place in `all` of the metric with the key `key`.
  public static func place(of key: String) -> Int? { places[key] }

  public static func named(_ key: String) -> Metric? { place(of: key).map { all[$0] } }
}

extension Metric {
  /// Arrivals without an invite, and their results.
  static let arrivals: [Metric] =
    arrivals("organic", "organic", \.organic) + arrivals("crowd", "of the crowd", \.crowd)

  private static func arrivals(
    _ key: String, _ phrase: String,
    _ kind: @escaping @Sendable (ArrivalTally) -> ArrivalTally.Kind
  ) -> [Metric] {
    [
      .count(
        "arrivals.\(key).attempted", "Arrivals attempted, \(phrase)", "attempts",
        "Times that a person without an invite was to come, \(phrase)."
      ) { kind($0.tally.arrivals).attempted },
      .count(
        "arrivals.\(key).newcomers", "Arrivals, \(phrase)", "newcomers",
        "Newcomers without an invite, \(phrase): none of them was a member before."
      ) { kind($0.tally.arrivals).newcomers },
      .count(
        "arrivals.\(key).unanswered", "Arrivals that found no one, \(phrase)", "attempts",
        "Times that a person was to come, \(phrase), when all whose phone runs the app were members."
      ) { kind($0.tally.arrivals).unanswered },
    ]
  }
}

extension Metric {
  /// The credited inviters, against the truth that only a simulation has.
  static let credit: [Metric] = [
    .count(
      "credit.credited", "Launches credited", "first launches",
      "First launches credited to an inviter."
    ) { $0.tally.credit.credited },
    .count(
      "credit.recordedOnly", "Launches recorded only", "first launches",
      "First launches of which the inviter is kept for analytics, without credit."
    ) { $0.tally.credit.recordedOnly },
    .count(
      "credit.existingUsers", "Credits for existing users", "taps",
      "Taps by members that earn the inviter an acceptance, once the two connect, or an action, as "
        + "receipt.existingUserCredit says; none of them counts as an install.",
      "CNF-07"
    ) { $0.tally.taps.acceptances + $0.tally.taps.actions },
    .count(
      "credit.none", "Launches without credit", "first launches",
      "First launches credited to no inviter."
    ) { $0.tally.credit.none },
    .share(
      "credit.rightShare", "Rightly credited", "of invited launches",
      "The share of first launches that an invite led to and that are credited to its sender."
    ) { ($0.tally.credit.right, $0.tally.launches.invited) },
    .share(
      "credit.wrongShare", "Wrongly credited", "of invited launches",
      "The share of first launches that an invite led to and that are credited to another inviter."
    ) { ($0.tally.credit.wrong, $0.tally.launches.invited) },
    .share(
      "credit.lostShare", "Credit lost", "of invited launches",
      "The share of first launches that an invite led to and that are credited to no inviter."
    ) { ($0.tally.credit.lost, $0.tally.launches.invited) },
    .share(
      "credit.stolenShare", "Credit stolen", "of organic launches",
      "The share of first launches that no invite led to and that are credited to an inviter."
    ) { ($0.tally.credit.stolen, $0.tally.launches.organic) },
    .share(
      "credit.precision", "Credits that are right", "of credits",
      "The share of credits that went to the sender of the invite that led to the launch."
    ) { ($0.tally.credit.right, $0.tally.credit.credited) },
    .count(
      "credit.conflicts", "Conflicts", "first launches",
      "First launches with clicks of several inviters that may all compete."
    ) { $0.tally.credit.conflicts },
    .share(
      "credit.conflictShare", "Conflicts of launches", "of first launches",
      "The share of first launches with clicks of several inviters that may all compete."
    ) { ($0.tally.credit.conflicts, $0.launches) },
    .share(
      "credit.conflictRight", "Conflicts decided rightly", "of conflicts",
      "The share of conflicts that went to the inviter whose link led to the install."
    ) { ($0.tally.credit.conflicting[.right], $0.tally.credit.conflicts) },
    .share(
      "credit.conflictWrong", "Conflicts decided wrongly", "of conflicts",
      "The share of conflicts over an invited launch that went to another inviter."
    ) { ($0.tally.credit.conflicting[.wrong], $0.tally.credit.conflicts) },
    .share(
      "credit.conflictStolen", "Conflicts over organic launches", "of conflicts",
      "The share of conflicts over a launch that no invite led to that went to an inviter."
    ) { ($0.tally.credit.conflicting[.stolen], $0.tally.credit.conflicts) },
    .share(
      "credit.conflictNobody", "Conflicts that went to no inviter", "of conflicts",
      "The share of conflicts that went to no inviter."
    ) {
      let conflicting = $0.tally.credit.conflicting
      return (conflicting[.lost] + conflicting[.organic], $0.tally.credit.conflicts)
    },
  ]
}

extension Metric {
  /// The targets of the product document, judged eight weeks after the start.
  static let judgement: [Metric] = [
    sending, conversion, flow, firstValue,
  ].joined().filter { $0.target?.document.hasPrefix("P-MET") == true }.map(\.atJudgement)

  /// The same metric over the first eight weeks.
  private var atJudgement: Metric {
    reading(
      as: "week8.\(key)", "\(name), after 8 weeks",
      "The same as \(key), over the first \(GrowthRun.judgementDay) days; runs that are shorter "
        + "have none. There was nothing before the launch to compare with.",
      answers: ["P-MET-06"], of: \.atJudgement)
  }
}

extension Metric {
  /// The progress of newcomers.
  static let onboarding: [Metric] =
    [
      .share(
        "onboarding.completion", "Onboarding completed", "of first launches",
        "The share of first launches after which the newcomer reached home.",
        "KPI-04", "P-DSH-01", target: .above(0.8, "KPI-04")
      ) { ($0.tally.launches.home, $0.launches) },
      .share(
        "onboarding.invitedCompletion", "Onboarding completed by invited", "of invited launches",
        "The share of first launches that an invite led to after which the newcomer reached home.",
        "KPI-04", "KPI-08"
      ) { ($0.tally.launches.causedHome, $0.tally.launches.invited) },
      .share(
        "onboarding.organicCompletion", "Onboarding completed by others", "of organic launches",
        "The share of first launches that no invite led to after which the newcomer reached home.",
        "KPI-04", "KPI-08"
      ) { ($0.tally.launches.home - $0.tally.launches.causedHome, $0.tally.launches.organic) },
      .share(
        "onboarding.verified", "Phone verified", "of first launches",
        "The share of first launches after which the newcomer verified a phone number; a launch "
          + "stands for the install, which no event reports.",
        "FMX-01", "FMX-08"
      ) { ($0.tally.launches.verified, $0.launches) },
      .share(
        "onboarding.signedUp", "Signed up", "of first launches",
        "The share of first launches after which the newcomer had an account."
      ) { ($0.tally.launches.signedUp, $0.launches) },
      .share(
        "onboarding.grantShare", "Contacts allowed", "of newcomers shown the explainer",
        "Newcomers who allowed access to contacts in the first run, per newcomer who was shown why.",
        "FMX-02", "D-MET-05", target: .above(0.6, "D-MET-05")
      ) { ($0.tally.launches.granted, $0.tally.launches.explained) },
      .share(
        "onboarding.firstSession", "Home of signed up", "of newcomers signed up",
        "The share of newcomers who signed up that reached home.", "FMX-04"
      ) { ($0.tally.launches.signedUpHome, $0.tally.launches.signedUp) },
    ]
    + JourneyScreen.allCases.map { screen in
      let place = Int(screen.ordinal)
      return .count(
        "onboarding.leftAt.\(screen)", "Left at \(screen)", "newcomers",
        "Newcomers who never reached home and saw \(screen) last.", "FMX-04"
      ) { $0.tally.launches.leftAt[place] }
    }
}

extension Metric {
  /// The prompts that appeared, and their results.
  static let prompts: [Metric] = [
    .count(
      "prompts.met", "Moments for a prompt", "moments",
      "Moments at which a trigger of the policy met the prompt rules.", "KPI-06"
    ) { $0.promptsMet },
    .count("prompts.shown", "Prompts shown", "prompts", "Prompts that appeared.", "KPI-06") {
      $0.promptsShown
    },
    .share(
      "prompts.shownShare", "Moments that show a prompt", "of moments",
      "The share of moments at which the prompt appeared.", "KPI-06"
    ) { ($0.promptsShown, $0.promptsMet) },
    .ratio(
      "prompts.perActiveMonth", "Prompts a member sees a month",
      "prompts per active member and month",
      "Prompts that appeared per active member and month, over all months of 30 days.",
      "KPI-06"
    ) { ($0.promptsShown, $0.memberMonths) },
    .share(
      "prompts.tapShare", "Prompts tapped", "of prompts shown",
      "The share of prompts that were tapped.", "KPI-06"
    ) { ($0.tally.prompts.tapped.reduce(0, +), $0.promptsShown) },
    .share(
      "prompts.dismissShare", "Prompts dismissed", "of prompts shown",
      "Dismissals of a prompt, per prompt that appeared.", "KPI-06"
    ) { ($0.tally.prompts.dismissed.reduce(0, +), $0.promptsShown) },
    .ratio(
      "prompts.ignoredPerShown", "Visits past a prompt", "visits per prompt shown",
      "Sessions that left a prompt as it was, neither tapped nor dismissed, per prompt that "
        + "appeared.",
      "KPI-06"
    ) { ($0.tally.prompts.ignored, $0.promptsShown) },
  ]

  /// Prompts by their trigger, and by the reason that withheld them.
  static let promptsByKind: [Metric] =
    PromptTrigger.allCases.flatMap { trigger in
      let place = Int(trigger.ordinal)
      return [
        Metric.count(
          "prompts.met.\(trigger.rawValue)", "Met at \(trigger.rawValue)", "moments",
          "Moments at which \(trigger.rawValue) met the prompt rules.", "P-DSH-03"
        ) { $0.tally.prompts.met[place] },
        Metric.count(
          "prompts.shown.\(trigger.rawValue)", "Shown at \(trigger.rawValue)", "prompts",
          "Prompts that appeared at \(trigger.rawValue).", "P-DSH-03"
        ) { $0.tally.prompts.shown[place] },
      ]
    }
    + PromptSuppression.allCases.map { reason in
      let place = Int(reason.ordinal)
      return Metric.count(
        "prompts.suppressed.\(reason.rawValue)", "Held back by \(reason.rawValue)", "moments",
        "Moments at which \(reason.rawValue) withheld a prompt; a prompt held back for "
          + "several reasons counts for each.", "KPI-06"
      ) { $0.tally.prompts.suppressed[place] }
    }
}

extension Metric {
  /// The results for the inviter.
  static let returns: [Metric] = [
    .share(
      "return.inviterShare", "Inviters who return", "of inviters",
      "The share of members who sent an invite at least a day before the end who opened the app "
        + "within 24 hours of an invite of theirs, in a session after the one of the invite.",
      "D-MET-03", target: .above(0.8, "D-MET-03")
    ) { ($0.tally.activity.returners, $0.tally.activity.inviters) },
    .share(
      "return.sendingShare", "Sendings with a return", "of sendings",
      "The share of sendings that a session followed within 24 hours; what a member sends before "
        + "that session, or within the 24 hours, counts with the first.",
      "D-MET-03"
    ) { ($0.tally.activity.sendingsWithReturn, $0.tally.activity.sendings) },
    .count(
      "after.connected", "Connections", "newcomers",
      "Newcomers who were connected with their inviter."
    ) { $0.tally.afterwards.connected },
    .count(
      "after.suggested", "Connections suggested", "newcomers",
      "Newcomers to whom their inviter was suggested instead."
    ) { $0.tally.afterwards.suggested },
    .count(
      "after.notifications", "Notifications", "notifications",
      "Times that an inviter was notified of a newcomer."
    ) { $0.tally.afterwards.notifications },
    .share(
      "after.returnShare", "Returns for the news", "of notifications",
      "The share of notifications for which the inviter came back."
    ) { ($0.tally.afterwards.returns, $0.tally.afterwards.notifications) },
    .count(
      "after.deletions", "Accounts deleted", "members", "Members who deleted their account."
    ) { $0.tally.afterwards.deletions },
  ]
}

extension Metric {
  /// Invites that members send, in each of the three units that the documents count in.
  static let sending: [Metric] = [
    .share(
      "sends.senderShare", "Members who send", "of active members in a month",
      "The share of the active members of a month who began a share in it that sent an invite, over "
        + "all months of 30 days but a last one cut short by more than four; \(activeMember).",
      "P-MET-01", target: .of(0.15, "P-MET-01")
    ) {
      let activity = $0.tally.activity
      return (
        activity.monthlySenders.prefix($0.wholeMonths).reduce(0, +),
        activity.monthlyActive.prefix($0.wholeMonths).reduce(0, +)
      )
    },
    .ratio(
      "sends.perActiveMonth", "Shares a member sends a month",
      "completed shares per active member and month",
      "Completed shares by a way through the app, whatever their recipients, per active member and "
        + "month, over all months of 30 days; copying the link is no share.",
      "KPI-02", "CNF-06", target: .above(1.5, "KPI-02")
    ) { ($0.completions, $0.memberMonths) },
    .ratio(
      "sends.recordsPerActiveMonth", "Shares and copies a month",
      "shares and copies per active member and month",
      "Completed shares and copied links per active member and month, over all months of 30 days.",
      "CNF-06"
    ) { ($0.completions + $0.copies, $0.memberMonths) },
    .ratio(
      "sends.recipientsPerActiveMonth", "People a member invites a month",
      "invited recipients per active member and month",
      "Recipients of invites, each counted every time, per active member and month, over all months "
        + "of 30 days.",
      "KPI-02", "CNF-06"
    ) { ($0.invites, $0.memberMonths) },
    .count(
      "sends.completions", "Invites as shares", "completed shares",
      "Completed shares; copying the link is none.", "CNF-06"
    ) { $0.completions },
    .count(
      "sends.records", "Invites as records", "shares and copies",
      "Completed shares and copied links.", "CNF-06"
    ) { $0.completions + $0.copies },
    .count(
      "sends.recipients", "Invites as recipients", "recipients",
      "Recipients of invites, each counted every time.", "CNF-06", "D-MET-12"
    ) { $0.invites },
    .ratio(
      "sends.perSender", "Invites of a sender", "recipients per sender",
      "Recipients of invites per member who ever sent one.", "D-MET-12"
    ) { ($0.invites, $0.tally.activity.senders) },
    .ratio(
      "sends.perMember", "Invites of a member", "recipients per member",
      "Recipients of invites per member, at home or not, those of the start among them."
    ) { ($0.invites, $0.members) },
  ]
}

extension Metric {
  /// The measures of the catalogue that a simulation does not answer, or only in part.
  ///
  /// Each has the reason beside it.
  public static let unanswered: [(id: String, reason: String)] =
    unansweredGoals + elsewhere.flatMap(\.self)

  /// Those of them that are goals or guardrails of a launch.
  public static let unansweredGoals: [(id: String, reason: String)] = [
    (
      "D-MET-08",
      "the latency of the service is measured by the load generator; here it is given, as "
        + "sharing.linkTime"
    ),
    ("D-MET-09", "ratings and reviews are not modelled; recipients.complaints stands in for them"),
    ("P-DSH-06", "crashes and support tickets are not modelled; the funnel stands in the days"),
  ]

  /// The other rows, by the reason.
  private static let elsewhere = [
    unanswered(
      "what one member sees of their own invites is the dashboard's: decide visibility",
      "DSH-03", "DSH-04", "DSH-05", "DSH-06", "DSH-25", "DSH-26", "DSH-30"),
    unanswered(
      "the levers are parameters and settings: sweep and compare vary them",
      "KPI-05", "KPI-07"),
    unanswered(
      "sets targets beside each other, without a measure of its own",
      "KPI-09", "FMX-07", "D-MET-11", "D-RSK-06"),
    unanswered(
      "counts events of the Home tab, or names their properties: decide event",
      "ANA-21", "ANA-22"),
    unanswered("the contact list is measured by growthloop contacts", "HPF-07", "HPF-08"),
    unanswered(
      "answered by several metrics together: conversion.* and onboarding.completion",
      "P-SCO-01", "D-SCO-07"),
    unanswered(
      "a difference between two worlds, which compare measures",
      "P-NTF-06", "P-ONB-08", "D-RSK-01"),
    unanswered(
      "what an experiment tells, which growthloop experiment simulates",
      "P-EXP-01", "P-EXP-02", "P-EXP-03", "P-EXP-04", "P-EXP-05", "P-EXP-06", "P-EXP-07",
      "P-EXP-10", "D-PRO-01", "D-PRO-06"),
    unanswered("the size of an experiment, which growthloop power answers", "P-EXP-08"),
    unanswered(
      "taps are counted by the flows themselves: flow.taps.median has those of shares",
      "D-PRO-07"),
    unanswered("only a person can say it", "D-TAP-01", "D-PRO-09"),
  ]

  private static func unanswered(_ reason: String, _ rows: String...)
    -> [(id: String, reason: String)]
  {
    rows.map { ($0, reason) }
  }
}
