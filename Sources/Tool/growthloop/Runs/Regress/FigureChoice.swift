import GrowthloopReports

/// The figures that a comparison judges, as `--metric` names them.
struct FigureChoice {
  let names: [String]

  /// Whether the names include the figure.
  ///
  /// A name is the whole name, or, if no figure has it, the percentile at the end.
  func includes(_ figure: FigureRounds, among all: [FigureRounds]) -> Bool {
    names.contains { name in
      figure.name == name
        || !all.contains { $0.name == name } && figure.name.hasSuffix(" \(name)")
    }
  }

  /// Throws for a name that no figure can have, before anything is measured.
  ///
  /// The name of a figure ends with a percentile: `p99`, `landingTap p50`, `frame at 500 p50`.
  func requirePercentiles() throws {
    for name in names where name.firstMatch(of: /(^| )p\d+(\.\d+)?$/) == nil {
      throw UsageError(
        description:
          "no figure can be called '\(name)': a name ends with a percentile, such as p50, "
          + "'landingTap p99' or 'frame at 500 p50'")
    }
  }

  /// Throws for a name that no measured figure has.
  func require(in figures: [FigureRounds]) throws {
    for name in names
    where !figures.contains(where: {
      FigureChoice(names: [name]).includes($0, among: figures)
    }) {
      let known = figures.map(\.name).joined(separator: ", ")
      throw UsageError(
        description: "no figure '\(name)' was measured in every run; there are: "
          + (known.isEmpty ? "none" : known))
    }
  }
}
