import Foundation

/// Builds the modules of a ground with their mutants, and tries those that are drawn.
struct GroundRun {
  let source: GroundSource
  let draw: MutantDraw
  /// How many are drawn of each module.
  let shares: [String: Int]
  let equivalent: KnownMutants
  let options: Options
  let package: URL

  func outcomes() throws -> [ModuleOutcome] {
    let name = source.ground.name
    let folder = package.appending(path: ".build/mutants/\(name)")
    let verdicts = folder.appending(path: "verdicts.jsonl")
    if options.isFresh { try? FileManager.default.removeItem(at: verdicts) }
    var planted = try PlantedPackage(source, original: package, folder: folder)
    let start = ChildProcess.now()
    report("\(name): \(source.mutantCount) mutants; builds")
    try planted.build(swift: options.swift) { report("\(name): \($0)") }
    report("\(name): built in \(Int(ChildProcess.now() - start)) s; rehearses")
    let trial = try Trial(planted)
    report("\(name): \(trial.rehearsal.suites.count) suites rehearsed")
    var log = try VerdictLog(verdicts)
    return try source.modules.compactMap { module in
      guard let count = shares[module.module.name] else { return nil }
      return try outcome(of: module, count: count, trial, &log)
    }
  }

  private func outcome(
    of module: ModuleSource, count: Int, _ trial: Trial, _ log: inout VerdictLog
  ) throws -> ModuleOutcome {
    let name = module.module.name
    let possible = draw.order(trial.package.mutants(of: module), of: module.module)
    var outcome = ModuleOutcome(module: module.module, possible: possible.count)
    outcome.equivalent = possible.filter(equivalent.contains)
    let drawn = possible.filter { !equivalent.contains($0) }.prefix(count)
    for (index, mutant) in drawn.enumerated() {
      let known = log.verdict(on: mutant, of: module, tests: source.testFingerprint)
      let verdict = try known ?? trial.verdict(on: mutant, of: module)
      if known == nil {
        try log.add(verdict)
        if !verdict.kind.isNoticed {
          report("\(name): \(index + 1) of \(drawn.count): \(mutant.line(in: module.module))")
        }
      }
      if index % 20 == 19 { report("\(name): \(index + 1) of \(drawn.count)") }
      outcome.tried.append((mutant, verdict))
    }
    return outcome
  }
}
