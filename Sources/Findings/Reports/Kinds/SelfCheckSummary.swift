public import GrowthloopFindings
import Statistics

extension SelfCheckFindings {
  /// The self-check in the form for a terminal.
  public var summary: Report {
    let rows = cases.flatMap { one in
      one.percentiles.enumerated().map { place, found in
        [
          place == 0 ? one.name : "", RequestFigures.name(of: found.percentile),
          Self.milliseconds(found.reported), Self.milliseconds(found.truth),
          found.isTrue ? "true" : one.verdict,
        ]
      }
    }
    let invalid = cases.filter { !$0.isTrue && !$0.isClosedLoop && !$0.because.isEmpty }
    let repeated = cases.filter { $0.runs > 1 }
    return Report(
      "\(machine), \(build) build",
      sections: [
        Section(
          [
            .table(
              Table(
                ["server", "percentile", .number("reported ms"), .number("true ms"), ""], rows)),
            .paragraph(
              "True is within 1% of what the scripted server did to each planned request."),
          ]
            + invalid.flatMap { one in
              [.paragraph("Not valid: \(one.name)"), .list(one.because)]
            }
            + repeated.map { one in
              .paragraph(
                "Measured \(one.runs) times, the last counts: \(one.name). The runs before were "
                  + "disturbed by others on this machine, and not true.")
            }
            + (partial
              ? [.paragraph("Interrupted after \(cases.count) of \(casesWanted) servers.")] : []))
      ])
  }

  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    NumberText.significant(Double(nanoseconds) / 1e6)
  }
}

extension SelfCheckFindings.Case {
  /// The word for an untrue figure.
  fileprivate var verdict: String {
    if isClosedLoop { return "hidden by the closed loop" }
    return because.isEmpty ? "wrong" : "not valid"
  }
}
