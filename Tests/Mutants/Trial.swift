/// Runs the suites that come by a mutant with the mutant switched on, until one notices it.
struct Trial {
  let package: PlantedPackage
  let rehearsal: SuiteRehearsal

  init(_ package: PlantedPackage) throws {
    self.package = package
    rehearsal = try SuiteRehearsal(package)
  }

  /// Returns what the tests say of `mutant`.
  func verdict(on mutant: Mutant, of module: ModuleSource) throws -> Verdict {
    // A number that may be one less is asked for by the number of its one greater.
    let asked = mutant.operator == .minus ? mutant.number - 1 : mutant.number
    let groups = rehearsal.groups(reaching: asked)
    func verdict(_ kind: Verdict.Kind, by: String, seconds: Double) -> Verdict {
      Verdict(
        mutant: mutant.name, source: module.fingerprint, tests: package.source.testFingerprint,
        kind: kind, by: by, seconds: seconds)
    }
    if groups.isEmpty { return verdict(.unreached, by: "", seconds: 0) }
    var seconds = 0.0
    for group in groups {
      let (kind, by, length) = try run(group, with: mutant)
      seconds += length
      if kind.isNoticed { return verdict(kind, by: by, seconds: seconds) }
    }
    return verdict(.survived, by: "", seconds: seconds)
  }

  private func run(
    _ suites: [SuiteRehearsal.Suite], with mutant: Mutant
  ) throws -> (Verdict.Kind, by: String, seconds: Double) {
    var command = package.testCommand(SuiteRehearsal.filters(suites.map(\.name)))
    command.environment["MUTANT"] = "\(mutant.number)"
    // A loop without end is ended by the processor time, which other work on the machine leaves
    // alone; the clock ends what waits.
    command.processorSeconds = Int(suites.reduce(0) { $0 + $1.processorSeconds } * 4) + 5
    command.seconds = suites.reduce(0) { $0 + $1.seconds } * 20 + 120
    var by = ""
    let outcome = try command.run { line in
      guard line.contains("✘") else { return false }
      by = String(line)
      return true
    }
    if ChildProcess.wasInterrupted { throw MutantsError("interrupted") }
    if !by.isEmpty { return (.noticed, by, outcome.seconds) }
    if outcome.wasTimedOut { return (.timeout, "", outcome.seconds) }
    if outcome.code != 0 { return (.noticed, "exit code \(outcome.code)", outcome.seconds) }
    return (.survived, "", outcome.seconds)
  }
}
