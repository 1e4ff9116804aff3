import GrowthloopModel
import Statistics

extension Metric {
  /// The definition of an active member, in every metric that counts them.
  ///
  /// Senders and openers are among them, so that no proportion of them exceeds 1.
  static let activeMember =
    "active is who had a session in that time, reached home, or began a share that sent an invite"

  /// The viral coefficient, by each of its definitions.
  static let coefficients: [Metric] = [
    .ratio(
      "k.cohort", "Others credited to each newcomer", "credited newcomers per newcomer and cycle",
      "Newcomers at home who are credited to a cohort within one cycle (metrics.kCycleDays) of its "
        + "first launch, per member of the cohort who reached home; cohorts with a whole cycle "
        + "before the end, without the first members.",
      "KPI-01", "KPI-10", target: .above(0.5, "KPI-01")
    ) { run in
      (
        run.cohorts(before: run.cycleDays, \.cohortHomesInCycle),
        run.cohorts(before: run.cycleDays, \.cohortMembers)
      )
    },
    .ratio(
      "k.month", "Newcomers credited to a member a month",
      "credited newcomers per active member and month",
      "Newcomers at home who are credited to an inviter, per active member and month, over all months "
        + "of 30 days; a month cut short by the end counts as one; \(activeMember).",
      "KPI-01", "KPI-10", target: .above(0.5, "KPI-01")
    ) { ($0.tally.launches.invitedHome, $0.memberMonths) },
    .ratio(
      "k.sender", "Newcomers credited to each sender", "credited newcomers per sender",
      "Newcomers at home who are credited to an inviter, per member who ever sent an invite.",
      "KPI-01", "KPI-10", target: .above(0.5, "KPI-01")
    ) { ($0.tally.launches.invitedHome, $0.tally.activity.senders) },
    Metric(
      key: "k.basic", name: "Newcomers per member, market untouched",
      unit: "newcomers per member at home",
      style: .ratio,
      definition:
        "Invites per member at home × taps per invite × installs per tap of a person without the app × the "
        + "share of invited launches that reach home: what invites would bring if no one had the "
        + "app yet.",
      answers: ["KPI-01", "KPI-10"], target: nil, counts: { $0.basicCoefficient }),
    .ratio(
      "k.effective", "Newcomers brought per member", "newcomers per member at home",
      "Newcomers whom an invite brought home, whoever is credited, per member at home, those of the "
        + "start among them.",
      "KPI-01", "KPI-10"
    ) { ($0.tally.launches.causedHome, $0.membersAtHome) },
    Metric(
      key: "k.saturation", name: "Lost because people have the app",
      unit: "of the basic coefficient",
      style: .share,
      definition:
        "The share of the basic coefficient that is not reached, because recipients have the app "
        + "already, were invited twice, or had not launched it by the end.",
      answers: ["KPI-01"], target: nil,
      counts: { run in
        // The invites' potential newcomers, and the lost part.
        let whole = (run.basicCoefficient.ratio ?? 0) * Double(run.membersAtHome)
        return EventCounts(max(0, whole - Double(run.tally.launches.causedHome)), per: whole)
      }),
    .ratio(
      "cohort.sessions", "Sessions of a newcomer in a cycle", "sessions per newcomer and cycle",
      "Sessions of newcomers within one cycle (metrics.kCycleDays) of their first launch, per newcomer "
        + "at home, of the cohorts of k.cohort."
    ) { ($0.tally.activity.sessionsInCycle, $0.cohorts(before: $0.cycleDays, \.cohortMembers)) },
    .ratio(
      "cohort.invites", "Invites of a newcomer in a cycle", "recipients per newcomer and cycle",
      "Invites, by recipient, of the same newcomers within the same time."
    ) { ($0.tally.activity.invitesInCycle, $0.cohorts(before: $0.cycleDays, \.cohortMembers)) },
    Metric(
      key: "cycle.days", name: "Days from one launch to the next",
      unit: "days from launch to launch", style: .days,
      definition:
        "The mean time from an inviter's first launch (the beginning, for members of the start) to "
        + "the first launch of an invitee credited to them.",
      answers: ["KPI-01"], target: nil,
      value: { run in
        let after = run.tally.afterwards
        return after.cycles == 0 ? nil : Double(after.cycleSeconds) / Double(after.cycles) / 86_400
      }),
  ]
}

extension Observation {
  /// The coefficient without saturation, as newcomers at home per amount of exposure.
  ///
  /// There is no exposure where a step never happened.
  fileprivate var basicCoefficient: EventCounts {
    let open = tally.taps.all - tally.taps.byMembers
    guard membersAtHome > 0, invites > 0, open > 0, tally.launches.invited > 0 else {
      return EventCounts(0, per: 0)
    }
    let ofOneNewcomer =
      Double(invites) / Double(membersAtHome) * (Double(tally.taps.all) / Double(invites))
      * (Double(tally.taps.leadToInstall) / Double(open)) / Double(tally.launches.invited)
    return EventCounts(Double(tally.launches.causedHome), per: 1 / ofOneNewcomer)
  }
}
