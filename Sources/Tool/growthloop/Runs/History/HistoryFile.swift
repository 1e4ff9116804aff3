import Foundation
package import GrowthloopFindings
import GrowthloopPlans
package import GrowthloopReports
import Statistics

/// A history file: one measurement a line, never rewritten.
package struct HistoryFile {
  /// The limit of mistakes reported one by one.
  static let mostComplaints = 20

  let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Reads all measurements.
  ///
  /// - Throws: An error with every line that is not a measurement.
  package func read() throws -> [HistoryEntry] {
    let (entries, mistakes) = HistoryEntry.readAll(try InputFile.bytes(of: path))
    let more = mistakes.count - Self.mostComplaints
    guard mistakes.isEmpty else {
      throw UnfitInput(
        description: mistakes.prefix(Self.mostComplaints).map { "\(path):\($0)" }
          .joined(separator: "\n")
          + (more > 0 ? "\nand \(more) more such lines" : ""))
    }
    return entries
  }

  /// Appends a measurement to what is there: completely, or not at all.
  func append(_ entry: HistoryEntry, to output: OutputFile) throws {
    let isNew = output.isStream || !FileManager.default.fileExists(atPath: path)
    var bytes = isNew ? [] : try InputFile.bytes(of: path)
    // An incomplete last line stays a separate line.
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    try output.write(bytes + (entry.line + "\n").utf8)
  }
}

/// The newest measurements of a history, as `benchmark-action/github-action-benchmark` reads them.
///
/// It takes a list of smaller-is-better figures: name, unit, value, range, and a remark.
package struct BenchmarkExport {
  package static let format = "github-action-benchmark"

  package let text: String

  /// Creates the list of these figures, one for each machine and plan.
  init(_ figures: [String], of entries: [HistoryEntry]) {
    var newest: [(place: [String], entry: HistoryEntry)] = []
    for entry in entries {
      let place = [entry.machine, entry.plan, entry.asks ?? ""]
      newest.removeAll { $0.place == place && $0.entry.at <= entry.at }
      if !newest.contains(where: { $0.place == place }) { newest.append((place, entry)) }
    }
    let rows = newest.flatMap { _, entry in
      // The name alone tells series apart there.
      let others = newest.contains { $0.entry.plan == entry.plan && $0.entry.asks != entry.asks }
      let plan = others ? [entry.plan, entry.asks ?? ""].joined(separator: ", ") : entry.plan
      return figures.compactMap { name in
        entry.figures[name].map { Self.row("\(plan): \(name)", $0, of: entry) }
      }
    }
    text = "\(OrderedJSON.array(rows))\n"
  }

  private static func row(
    _ name: String, _ figure: HistoryEntry.Figure, of entry: HistoryEntry
  ) -> OrderedJSON {
    var row: [OrderedJSON.Member] = [
      .init("name", .text(name)), .init("unit", .text(figure.unit)),
      .init("value", .number(figure.value)),
    ]
    if let low = figure.low, let high = figure.high {
      row.append(.init("range", .text("\(low) to \(high)")))
    }
    let commit = entry.commit.map { ", commit \($0)" } ?? ""
    row.append(.init("extra", .text("\(entry.at)\(commit), \(entry.machine)")))
    return .object(row)
  }
}

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
      machine: series.machine, plan: series.plan, asks: series.asks, unit: series.unit,
      at: series.entries.map(\.at),
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

/// A recorder that appends runs to a history.
package struct HistoryRecorder {
  let file: String
  let moment: String
  let commit: String?
  private let output: OutputFile

  /// Creates a recorder; `moment` defaults to that of the commit.
  ///
  /// - Throws: `UsageError` where there is no moment, `InputOutputError` for a file that cannot be
  ///   written.
  package init(file: String, at moment: String?, commit: String?) throws {
    output = try OutputFile(file, for: "the measurement", mayBeRead: true)
    let commit = commit ?? RevisionBuild.commit(of: "HEAD")
    guard let moment = moment ?? commit.flatMap(RevisionBuild.moment), HistoryEntry.isMoment(moment)
    else {
      throw UsageError(
        description: "missing moment of the measurement: '--at 2026-11-21' or "
          + "'--at 2026-11-21T15:00:00Z', or a commit of the repository")
    }
    self.file = file
    self.moment = moment
    self.commit = commit
  }

  /// Appends the figures of a run; a run that is there already is refused, unless `again`.
  package func record(_ findings: any RecordedFindings, again: Bool = false) throws {
    let entry = try findings.entry(at: moment, commit: commit)
    if !again, !output.isStream, FileManager.default.fileExists(atPath: file),
      let same = try HistoryFile(file).read().first(where: { $0.isOfSameRun(as: entry) })
    {
      throw UnfitInput(
        description: "the same run is in '\(file)' already, of \(same.at)"
          + "\(same.commit.map { ", commit \($0)" } ?? ""); '--force' adds it once more")
    }
    try HistoryFile(file).append(entry, to: output)
  }
}

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

/// An error for a name that no measurement of a history has.
package enum UnknownFigure {
  /// The limit of names in a sentence.
  private static let most = 8

  package static func error(_ name: String, in file: String, among known: [String]) -> UsageError {
    let start = "there is no figure '\(name)' in '\(file)'"
    if known.count <= most {
      return UsageError(description: "\(start); there are: \(known.joined(separator: ", "))")
    }
    let meant = Suggestion.phrase(3, for: name, among: known)
    return UsageError(
      description: "\(start)\(meant); '--list' names the \(known.count) that are there")
  }
}
