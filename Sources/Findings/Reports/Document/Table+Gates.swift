public import GrowthloopFindings
import Statistics

extension Table {
  /// Creates a table of gates with their measurements.
  ///
  /// `marking` adds signs to verdicts, for readers who do not see the colour.
  public init(gates: [JudgedGate], marking: Bool = false, of subject: String = "of") {
    let hasSubjects = gates.contains { $0.subject != nil }
    self.init(
      (hasSubjects ? [Column(subject)] : []) + [
        "gate", .number("measured"), .number("95% interval"), "",
      ],
      gates.map { gate in
        (hasSubjects ? [gate.subject ?? ""] : []) + [
          gate.gate, gate.measured.value == nil ? "nothing" : gate.measured.text,
          gate.measured.ends, marking ? gate.verdict.mark : gate.verdict.rawValue,
        ]
      })
  }

  /// Creates a table of parameters, each with its source and grade where any has one.
  init(_ parameters: [Parameter]) {
    guard parameters.contains(where: { $0.grade != nil || $0.source != nil }) else {
      self.init(
        ["parameter", "value", "meaning"], parameters.map { [$0.name, $0.value, $0.meaning] })
      return
    }
    self.init(
      ["parameter", "value", "range", "grade", "source", "meaning"],
      parameters.map {
        [
          $0.name, $0.value, $0.range?.description ?? "–", $0.grade?.rawValue ?? "none",
          $0.source ?? "", $0.meaning,
        ]
      })
  }
}

extension [JudgedGate] {
  /// The remarks on the gates that are not kept, a line each.
  var remarks: [String] {
    filter { $0.verdict != .kept }.map { gate in
      "\(gate.verdict.mark) \(gate.title): \(gate.why)" + (gate.next.map { "; next: \($0)" } ?? "")
    }
  }
}

extension GateVerdict {
  /// The verdict with its sign, which does not depend on colour.
  var mark: String { "\(sign) \(rawValue)" }

  /// The sign alone.
  var sign: String {
    switch self {
    case .kept: "✓"
    case .missed: "✗"
    case .undecided: "?"
    }
  }
}
