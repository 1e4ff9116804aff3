import Gates

/// A verdict as the XML that continuous integration reads of tests: a suite for each stage, a case for
/// each gate.
///
/// What is missed has failed. What is undecided was skipped, since nothing is known against it; where
/// undecided gates are to fail the run, it has failed as well, so that both tell the same. A stage that
/// could not run is an error of its own. Schema: that of Jenkins' xUnit plugin, junit-10.xsd.
public struct JUnitReport {
  private let run: RunVerdict
  private let failsUndecided: Bool

  public init(of run: RunVerdict, failingUndecided: Bool = false) {
    self.run = run
    failsUndecided = failingUndecided
  }

  public var text: String {
    let suites = run.stages.map(Suite.init)
    func sum(_ count: (Suite) -> Int) -> String { "\(suites.reduce(0) { $0 + count($1) })" }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
      + XMLText.attribute("name", run.title) + XMLText.attribute("tests", sum(\.tests))
      + XMLText.attribute("failures", sum { $0.failures(failsUndecided) })
      + XMLText.attribute("errors", sum(\.errors))
      + XMLText.attribute("time", Self.time(run.seconds)) + ">\n"
      + suites.map { $0.text(failsUndecided) }.joined() + "</testsuites>\n"
  }

  /// Seconds to the millisecond.
  private static func time(_ seconds: Double) -> String {
    let thousandths = Int((max(0, seconds) * 1_000).rounded())
    let digits = "\(thousandths % 1_000)"
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// The gates of one stage.
  private struct Suite {
    let stage: StageResult

    init(_ stage: StageResult) { self.stage = stage }

    var errors: Int { stage.ending == .complete ? 0 : 1 }
    var tests: Int { stage.gates.count + errors }

    func count(_ verdict: GateVerdict) -> Int { stage.gates.count { $0.verdict == verdict } }

    func failures(_ failsUndecided: Bool) -> Int {
      count(.missed) + (failsUndecided ? count(.undecided) : 0)
    }

    func text(_ failsUndecided: Bool) -> String {
      "  <testsuite" + XMLText.attribute("name", stage.name)
        + XMLText.attribute("tests", "\(tests)")
        + XMLText.attribute("failures", "\(failures(failsUndecided))")
        + XMLText.attribute("errors", "\(errors)")
        + XMLText.attribute("skipped", "\(failsUndecided ? 0 : count(.undecided))")
        + XMLText.attribute("time", JUnitReport.time(stage.seconds)) + ">\n"
        + stage.gates.map { test($0, failsUndecided) }.joined() + error
        + (stage.note.map { "    <system-out>\(XMLText.escaped($0))</system-out>\n" } ?? "")
        + "  </testsuite>\n"
    }

    private func test(_ gate: GateResult, _ failsUndecided: Bool) -> String {
      let name = gate.gate + (gate.subject.map { " (\($0))" } ?? "")
      let message = XMLText.attribute("message", gate.moved)
      let next = XMLText.escaped(gate.next.map { "Next: \($0)" } ?? "")
      let outcome =
        switch gate.verdict {
        case .kept: ""
        case .undecided where !failsUndecided: "      <skipped\(message)/>\n"
        case .missed, .undecided:
          "      <failure\(message)\(XMLText.attribute("type", gate.verdict.rawValue))>\(next)</failure>\n"
        }
      return opened(name) + outcome
        + "      <system-out>\(XMLText.escaped("\(gate.verdict): \(gate.moved)"))</system-out>\n"
        + "    </testcase>\n"
    }

    /// That the stage did not come to its end, as a case of its own.
    private var error: String {
      let message =
        switch stage.ending {
        case .complete: ""
        case .interrupted: "interrupted"
        case .failed: "could not run"
        }
      guard !message.isEmpty else { return "" }
      return opened("the stage runs to its end") + "      <error"
        + XMLText.attribute("message", message) + XMLText.attribute("type", "stage")
        + ">\(XMLText.escaped(stage.note ?? ""))</error>\n    </testcase>\n"
    }

    /// A gate has no time of its own: all of a stage are measured together.
    private func opened(_ name: String) -> String {
      "    <testcase" + XMLText.attribute("name", name)
        + XMLText.attribute("classname", "growthloop.\(stage.kind).\(stage.name)")
        + XMLText.attribute("time", "0") + ">\n"
    }
  }
}
