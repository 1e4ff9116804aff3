/// A row of the catalogue about a measure that no metric of a simulation answers.
public struct UnansweredRow: Hashable, Sendable {
  /// The catalogue id.
  public let id: String
  /// Why no metric answers it, and what does.
  public let reason: String
}

extension Metric {
  /// The rows about measures that no metric answers.
  public static let unanswered: [UnansweredRow] = [
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
    unanswered("times of the link service are measured by growthloop load", "D-MET-08"),
    unanswered("the contact list is measured by growthloop contacts", "HPF-07", "HPF-08"),
    unanswered(
      "answered by several metrics together: conversion.* and onboarding.completion",
      "P-SCO-01", "D-SCO-07"),
    unanswered(
      "a difference between two worlds, which compare measures",
      "P-NTF-06", "P-ONB-08", "D-RSK-01"),
    unanswered(
      "needs experiments, which this tool does not run yet",
      "P-EXP-01", "P-EXP-02", "P-EXP-03", "P-EXP-04", "P-EXP-05", "P-EXP-06", "P-EXP-07",
      "P-EXP-08", "P-EXP-10", "D-PRO-01", "D-PRO-06"),
    unanswered(
      "taps are counted by the flows themselves: flow.taps.median has those of shares",
      "D-PRO-07"),
    unanswered("only a person can say it", "D-TAP-01", "D-PRO-09"),
    unanswered(
      "complaints are counted; who is invited by several inviters at once is not",
      "D-RSK-04"),
  ].flatMap(\.self)

  private static func unanswered(_ reason: String, _ rows: String...) -> [UnansweredRow] {
    rows.map { UnansweredRow(id: $0, reason: reason) }
  }
}
