import Gates
import Statistics

extension RunFields {
  /// The verdict that stands here.
  func verdict(_ key: String = "verdict") throws -> GateVerdict {
    let name = try text(key)
    guard let verdict = GateVerdict(rawValue: name) else {
      throw UnreadableRun("there is no verdict called '\(name)'")
    }
    return verdict
  }

  /// A gate with its measure in the unit that stands beside it; about the stage of that name, if there is
  /// one.
  func gate(of stage: String = "") throws -> GateRow {
    let unit = try optionalText("unit") ?? ""
    let style: NumberStyle =
      switch unit {
      case "ms": .milliseconds
      case "s": .seconds
      case "share": .share
      case "count": .count
      case "whole": .whole
      case "days": .days
      default: .ratio
      }
    let subject = [stage, try optionalText("subject") ?? ""].filter { !$0.isEmpty }
    return GateRow(
      try text("gate"), subject: subject.joined(separator: ", "),
      try measure("measured", style), limit: try optionalNumber("limit"),
      side: try optionalText("side") == "above" ? .above : .below, try verdict(),
      moved: try optionalText("moved") ?? optionalText("doubt"), next: try optionalText("next"))
  }
}

extension Report.Verdict {
  /// What gates come to together, in words.
  init?(_ gates: [GateRow]) {
    guard !gates.isEmpty else { return nil }
    let verdicts = gates.map(\.verdict)
    let worst: GateVerdict =
      verdicts.contains(.missed) ? .missed : verdicts.contains(.undecided) ? .undecided : .kept
    func list(_ verdict: GateVerdict) -> String {
      gates.filter { $0.verdict == verdict }.map(\.title).joined(separator: ", ")
    }
    let words =
      switch worst {
      case .kept: gates.count == 1 ? "The gate is kept." : "All \(gates.count) gates are kept."
      case .missed: "Missed: \(list(.missed))."
      case .undecided: "Not decided: \(list(.undecided))."
      }
    self.init(worst, words)
  }
}
