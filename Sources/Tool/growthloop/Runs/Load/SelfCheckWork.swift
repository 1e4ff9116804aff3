import GrowthloopLoadGenerator
package import GrowthloopReports
package import GrowthloopFindings

/// A check that measures servers with known response times, and compares both.
package enum SelfCheckWork {
  /// The limit of runs of one case.
  private static let mostRuns = 3

  /// Runs all cases, about twenty seconds each.
  package static func measure(on console: any Console) throws -> SelfCheckFindings {
    try Interrupt.watching(console) { interrupt in
      try measure(SelfCheck.cases, on: console, until: interrupt)
    }
  }

  /// Runs the cases in order until an interrupt, and repeats disturbed ones.
  static func measure(
    _ cases: [SelfCheck.Case], on console: any Console, until interrupt: Interrupt
  ) throws -> SelfCheckFindings {
    let check = SelfCheck()
    let stop = try LoadSwitch()
    interrupt.onInterrupt { stop.stop() }
    var findings = SelfCheckFindings()
    findings.machine = Machine.description
    findings.build = Machine.build
    findings.casesWanted = cases.count
    for one in cases where !interrupt.isSet {
      console.show(progress: "measuring: \(one.name)")
      var (outcome, runs) = (try check.run(one, stoppingOn: stop), 1)
      while runs < mostRuns, !interrupt.isSet, !outcome.isTrue, !one.isClosedLoop,
        outcome.record.validity.isDisturbed
      {
        console.show(progress: "measuring once more: \(one.name)")
        outcome = try check.run(one, stoppingOn: stop)
        runs += 1
      }
      // A partial case proves nothing.
      guard !outcome.record.wasCancelled else { break }
      findings.cases.append(SelfCheckFindings.Case(outcome, runs: runs))
    }
    if findings.cases.isEmpty { try interrupt.check() }
    findings.partial = findings.cases.count < cases.count
    return findings
  }

  /// Returns the exit code; closed loops do not count, because they demonstrate hidden delays.
  package static func exitCode(of findings: SelfCheckFindings) -> ExitCode {
    if findings.partial { return .interrupted }
    let wrong = findings.cases.filter { !$0.isTrue && !$0.isClosedLoop }
    if wrong.isEmpty { return .success }
    return wrong.allSatisfy { !$0.because.isEmpty } ? .gateUndecided : .gateMissed
  }
}

extension SelfCheckFindings.Case {
  fileprivate init(_ outcome: SelfCheck.Outcome, runs: Int) {
    self.init(
      outcome.name, isClosedLoop: outcome.isClosedLoop, isTrue: outcome.isTrue, runs: runs,
      because: outcome.record.validity.reasons,
      percentiles: outcome.comparisons.map {
        .init(
          percentile: $0.percentile, reported: $0.reported, truth: $0.truth, isTrue: $0.isTrue)
      })
  }
}
