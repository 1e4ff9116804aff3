import Foundation

/// What the tests said of one mutant.
struct Verdict: Codable, Sendable {
  enum Kind: String, Codable {
    /// A test failed, or the process crashed.
    case noticed
    /// The tests did not come to an end in several times the time that they need.
    case timeout
    /// Every test passed.
    case survived
    /// No test runs the code, so that every test passes.
    case unreached

    var isNoticed: Bool { self == .noticed || self == .timeout }
  }

  let mutant: String
  /// The fingerprints of the module and of its tests as they were.
  let source: String
  let tests: String
  let kind: Kind
  /// The first line that noticed it.
  let by: String
  let seconds: Double
}

/// The verdicts of a module so far: one line of JSON each, added as soon as it is known, so that an
/// interrupted run goes on where it was.
struct VerdictLog {
  private let file: URL
  private var verdicts: [String: Verdict] = [:]

  init(_ file: URL) throws {
    self.file = file
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    for line in text.split(separator: "\n") {
      // The last line of a run that was killed may be torn.
      guard let verdict = try? JSONDecoder().decode(Verdict.self, from: Data(line.utf8)) else {
        continue
      }
      verdicts[verdict.mutant] = verdict
    }
  }

  /// The verdict on `mutant` that still holds: of the same source, and of the same tests unless it
  /// was noticed, since more tests do not notice less.
  func verdict(on mutant: Mutant, of module: ModuleSource, tests: String) -> Verdict? {
    guard let verdict = verdicts[mutant.name], verdict.source == module.fingerprint,
      verdict.kind.isNoticed || verdict.tests == tests
    else { return nil }
    return verdict
  }

  mutating func add(_ verdict: Verdict) throws {
    verdicts[verdict.mutant] = verdict
    if !FileManager.default.fileExists(atPath: file.path) {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: JSONEncoder().encode(verdict) + Data("\n".utf8))
  }
}
