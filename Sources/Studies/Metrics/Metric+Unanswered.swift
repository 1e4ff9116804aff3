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
