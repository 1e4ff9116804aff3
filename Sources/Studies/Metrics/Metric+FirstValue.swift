import GrowthloopModel
import Statistics

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
