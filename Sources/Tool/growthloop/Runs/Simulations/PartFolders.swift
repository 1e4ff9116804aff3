import Foundation
package import GrowthloopFindings
package import GrowthloopReports
package import GrowthloopStudies
package import SimulationKernel

/// Folders with parts of runs, in the order of their first replications.
package struct PartFolders {
  /// A folder with what its head says.
  package struct Part {
    package let folder: String
    package let findings: PartFindings
  }

  package let parts: [Part]

  /// The most replications of a run.
  package static let most = 100_000

  /// Reads the heads.
  ///
  /// - Throws: `UnfitInput` with every folder that holds no part.
  package init(_ folders: [String]) throws {
    var parts: [Part] = []
    var mistakes: [String] = []
    for folder in folders {
      do {
        let files = ResultFolder(path: folder).files
        let head = try files.head()
        guard head.kind == PartFindings.kind else {
          mistakes.append(
            "'\(folder)' is no part of a run: '--replications FROM..TO' makes parts")
          continue
        }
        guard head.version == ToolVersion.current else {
          mistakes.append(
            "'\(folder)' is of growthloop \(head.version ?? "before 0.2.0"), and this is "
              + "\(ToolVersion.current): run the part again")
          continue
        }
        _ = try Digests.checkedBytes(of: "run.json", in: folder)
        let findings: PartFindings = try files.findings()
        guard 1 <= findings.from, findings.from <= findings.to, findings.to <= Self.most,
          !findings.run.isEmpty
        else {
          mistakes.append("\(folder)/run.json names no replications: run the part again")
          continue
        }
        parts.append(Part(folder: folder, findings: findings))
      } catch let error as any ExitCoded {
        mistakes.append("\(error)")
      }
    }
    guard mistakes.isEmpty else { throw UnfitInput(mistakes) }
    self.parts = parts.sorted { $0.findings.from < $1.findings.from }
  }

  /// Checks that the parts are all of one run, from its first replication, without a gap; returns the
  /// number of its replications.
  ///
  /// - Throws: `UnfitInput` with every part that is foreign, doubled or missing.
  package func wholeRun() throws -> (run: [String], replications: Int) {
    guard let first = parts.first else { throw UsageError(description: "missing PART") }
    var mistakes: [String] = []
    var reached = 0
    var last = first
    for part in parts {
      let findings = part.findings
      guard findings.run == first.findings.run, findings.plans == first.findings.plans,
        findings.seed == first.findings.seed
      else {
        mistakes.append(
          "'\(part.folder)' is a part of another run than '\(first.folder)': "
            + "\(Self.command(findings)), not \(Self.command(first.findings))")
        continue
      }
      if findings.from <= reached {
        mistakes.append(
          "\(ReplicationNumbers(findings.from, min(findings.to, reached))): in both '\(last.folder)' and "
            + "'\(part.folder)'; leave one out")
      } else if findings.from > reached + 1 {
        mistakes.append(Self.missing(reached + 1, findings.from - 1, findings))
      }
      if findings.to > reached { (reached, last) = (findings.to, part) }
    }
    guard mistakes.isEmpty else { throw UnfitInput(mistakes) }
    return (first.findings.run, reached)
  }

  private static func command(_ part: PartFindings) -> String {
    let text = CommandText(part.run[0], Array(part.run.dropFirst())).description
    return "\(text) with seed \(part.seed)"
  }

  private static func missing(_ first: Int, _ last: Int, _ part: PartFindings) -> String {
    let words = part.run.dropFirst() + ["--replications", "\(first)..\(last)", "--out", "PART"]
    return "\(ReplicationNumbers(first, last)): missing; compute them by "
      + CommandText(part.run[0], Array(words)).description
  }

  /// Returns the recorded replications of a run of these plans.
  ///
  /// - Throws: `UnfitInput` with every part that is of another run, or damaged.
  package func replications(
    of setups: [Setup], seed: UInt64, persons: [Int]
  ) throws -> RecordedReplications {
    let digests = setups.map(\.digest)
    var recorded = RecordedReplications()
    var mistakes: [String] = []
    for part in parts {
      let findings = part.findings
      guard findings.plans == digests, findings.seed == seed, findings.persons == persons else {
        mistakes.append(
          "'\(part.folder)' is a part of another run: \(Self.command(findings)), or its scenario has "
            + "changed since")
        continue
      }
      do {
        try recorded.add(
          Digests.checkedBytes(of: PartWork.lines, in: part.folder), ofPlans: digests.count,
          numbers: UInt32(findings.from - 1)..<UInt32(findings.to))
      } catch let error as RecordedReplications.UnreadableLine {
        mistakes.append(
          "\(part.folder)/\(PartWork.lines):\(error.line): \(error.words): run the part again")
      } catch let error as UnfitInput {
        mistakes.append(error.description)
      }
    }
    guard mistakes.isEmpty else { throw UnfitInput(mistakes) }
    return recorded
  }
}

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
