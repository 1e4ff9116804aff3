package import GrowthloopStudies
package import GrowthloopReports
import GrowthloopFindings
package import SimulationKernel

/// Computes a part of a run, and writes it to a folder for `merge`.
package struct PartWork {
  /// The file of the results.
  static let lines = "replications.jsonl"

  private let part: PartOfRun
  private let folder: String

  package init(_ part: PartOfRun, to folder: String) {
    self.part = part
    self.folder = folder
  }

  /// Computes and writes the part of the whole run with the command line `run`; `arguments` are the
  /// part's own.
  package func write(
    _ title: String, of run: [String], arguments: [String], on workers: Workers,
    console: any Console
  ) throws -> ExitCode {
    let work = Work(console: console, total: part.total)
    let ((finished, text), about) = try work.timed(
      arguments, workers, simulating: part.setups.map(\.plan)
    ) { [part] meter in
      try await part.run(on: workers, meter: meter)
    }
    guard finished > 0 else { throw InterruptedEarly() }
    let first = Int(part.numbers.lowerBound) + 1
    let findings = PartFindings(
      command: CommandText(run[0], arguments).description, title: title, run: run,
      seed: part.seed, persons: part.persons, plans: part.setups.map(\.digest), from: first,
      to: first + finished - 1, isPartial: finished < part.numbers.count)
    let record = [ResultFile(Self.lines, text), ResultFile("run.json", try findings.json())]
    try ResultFolder(path: folder).write(record + [Digests.file(of: record), about])
    let numbers = ReplicationNumbers(first, findings.to)
    try console.write("\(folder): \(numbers) of \(CommandText(run[0], Array(run.dropFirst())))\n")
    guard !findings.isPartial else {
      console.complain(
        "growthloop: interrupted; missing: "
          + "\(ReplicationNumbers(findings.to + 1, first + part.numbers.count - 1))")
      return .interrupted
    }
    return .success
  }
}

/// Replications in words, counted from 1.
package struct ReplicationNumbers: CustomStringConvertible {
  private let first: Int
  private let last: Int

  package init(_ first: Int, _ last: Int) {
    self.first = first
    self.last = last
  }

  package var description: String {
    first == last ? "replication \(first)" : "replications \(first) to \(last)"
  }
}
