import JSON
import Regressions

/// Two results that were measured each for itself.
struct ResultPair {
  let kind: PlanKind
  let before: ResultFiles
  let after: ResultFiles

  /// The figures that both have: of a load run, its seconds stand for runs.
  func figures() throws -> [FigureRounds] {
    guard kind == .load else {
      let (old, new) = (Reading(contacts: before), Reading(contacts: after))
      let values = Dictionary(old.figures.map { ($0.name, $0.value) }) { first, _ in first }
      return new.figures.compactMap { figure in
        values[figure.name].map {
          FigureRounds(
            figure.name, unit: figure.unit, baseline: [$0], candidate: [figure.value],
            arePaired: false)
        }
      }
    }
    let (old, new) = (try seconds(of: before), try seconds(of: after))
    return [("p50", "p50Ms"), ("p99", "p99Ms"), ("p99.9", "p999Ms")].map { name, column in
      func values(_ rows: [[String: String]]) -> [Double] {
        rows.compactMap { $0[column].flatMap { Double($0) } }
      }
      return FigureRounds(
        name, unit: "ms", baseline: values(old), candidate: values(new), arePaired: false)
    }
  }

  private func seconds(of files: ResultFiles) throws -> [[String: String]] {
    try files.rows("seconds.csv").filter { $0["warmUp"] == "false" }
  }

  /// What makes the figures of one say nothing of those of the other.
  var differences: [String] {
    ["machine", "build"].filter { before.run[$0] != after.run[$0] }.map { key in
      "The \(key) was another: \(before.run[key]?.brief ?? "unknown"), then "
        + "\(after.run[key]?.brief ?? "unknown")."
    }
  }

  var method: String {
    let weaker =
      "Each was measured for itself, at its own time: whatever befell the machine then counts as the\n"
      + "build's doing. "
    return weaker
      + (kind == .load
        ? "Seconds stand for runs. For a comparison to rely on, give '--baseline' an executable."
        : "One run of each has no interval, so nothing is decided: give '--baseline' an executable.")
  }
}
