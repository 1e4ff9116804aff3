import Foundation

/// What each suite of a planted package does without a mutant: how long it takes, and which places
/// it comes by.
struct SuiteRehearsal: Codable {
  struct Suite: Codable {
    /// The target and the type, as `--filter` wants them.
    let name: String
    let seconds: Double
    let processorSeconds: Double
    /// The numbers of the mutants that it asks the switch for.
    let reached: Set<Int>
  }

  let source: String
  let tests: String
  let suites: [Suite]

  /// Runs each suite of `package` once, or takes what a former run noted of the same code.
  ///
  /// - Throws: `MutantsError` where a suite fails.
  init(_ package: PlantedPackage) throws {
    let file = package.folder.appending(path: "rehearsal.json")
    if let data = try? Data(contentsOf: file),
      let noted = try? JSONDecoder().decode(SuiteRehearsal.self, from: data),
      noted.source == package.source.fingerprint, noted.tests == package.source.testFingerprint
    {
      self = noted
      return
    }
    source = package.source.fingerprint
    tests = package.source.testFingerprint
    let list = try package.testCommand(["--list-tests"]).run()
    let names = Set(
      list.output.split(separator: "\n").filter { $0.contains("/") }
        .map { String($0.prefix { $0 != "/" }) })
    guard list.code == 0, !names.isEmpty else {
      throw MutantsError("the tests cannot be listed:\n\(list.output.suffix(2000))")
    }
    suites = try names.sorted().map { try SuiteRehearsal.suite($0, of: package) }
    try JSONEncoder().encode(self).write(to: file)
  }

  private static func suite(_ name: String, of package: PlantedPackage) throws -> Suite {
    let file = package.folder.appending(path: "reached")
    try? FileManager.default.removeItem(at: file)
    var command = package.testCommand(SuiteRehearsal.filters([name]))
    command.environment["MUTANTS_REACHED"] = file.path
    let outcome = try command.run()
    if ChildProcess.wasInterrupted { throw MutantsError("interrupted") }
    guard outcome.code == 0 else {
      throw MutantsError("\(name) fails without a mutant:\n\(outcome.output.suffix(4000))")
    }
    let reached = [UInt8](try Data(contentsOf: file)).enumerated().filter { $0.element != 0 }
    return Suite(
      name: name, seconds: outcome.seconds, processorSeconds: outcome.processorSeconds,
      reached: Set(reached.map(\.offset)))
  }

  static func filters(_ suites: [String]) -> [String] {
    suites.flatMap { ["--filter", "^\($0.replacing(".", with: "\\."))/"] }
  }

  /// The suites that come by `number`, in groups that are run together: the quick ones first, since
  /// most mutants are noticed by any, and no group much longer than what went before.
  func groups(reaching number: Int) -> [[Suite]] {
    var groups: [[Suite]] = []
    var passed = 0.0
    var group: [Suite] = []
    var length = 0.0
    for suite in suites.filter({ $0.reached.contains(number) })
      .sorted(by: { ($0.processorSeconds, $0.name) < ($1.processorSeconds, $1.name) })
    {
      if !group.isEmpty, length + suite.processorSeconds > max(1, 2 * passed) {
        groups.append(group)
        passed += length
        group = []
        length = 0
      }
      group.append(suite)
      length += suite.processorSeconds
    }
    return group.isEmpty ? groups : groups + [group]
  }
}

extension PlantedPackage {
  /// Starts the tests with `arguments`.
  func testCommand(_ arguments: [String]) -> ChildProcess {
    var command = ChildProcess(
      arguments: [tests.path, "--testing-library", "swift-testing"] + arguments,
      folder: folder.appending(path: "package").path)
    // A crash is noticed as such; to print where takes longer than the tests.
    command.environment["SWIFT_BACKTRACE"] = "enable=no"
    // A loop without end that also grows is ended before it takes the machine's memory.
    command.kilobytes = 8_000_000
    return command
  }
}
