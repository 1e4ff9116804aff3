import Foundation
import Glibc

/// Writes to standard error, where progress goes.
func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

func run(_ options: Options) throws -> Int32 {
  let package = URL(filePath: options.package).standardizedFileURL
  let home = package.appending(path: "Tests/Mutants")
  let equivalent = try KnownMutants(home.appending(path: "equivalent.txt"), needsReasons: true)
  let survivors = try KnownMutants(home.appending(path: "survivors.txt"), needsReasons: false)
  if options.checks {
    let modules = try Module.all.map { try ModuleSource($0, package: package) }
    let stale = equivalent.stale(in: modules) + survivors.stale(in: modules)
    for name in stale {
      report("no mutant is called \(name) any more; its entry in Tests/Mutants can go")
    }
    let failure = try GoldenCheck(folder: home.appending(path: "Golden")).run()
    return stale.isEmpty ? failure : 1
  }
  let draw = MutantDraw(seed: options.seed)
  let grounds =
    options.isShort ? options.modules.map(Ground.alone) : Ground.all(of: options.modules)
  let sources = try grounds.map { try GroundSource($0, package: package) }
  let modules = sources.flatMap(\.modules).filter { source in
    options.modules.contains { $0.name == source.module.name }
  }
  let shares = draw.shares(
    modules.map { source in
      (source.module, source.mutants.filter { !equivalent.contains($0) })
    }, count: options.count ?? .max)
  if options.lists {
    for source in modules {
      for mutant in draw.order(source.mutants, of: source.module)
        .filter({ !equivalent.contains($0) }).prefix(shares[source.module.name] ?? 0)
      {
        print(mutant.line(in: source.module))
      }
    }
    return 0
  }
  let lock = try RunLock(package.appending(path: ".build/mutants"))
  defer { lock.release() }
  var outcomes: [ModuleOutcome] = []
  for source in sources {
    let run = GroundRun(
      source: source, draw: draw, shares: shares, equivalent: equivalent, options: options,
      package: package)
    outcomes += try run.outcomes()
  }
  let table = MutantTable(outcomes: outcomes, equivalent: equivalent, survivors: survivors)
  print(table.text)
  if options.isShort {
    if table.rulesOutTheGoal { report("too many survive: 95 of 100 are hardly noticed here") }
    return table.rulesOutTheGoal ? 1 : 0
  }
  return table.share >= 0.95 ? 0 : 1
}

let words = Array(CommandLine.arguments.dropFirst())
if words.contains("--help") {
  print(Options.help)
  exit(0)
}
ChildProcess.watchInterrupts()
let options: Options
do {
  options = try Options(words)
} catch {
  report("mutants: \(error.text)")
  exit(64)
}
do {
  exit(try run(options))
} catch let error as MutantsError {
  report("mutants: \(error.text)")
  exit(ChildProcess.wasInterrupted ? 130 : 70)
} catch {
  report("mutants: \(error)")
  exit(70)
}
