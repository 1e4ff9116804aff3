public import Foundation
public import GrowthloopFindings

/// A verdict as the XML of test results for continuous integration.
///
/// It has a suite for each stage, and a case for each gate. A missed gate has failed. An undecided
/// gate is an error unless it is marked otherwise, because it must not look kept. A stage that
/// could not run is an error of its own. It is valid against both common schemas: that of Ant's
/// JUnit task (Windy Road's JUnit.xsd, the stricter one), and junit-10.xsd of Jenkins' xUnit plugin.
public struct JUnitReport {
  private let run: GateFindings
  private let undecided: UndecidedMark
  private let moment: Date

  public init(of run: GateFindings, undecided: UndecidedMark = .error, at moment: Date = Date()) {
    self.run = run
    self.undecided = undecided
    self.moment = moment
  }

  public var text: String {
    let suites = run.stages.enumerated().map { number, stage in
      Suite(
        number: number, stage: stage, undecided: undecided, title: run.title, command: run.command,
        // Without a zone, as the schema has it: the time is that of UTC.
        moment: String(moment.formatted(.iso8601).prefix(19)))
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
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
    let number: Int
    let stage: StageFindings
    let undecided: UndecidedMark
    let title: String
    let command: String
    let moment: String

    private var isWhole: Bool { stage.ending == .complete }
    var tests: Int { stage.gates.count + (isWhole ? 0 : 1) }
    var errors: Int { count(.error) + (isWhole ? 0 : 1) }

    private func count(_ mark: UndecidedMark) -> Int {
      stage.gates.count { undecided.mark(of: $0) == mark }
    }

    var text: String {
      let lines =
        stage.gates.map { "\(Self.name(of: $0)): \($0.verdict): \($0.why)" }
        + [stage.note].compactMap(\.self)
      let text = lines.flatMap { $0.split(separator: "\n") }
        .map { String($0).escapedForMarkup }.joined(separator: "\n")
      return "  <testsuite" + XMLText.attribute("id", "\(number)")
        + XMLText.attribute("package", "growthloop.\(stage.kind)")
        + XMLText.attribute("name", stage.name) + XMLText.attribute("timestamp", moment)
        + XMLText.attribute("hostname", "localhost") + XMLText.attribute("tests", "\(tests)")
        + XMLText.attribute("failures", "\(count(.failure))")
        + XMLText.attribute("errors", "\(errors)")
        + XMLText.attribute("skipped", "\(count(.skipped))")
        + XMLText.attribute("time", JUnitReport.time(stage.seconds)) + ">\n    <properties>\n"
        + [("title", title), ("command", command)].map {
          "      <property" + XMLText.attribute("name", $0.0) + XMLText.attribute("value", $0.1)
            + "/>\n"
        }.joined() + "    </properties>\n" + stage.gates.map(test).joined() + error
        + "    <system-out>\(text)</system-out>\n"
        + "    <system-err></system-err>\n  </testsuite>\n"
    }

    private static func name(of gate: JudgedGate) -> String {
      gate.gate + (gate.subject.map { " (\($0))" } ?? "")
    }

    private func test(_ gate: JudgedGate) -> String {
      let outcome =
        switch undecided.mark(of: gate) {
        case nil: ""
        case .skipped:
          "      <skipped" + XMLText.attribute("message", gate.why) + "/>\n"
        case .error: mark("error", gate)
        case .failure, .failureOfErrors: mark("failure", gate)
        }
      return opened(Self.name(of: gate)) + outcome + "    </testcase>\n"
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
  /// As a missed gate where it asks about errors, else as an error.
  case failureOfErrors
  /// As a skipped test; most systems go on.
  case skipped

  /// Returns the mark of a gate; `nil` for a kept one.
  public func mark(of gate: JudgedGate) -> UndecidedMark? {
    switch (gate.verdict, self) {
    case (.kept, _): nil
    case (.missed, _): .failure
    case (.undecided, .failureOfErrors): gate.asksAboutErrors ? .failure : .error
    case (.undecided, let mark): mark
    }
  }
}

extension RunFindings {
  /// The gates of a run by itself, in the form for continuous integration.
  ///
  /// A gate plan has one such file for all its stages.
  func junit(
    after seconds: Double = 0, ending: StageFindings.Ending? = nil
  ) -> ResultFile {
    ResultFile("junit.xml", JUnitReport(of: verdict(after: seconds, ending)).text)
  }

  /// The run as the only stage of a verdict.
  func verdict(after seconds: Double = 0, _ ending: StageFindings.Ending? = nil) -> GateFindings {
    let stage = StageFindings(
      kind: Self.kind, name: title, folder: nil, title: title, seconds: seconds, note: note,
      gates: judged, ending: ending ?? (isPartial ? .interrupted : .complete))
    return GateFindings(command: command, title: title, question: question, stages: [stage])
  }
}

/// Text in the form that XML requires.
enum XMLText {
  /// Returns an attribute with its value.
  static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(value.escapedForMarkup)\""
  }
}
