import Regressions

/// Which figures a comparison judges, as `--metric` names them.
struct FigureChoice {
  let names: [String]

  /// Whether the figure is one of them: by its whole name, or, where no figure has that name, by the
  /// percentile at its end.
  func includes(_ figure: FigureRounds, among all: [FigureRounds]) -> Bool {
    names.contains { name in
      figure.name == name
        || !all.contains { $0.name == name } && figure.name.hasSuffix(" \(name)")
    }
  }

  /// Stops where a name means nothing that was measured.
  func require(in figures: [FigureRounds]) throws {
    for name in names
    where !figures.contains(where: {
      FigureChoice(names: [name]).includes($0, among: figures)
    }) {
      let known = figures.map(\.name).joined(separator: ", ")
      throw UsageError(
        description: "nothing that was measured in every run is called '\(name)'; there are: "
          + (known.isEmpty ? "none" : known))
    }
  }
}
