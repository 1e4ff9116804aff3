public import GrowthloopFindings

/// A verdict as the XML of test results for continuous integration.
///
/// It has a suite for each stage, and a case for each gate. A missed gate has failed. An undecided
/// gate is an error unless it is marked otherwise, because it must not look kept. A stage that
/// could not run is an error of its own. Schema: that of Jenkins' xUnit plugin, junit-10.xsd.
public struct JUnitReport {
  private let run: GateFindings
  private let undecided: UndecidedMark

  public init(of run: GateFindings, undecided: UndecidedMark = .error) {
    self.run = run
    self.undecided = undecided
  }

  public var text: String {
    let suites = run.stages.map { Suite($0, undecided) }
    func sum(_ count: (Suite) -> Int) -> String { "\(suites.reduce(0) { $0 + count($1) })" }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
      + XMLText.attribute("name", run.title) + XMLText.attribute("tests", sum(\.tests))
      + XMLText.attribute("failures", sum(\.failures))
      + XMLText.attribute("errors", sum(\.errors))
      + XMLText.attribute("time", Self.time(run.seconds)) + ">\n"
      + suites.map(\.text).joined() + "</testsuites>\n"
  }

  /// Returns seconds to the millisecond.
  private static func time(_ seconds: Double) -> String {
    let thousandths = Int((max(0, seconds) * 1_000).rounded())
    let digits = "\(thousandths % 1_000)"
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// The gates of one stage.
  private struct Suite {
    let stage: StageFindings
    let undecided: UndecidedMark

    init(_ stage: StageFindings, _ undecided: UndecidedMark) {
      self.stage = stage
      self.undecided = undecided
    }

    private var isWhole: Bool { stage.ending == .complete }
    var tests: Int { stage.gates.count + (isWhole ? 0 : 1) }
    var failures: Int { count(.missed) + count(as: .failure) }
    var errors: Int { count(as: .error) + (isWhole ? 0 : 1) }

    private func count(_ verdict: GateVerdict) -> Int {
      stage.gates.count { $0.verdict == verdict }
    }

    private func count(as mark: UndecidedMark) -> Int { undecided == mark ? count(.undecided) : 0 }

    var text: String {
      "  <testsuite" + XMLText.attribute("name", stage.name)
        + XMLText.attribute("tests", "\(tests)") + XMLText.attribute("failures", "\(failures)")
        + XMLText.attribute("errors", "\(errors)")
        + XMLText.attribute("skipped", "\(count(as: .skipped))")
        + XMLText.attribute("time", JUnitReport.time(stage.seconds)) + ">\n"
        + stage.gates.map(test).joined() + error
        + (stage.note.map { "    <system-out>\($0.escapedForMarkup)</system-out>\n" } ?? "")
        + "  </testsuite>\n"
    }

    private func test(_ gate: JudgedGate) -> String {
      let name = gate.gate + (gate.subject.map { " (\($0))" } ?? "")
      let outcome =
        switch (gate.verdict, undecided) {
        case (.kept, _): ""
        case (.undecided, .skipped):
          "      <skipped" + XMLText.attribute("message", gate.why) + "/>\n"
        case (.undecided, .error): mark("error", gate)
        case (.missed, _), (.undecided, .failure): mark("failure", gate)
        }
      return opened(name) + outcome
        + "      <system-out>\("\(gate.verdict): \(gate.why)".escapedForMarkup)</system-out>\n"
        + "    </testcase>\n"
    }

    /// Returns the element for a gate's failure, with the next step.
    private func mark(_ element: String, _ gate: JudgedGate) -> String {
      "      <\(element)" + XMLText.attribute("message", gate.why)
        + XMLText.attribute("type", gate.verdict.rawValue)
        + ">\((gate.next.map { "Next: \($0)" } ?? "").escapedForMarkup)</\(element)>\n"
    }

    /// The case that reports the incomplete stage.
    private var error: String {
      let message =
        switch stage.ending {
        case .complete: ""
        case .interrupted: "interrupted"
        case .failed: "could not run"
        case .empty: "there is no data to judge"
        }
      guard !message.isEmpty else { return "" }
      return opened("the stage runs to its end") + "      <error"
        + XMLText.attribute("message", message) + XMLText.attribute("type", "stage")
        + ">\((stage.note ?? "").escapedForMarkup)</error>\n    </testcase>\n"
    }

    /// Returns the start tag of a case; a gate has no time of its own: all of a stage are measured
    /// together.
    private func opened(_ name: String) -> String {
      "    <testcase" + XMLText.attribute("name", name)
        + XMLText.attribute("classname", "growthloop.\(stage.kind).\(stage.name)")
        + XMLText.attribute("time", "0") + ">\n"
    }
  }
}

/// The representation of an undecided gate in formats without such a verdict.
public enum UndecidedMark: Sendable, Hashable {
  /// As an error: most systems of continuous integration stop at it, as they do at a failure, and
  /// show it as different.
  case error
  /// As a missed gate.
  case failure
  /// As a skipped test; most systems go on.
  case skipped
}

/// Text in the form that XML requires.
enum XMLText {
  /// Returns an attribute with its value.
  static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(value.escapedForMarkup)\""
  }
}
