import GrowthloopFindings

extension HistoryFindings.Series {
  /// Creates the course of one figure of one plan on one machine.
  package init(_ series: HistorySeries) {
    let figures = series.entries.map { $0.figures[series.figure] }
    let course: HistoryFindings.Course
    var fewest: Int?
    var drift: HistoryFindings.Drift?
    switch series.course {
    case .tooShort(let least): (course, fewest) = (.tooShort, least)
    case .level: course = .level
    case .drift(let line):
      course = .drift
      drift = .init(from: line.from, to: line.to, rise: line.rise)
    case .steps: course = .steps
    }
    self.init(
      machine: series.machine, plan: series.plan, unit: series.unit, at: series.entries.map(\.at),
      commits: series.entries.map(\.commit), values: series.values, lows: figures.map { $0?.low },
      highs: figures.map { $0?.high }, course: course, fewest: fewest,
      dependence: series.dependence, drift: drift,
      steps: series.steps.map { step in
        let entry = series.entries[step.index]
        return HistoryFindings.Step(
          index: step.index, at: entry.at, commit: entry.commit, before: step.before,
          after: step.after, rise: step.rise, pValue: step.pValue)
      })
  }
}
