import GrowthloopModel
import Statistics

extension Metric {
  /// The members who come back.
  static let retention: [Metric] =
    ActivityTally.returnDays.enumerated().flatMap { place, days in
      let later =
        "so many days after the first launch or later, of those who joined that long before "
        + "the end"
      let span = days == 1 ? "1 day" : "\(days) days"
      let ids = days == 1 ? [] : ["P-DSH-04"]
      return [
        retention(
          "retention.day\(days)", "Back after \(span)", "of newcomers at home",
          "The share of newcomers at home with a session \(later): \(days).", ids, days
        ) {
          ($0.activity.invitedReturns[place] + $0.activity.organicReturns[place], \.cohortMembers)
        },
        retention(
          "retention.invited.day\(days)", "Invited, back after \(span)", "of credited newcomers",
          "The share of newcomers credited to an inviter with a session \(later): \(days).", ids,
          days
        ) { ($0.activity.invitedReturns[place], \.cohortInvited) },
        retention(
          "retention.organic.day\(days)", "Others, back after \(span)", "of other newcomers",
          "The share of newcomers credited to no inviter with a session \(later): \(days).", ids,
          days
        ) { ($0.activity.organicReturns[place], { $0.cohortMembers - $0.cohortInvited }) },
        retention(
          "retention.valued.day\(days)", "With first value, back after \(span)",
          "of newcomers with first value",
          "The share of newcomers who saw first value with a session \(later): \(days).",
          days == 1 ? ["FMX-06"] : [], days
        ) { ($0.activity.valuedReturns[place], \.cohortValued) },
      ]
    }
    + ActivityTally.retentionDays.enumerated().map { place, days in
      retention(
        "retention.active.day\(days)", "Active on day \(days)", "of newcomers at home",
        "The share of newcomers at home with a session in the twenty-four hours that begin \(days) "
          + "times twenty-four hours after the first launch, of those whose hours were over before the "
          + "end: what use.retentionDay\(days) asks for under use.retentionMeans: activity.",
        [], days + 1
      ) { ($0.activity.activeAfter[place], \.cohortMembers) }
    } + [
      uninstalls(
        "uninstall.invited", "Invited who uninstall", "credited to an inviter", \.invitedUninstalls,
        \.creditedLaunches),
      uninstalls(
        "uninstall.organic", "Others who uninstall", "credited to no inviter", \.organicUninstalls,
        \.organicLaunches),
      Metric(
        key: "uninstall.excess", name: "Uninstalls of invited above others",
        unit: "of first launches",
        style: .share,
        definition:
          "uninstall.invited less uninstall.organic: what invites add. The model lets both stay alike "
          + "unless use.invitedStay says otherwise, so that they differ only by onboarding and chance.",
        answers: ["D-MET-10"], target: .atMost(0, "D-MET-10"),
        value: { run in
          let (invited, organic) = (
            run.uninstalls(\.invitedUninstalls, \.creditedLaunches),
            run.uninstalls(\.organicUninstalls, \.organicLaunches)
          )
          guard let invited = invited.ratio, let organic = organic.ratio else { return nil }
          return invited - organic
        }),
    ]

  /// Newcomers who remove the app within a week.
  private static func uninstalls(
    _ key: String, _ name: String, _ whose: String,
    _ count: @escaping @Sendable (Tally.Day) -> Int,
    _ launches: @escaping @Sendable (Tally.Day) -> Int
  ) -> Metric {
    Metric(
      key: key, name: name, unit: "of first launches \(whose)", style: .share,
      definition:
        "The share of first launches \(whose), a week or more before the end, after which the app "
        + "was removed within 7 days: by use.uninstall of those who stopped using it.",
      answers: ["D-MET-10"], target: nil, counts: { $0.uninstalls(count, launches) })
  }

  private static func retention(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: [String],
    _ days: Int,
    of counts: @escaping @Sendable (Tally) -> (returned: Int, joined: (Tally.Day) -> Int)
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .share, definition: definition, answers: answers,
      target: nil,
      counts: { run in
        let (returned, joined) = counts(run.tally)
        return EventCounts(returned, per: run.cohorts(before: days, joined))
      })
  }
}

extension Observation {
  /// Returns the removals within a week of a launch, per launch at least a week before the end.
  fileprivate func uninstalls(
    _ count: (Tally.Day) -> Int, _ launches: (Tally.Day) -> Int
  ) -> EventCounts {
    EventCounts(cohorts(before: 7, count), per: cohorts(before: 7, launches))
  }
}
