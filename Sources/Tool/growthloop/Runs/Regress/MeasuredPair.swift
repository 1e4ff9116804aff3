/// Two results of separate measurements.
struct MeasuredPair {
  let before: MeasuredFolder
  let after: MeasuredFolder

  /// Returns the seconds of two load runs, as substitutes for repeated runs.
  func seconds() throws -> [FigureRounds] {
    let (old, new) = (try Self.seconds(of: before), try Self.seconds(of: after))
    return [("p50", "p50Ms"), ("p99", "p99Ms"), ("p99.9", "p999Ms")].map { name, column in
      func values(_ rows: [[String: String]]) -> [Double] {
        rows.compactMap { $0[column].flatMap { Double($0) } }
      }
      return FigureRounds(
        name, unit: "ms", baseline: values(old), candidate: values(new), arePaired: false)
    }
  }

  private static func seconds(of folder: MeasuredFolder) throws -> [[String: String]] {
    try folder.rows("seconds.csv").filter { $0["warmUp"] == "false" }
  }

  /// Returns the operations on address books that both runs measured.
  func operations() throws -> [FigureRounds] {
    let (old, new) = (try Reading(contacts: before), try Reading(contacts: after))
    let values = Dictionary(old.figures.map { ($0.name, $0.value) }) { first, _ in first }
    return new.figures.compactMap { figure in
      values[figure.name].map {
        FigureRounds(
          figure.name, unit: figure.unit, baseline: [$0], candidate: [figure.value],
          arePaired: false)
      }
    }
  }

  /// The differences of machine or build that make the figures incomparable.
  var differences: [String] {
    [("machine", \MeasuredFolder.Head.machine), ("build", \.build)].compactMap { key, path in
      let (old, new) = (before.run[keyPath: path], after.run[keyPath: path])
      return old == new
        ? nil
        : "The \(key) was another: '\(old ?? "unknown")', then '\(new ?? "unknown")'."
    }
  }

  static let method =
    "Each was measured at its own time: disturbances of the machine then count as effects of the\n"
    + "build. "
}
