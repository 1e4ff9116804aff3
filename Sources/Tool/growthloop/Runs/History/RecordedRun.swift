import GrowthloopReports
package import GrowthloopFindings
import Statistics

/// Findings with figures for a history.
package protocol RecordedFindings: RunFindings {
  /// The machine and build on which the figures depend; `nil` if they depend on neither.
  var place: String? { get }
  /// The reason why the figures do not describe a complete run; `nil` if they do.
  var obstacle: String? { get }
  var recorded: [String: HistoryEntry.Figure] { get }
  /// What a plan of load asks for; `nil` for other runs.
  var asks: String? { get }
}

extension RecordedFindings {
  package var asks: String? { nil }
  package var obstacle: String? {
    isPartial ? "it was interrupted, so that only a part of it was measured" : nil
  }

  /// Returns the entry of the history.
  package func entry(at moment: String, commit: String?) throws -> HistoryEntry {
    let figures = recorded
    guard !figures.isEmpty else { throw RecordedRun.unfit }
    return HistoryEntry(
      at: moment, commit: commit, machine: place ?? HistoryEntry.anyMachine, plan: title,
      asks: asks,
      figures: figures)
  }
}

/// The readers of runs whose figures belong in a history.
package enum RecordedRun {
  static let unfit = UnfitInput(
    description:
      "not a result for a history: it must be of simulate, load, contacts or regress")

  package static func read(_ folder: RunFolder) throws -> any RecordedFindings {
    guard let kind = try RunKinds.kind(of: folder) as? any RecordedFindings.Type else {
      throw unfit
    }
    return try folder.findings(kind)
  }
}

extension SimulationFindings: RecordedFindings {
  package var place: String? { nil }

  package var recorded: [String: HistoryEntry.Figure] {
    Dictionary(
      metrics.compactMap { metric in
        metric.measured.value.map {
          (
            metric.metric,
            .init($0, from: metric.measured.low, to: metric.measured.high, unit: metric.unit)
          )
        }
      }
    ) { first, _ in first }
  }
}

extension LoadFindings: RecordedFindings {
  package var place: String? { "\(machine), \(build) build" }

  package var obstacle: String? {
    if partial { return "it was interrupted, so that only a part of it was measured" }
    guard !valid else { return nil }
    return (["it was not valid, the generator was the bottleneck"] + because)
      .joined(separator: "; ")
  }

  package var recorded: [String: HistoryEntry.Figure] {
    all.response.mapValues { HistoryEntry.Figure($0, unit: "ms") }
  }
}

extension ContactsFindings: RecordedFindings {
  package var place: String? { "\(machine), \(build) build" }

  package var recorded: [String: HistoryEntry.Figure] {
    let books = times.figures("contacts").map(\.text)
    let names = zip(times.words("operation"), books).map { "\($0) at \($1) p99" }
    return Dictionary(
      zip(names, times.figures("p99")).compactMap { name, p99 in
        p99.value.map { (name, .init($0, from: p99.low, to: p99.high, unit: "ms")) }
      }
    ) { first, _ in first }
  }
}

extension RegressFindings: RecordedFindings {
  package var place: String? { times.map { "\($0.machine), \($0.build) build" } }
  package var asks: String? { times?.asks }

  /// The candidate's figures: the centre of its runs, and its uncertainty.
  package var recorded: [String: HistoryEntry.Figure] {
    let timed = (times?.figures ?? []).compactMap { figure in
      figure.candidate.map { value in
        let interval = HodgesLehmann.centre(of: figure.candidateRuns)
        return (
          figure.name,
          HistoryEntry.Figure(value, from: interval?.low, to: interval?.high, unit: figure.unit)
        )
      }
    }
    let moved = (growth?.metrics ?? []).compactMap { metric in
      metric.candidate.map { (metric.metric, HistoryEntry.Figure($0, unit: metric.unit)) }
    }
    return Dictionary(timed + moved) { first, _ in first }
  }
}
