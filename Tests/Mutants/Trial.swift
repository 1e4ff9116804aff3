import Foundation

/// Runs the tests of a planted package, without a mutant and with each of those that are drawn.
struct Trial {
  let package: PlantedPackage
  /// The tests alone: how long they take, and which mutants they come by.
  private var seconds = 0.0
  private var processorSeconds = 0.0
  private var reached: [UInt8] = []

  init(_ package: PlantedPackage) { self.package = package }

  private func command(environment: [String: String]) -> Command {
    var command = Command(
      arguments: [package.tests.path, "--testing-library", "swift-testing"],
      environment: environment, folder: package.folder.appending(path: "package").path)
    // A loop without end that also grows is ended before it takes the machine's memory.
    command.kilobytes = 8_000_000
    return command
  }

  /// Runs the tests as they are.
  ///
  /// - Throws: `MutantsError` where they fail.
  mutating func rehearse() throws {
    let file = package.folder.appending(path: "reached")
    try? FileManager.default.removeItem(at: file)
    let outcome = try command(environment: ["MUTANTS_REACHED": file.path]).run()
    if Command.wasInterrupted { throw MutantsError("interrupted") }
    guard outcome.code == 0 else {
      throw MutantsError("the tests fail without a mutant:\n\(outcome.output.suffix(4000))")
    }
    seconds = outcome.seconds
    processorSeconds = outcome.processorSeconds
    reached = [UInt8](try Data(contentsOf: file))
  }

  /// Returns what the tests say of `mutant`.
  func verdict(on mutant: Mutant) throws -> Verdict {
    // A number that may be one less is asked for by the number of its one greater.
    let asked = mutant.operator == .minus ? mutant.number - 1 : mutant.number
    guard reached.indices.contains(asked), reached[asked] != 0 else {
      return verdict(mutant, .unreached, by: "", seconds: 0)
    }
    var command = command(environment: ["MUTANT": "\(mutant.number)"])
    command.processorSeconds = Int(processorSeconds * 5) + 10
    command.seconds = seconds * 20 + 60
    var by = ""
    let outcome = try command.run { line in
      guard line.contains("✘") else { return false }
      by = String(line)
      return true
    }
    if Command.wasInterrupted { throw MutantsError("interrupted") }
    if !by.isEmpty { return verdict(mutant, .noticed, by: by, seconds: outcome.seconds) }
    if outcome.wasTimedOut { return verdict(mutant, .timeout, by: "", seconds: outcome.seconds) }
    if outcome.code != 0 {
      return verdict(mutant, .noticed, by: "exit code \(outcome.code)", seconds: outcome.seconds)
    }
    return verdict(mutant, .survived, by: "", seconds: outcome.seconds)
  }

  private func verdict(
    _ mutant: Mutant, _ kind: Verdict.Kind, by: String, seconds: Double
  ) -> Verdict {
    Verdict(
      mutant: mutant.name, source: package.source.fingerprint,
      tests: package.source.testFingerprint, kind: kind, by: by, seconds: seconds)
  }
}
