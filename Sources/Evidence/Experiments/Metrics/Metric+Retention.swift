import GrowthModel

extension Metric {
  /// Who comes back.
  static let retention: [Metric] = ActivityTally.returnDays.enumerated().flatMap { place, days in
    let later =
      "so many days after the first launch or later, of those who joined that long before "
      + "the end"
    let ids = days == 1 ? [] : ["P-DSH-04"]
    return [
      retention(
        "retention.day\(days)", "Back after \(days) d", "of newcomers at home",
        "The share of newcomers at home with a session \(later): \(days).", ids, days
      ) {
        ($0.activity.invitedReturns[place] + $0.activity.organicReturns[place], \.cohortMembers)
      },
      retention(
        "retention.invited.day\(days)", "Invited, back after \(days) d", "of credited newcomers",
        "The share of newcomers credited to an inviter with a session \(later): \(days).", ids, days
      ) { ($0.activity.invitedReturns[place], \.cohortInvited) },
      retention(
        "retention.organic.day\(days)", "Others, back after \(days) d", "of other newcomers",
        "The share of newcomers credited to nobody with a session \(later): \(days).", ids, days
      ) { ($0.activity.organicReturns[place], { $0.cohortMembers - $0.cohortInvited }) },
      retention(
        "retention.valued.day\(days)", "With first value, back after \(days) d",
        "of newcomers with first value",
        "The share of newcomers who saw first value with a session \(later): \(days).",
        days == 1 ? ["FMX-06"] : [], days
      ) { ($0.activity.valuedReturns[place], \.cohortValued) },
    ]
  } + [
    uninstalls(
      "uninstall.invited", "Invited who uninstall", "credited to an inviter", \.invitedUninstalls,
      \.creditedLaunches),
    uninstalls(
      "uninstall.organic", "Others who uninstall", "credited to nobody", \.organicUninstalls,
      \.organicLaunches),
  ]

  /// Newcomers who remove the app within a week.
  private static func uninstalls(
    _ key: String, _ name: String, _ whose: String,
    _ count: @escaping @Sendable (Tally.Day) -> Int,
    _ launches: @escaping @Sendable (Tally.Day) -> Int
  ) -> Metric {
    .share(
      key, name, "of first launches \(whose)",
      "The share of first launches \(whose), a week or more before the end, after which the app was "
        + "removed within 7 days: by use.uninstall of those who stopped using it.",
      "D-MET-10"
    ) { ($0.cohorts(before: 7, count), $0.cohorts(before: 7, launches)) }
  }

  private static func retention(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: [String],
    _ days: Int,
    of counts: @escaping @Sendable (Tally) -> (returned: Int, joined: (Tally.Day) -> Int)
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .share, definition: definition, answers: answers,
      target: nil
    ) { run in
      let (returned, joined) = counts(run.tally)
      let cohort = run.cohorts(before: days, joined)
      return cohort == 0 ? nil : Double(returned) / Double(cohort)
    }
  }
}
