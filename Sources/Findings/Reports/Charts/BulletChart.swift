public import GrowthloopFindings
import Statistics

/// Measurements against their limits, each as a proportion of its own limit.
public struct BulletChart: Hashable, Sendable {
  public let gates: [JudgedGate]

  /// Creates the bullets of the gates with a measurement.
  public init(_ gates: [JudgedGate]) {
    self.gates = gates.filter { $0.measured.value?.isFinite == true }
  }

  var table: Table {
    Table(
      ["", .number("measured"), .number("95% interval"), .number("limit"), "verdict"],
      gates.map { gate in
        [
          gate.title, gate.measured.text, gate.measured.ends,
          "\(gate.limit.side.rawValue) \(gate.measured.style.text(gate.limit.value))",
          gate.verdict.mark,
        ]
      })
  }
}
