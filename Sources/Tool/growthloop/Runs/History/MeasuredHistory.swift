package import GrowthloopFindings
import Statistics
import GrowthloopReports

/// The measurements of a history file.
package struct MeasuredHistory {
  private let file: String
  private let entries: [HistoryEntry]
  /// The names of the figures, sorted.
  package let names: [String]

  package init(_ file: String) throws {
    self.file = file
    entries = try HistoryFile(file).read()
    names = Set(entries.flatMap(\.figures.keys)).sorted()
    guard !entries.isEmpty else {
      throw UnfitInput(
        description: "'\(file)' has no measurements; 'growthloop history add DIR' adds one")
    }
  }

  /// Returns the newest measurements of these figures for another tool; times where none are named.
  ///
  /// A time is better the smaller it is, as that tool takes for granted.
  package func export(_ figures: [String]?) throws -> BenchmarkExport {
    for figure in figures ?? [] where !names.contains(figure) {
      throw UnknownFigure.error(figure, in: file, among: names)
    }
    let times = names.filter { name in entries.contains { $0.figures[name]?.unit == "ms" } }
    return BenchmarkExport(figures ?? times, of: entries)
  }

  /// Returns the course of one figure, a series for each machine and plan.
  package func findings(
    of figure: String, areIndependent: Bool, command: String
  ) throws -> HistoryFindings {
    let series = HistorySeries.all(
      of: figure, in: entries,
      method: areIndependent ? .independent(ChangePoints()) : .dependent(LevelShifts()))
    guard !series.isEmpty else { throw UnknownFigure.error(figure, in: file, among: names) }
    return HistoryFindings(
      of: figure, series.map(HistoryFindings.Series.init), command: command)
  }
}
