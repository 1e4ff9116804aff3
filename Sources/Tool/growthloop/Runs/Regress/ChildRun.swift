import Dispatch
import Foundation
import GrowthloopReports
import Synchronization

/// A program that runs to its end, or until an interrupt.
struct ChildRun {
  let status: Int32
  /// The output, with standard error.
  let said: String

  /// The error: the first line that reports one, or else the last line.
  var complaint: String {
    let lines = said.split(whereSeparator: \.isNewline).filter { line in
      line.contains { !$0.isWhitespace }
    }
    let line = lines.first { $0.contains("error:") || $0.hasPrefix("growthloop:") } ?? lines.last
    return line?.trimmingCharacters(in: .whitespaces) ?? "it printed nothing"
  }

  /// Runs a program, and calls `onLine` with its latest line.
  ///
  /// - Throws: `InputOutputError` where it cannot be started.
  static func run(
    _ program: String, _ words: [String], in folder: String? = nil, within patience: Int? = nil,
    until interrupt: Interrupt? = nil, onLine: (String) -> Void = { _ in }
  ) throws -> ChildRun {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    do {
      try process.run()
    } catch {
      throw InputOutputError(
        description: "'\(program)' cannot be run: \(FileErrorText.reason(error))")
    }
    let handle = ChildHandle(process.processIdentifier)
    interrupt?.onInterrupt { handle.terminate() }
    if let patience {
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience)) {
        handle.terminate()
      }
    }
    var said: [UInt8] = []
    while true {
      let part = pipe.fileHandleForReading.availableData
      guard !part.isEmpty, said.count < mostBytes else { break }
      said += part
      let line = part.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).last
      if let line { onLine(String(decoding: line, as: UTF8.self)) }
    }
    if said.count >= mostBytes { handle.terminate() }
    process.waitUntilExit()
    handle.forget()
    return ChildRun(status: process.terminationStatus, said: String(decoding: said, as: UTF8.self))
  }

  /// The limit of output; no program that starts here writes more.
  private static let mostBytes = 64 << 20
}

/// A child process that can be terminated while it exists.
private final class ChildHandle: Sendable {
  private let number: Mutex<pid_t?>

  init(_ number: pid_t) {
    self.number = Mutex(number)
  }

  func terminate() {
    number.withLock { number in
      if let number { kill(number, SIGTERM) }
    }
  }

  /// Forgets the process number, which the system may reuse from now on.
  func forget() {
    number.withLock { $0 = nil }
  }
}

/// A revision of the repository in the working folder, built for measurements.
///
/// The builds are kept by commit.
package struct RevisionBuild {
  private let revision: String
  private let commit: String
  /// The top folder of the repository.
  private let root: String

  private static let git = "/usr/bin/env"

  init(of revision: String) throws {
    guard let root = try? Self.ask("rev-parse", "--show-toplevel") else {
      throw UnfitInput(
        description: "the baseline '\(revision)' is neither a file nor a revision: "
          + "the working folder is not in a git checkout")
    }
    guard let commit = Self.commit(of: revision) else {
      throw UnfitInput(
        description: "the baseline '\(revision)' is neither a file nor a revision of git")
    }
    (self.revision, self.commit, self.root) = (revision, commit, root)
  }

  package static func commit(of revision: String) -> String? {
    guard !revision.hasPrefix("-") else { return nil }
    return try? ask("rev-parse", "--verify", "--quiet", "\(revision)^{commit}")
  }

  /// Returns the time of the revision's commit, in UTC.
  package static func moment(of revision: String) -> String? {
    guard !revision.hasPrefix("-"),
      let seconds = (try? ask("show", "--no-patch", "--format=%ct", revision)).flatMap(Double.init)
    else { return nil }
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }

  private struct Refusal: Error {}

  private static func ask(_ words: String...) throws -> String {
    let answer = try ChildRun.run(git, ["git"] + words)
    guard answer.status == 0 else { throw Refusal() }
    return answer.said.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Builds the revision unless it was built before; `nil` after an interrupt.
  func tool(on console: any Console, until interrupt: Interrupt) throws -> GrowthloopTool? {
    let cache = "\(root)/.build/baselines/\(commit)"
    let kept = "\(cache)/growthloop"
    let name = "\(revision) (\(commit.prefix(9)))"
    if !FileManager.default.isExecutableFile(atPath: kept) {
      guard try build(into: cache, as: kept, on: console, until: interrupt) else { return nil }
    }
    return try GrowthloopTool(at: kept, called: name)
  }

  private func build(
    into cache: String, as kept: String, on console: any Console, until interrupt: Interrupt
  ) throws -> Bool {
    let files = FileManager.default
    let tree = files.temporaryDirectory.appending(path: "growthloop-\(commit.prefix(9))-\(UUID())")
      .path
    defer {
      _ = try? ChildRun.run(
        Self.git, ["git", "-C", root, "worktree", "remove", "--force", tree])
      try? files.removeItem(atPath: tree)
      console.show(progress: "")
    }
    try step(["git", "-C", root, "worktree", "add", "--detach", tree, commit], in: root, console)
    let product = ["swift", "build", "-c", "release", "--product", "growthloop"]
    let run = try ChildRun.run(Self.git, product, in: tree, until: interrupt) { line in
      console.show(progress: "building \(commit.prefix(9)): \(line.prefix(60))")
    }
    if interrupt.isSet { return false }
    guard run.status == 0 else { throw failure(run) }
    try files.createDirectory(atPath: cache, withIntermediateDirectories: true)
    // Copied under another name first, so that the final name implies a complete file.
    let partial = "\(cache)/partial-\(UUID())"
    try files.copyItem(atPath: "\(tree)/.build/release/growthloop", toPath: partial)
    try files.moveItem(atPath: partial, toPath: kept)
    return true
  }

  private func step(_ words: [String], in folder: String, _ console: any Console) throws {
    console.show(progress: "fetching \(commit.prefix(9)) into a work tree")
    let run = try ChildRun.run(Self.git, words, in: folder)
    guard run.status == 0 else { throw failure(run) }
  }

  private func failure(_ run: ChildRun) -> InputOutputError {
    InputOutputError(
      description: "the baseline '\(revision)' cannot be built: \(run.complaint)")
  }
}
