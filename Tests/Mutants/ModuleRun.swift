import Foundation

/// Builds a module with its mutants, and tries those that are drawn.
struct ModuleRun {
  let source: ModuleSource
  let draw: Draw
  let count: Int
  let equivalent: KnownMutants
  let options: Options
  let package: URL

  func outcome() throws -> ModuleOutcome {
    let name = source.module.name
    let folder = package.appending(path: ".build/mutants/\(name)")
    let verdicts = folder.appending(path: "verdicts.jsonl")
    if options.isFresh { try? FileManager.default.removeItem(at: verdicts) }
    var planted = try PlantedPackage(source, original: package, folder: folder)
    let start = Command.now()
    report("\(name): \(source.mutants.count) mutants; builds")
    try planted.build(swift: options.swift) { report("\(name): \($0)") }
    report("\(name): built in \(Int(Command.now() - start)) s")
    var outcome = ModuleOutcome(
      module: source.module, possible: planted.mutants.count,
      refused: source.mutants.count - planted.mutants.count)
    let possible = draw.order(planted.mutants, of: source.module)
    outcome.equivalent = possible.filter(equivalent.contains)
    let drawn = possible.filter { !equivalent.contains($0) }.prefix(count)
    var log = try VerdictLog(verdicts)
    if drawn.contains(where: { log.verdict(on: $0, source) == nil }) {
      var trial = Trial(planted)
      try trial.rehearse()
      for (index, mutant) in drawn.enumerated() where log.verdict(on: mutant, source) == nil {
        let verdict = try trial.verdict(on: mutant)
        try log.add(verdict)
        if !verdict.kind.isNoticed {
          report("\(name): \(index + 1) of \(drawn.count): \(mutant.line(in: source.module))")
        } else if index % 20 == 19 {
          report("\(name): \(index + 1) of \(drawn.count)")
        }
      }
    }
    outcome.tried = drawn.compactMap { mutant in
      log.verdict(on: mutant, source).map { (mutant, $0) }
    }
    return outcome
  }
}
