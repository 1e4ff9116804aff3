import Foundation
import RandomScenarios

/// The side of the fuzzer that watches: it starts children, gathers what they say, and makes small what
/// failed.
struct FuzzRun {
  let count: Int
  let first: UInt64

  /// What failed in one scenario.
  private struct Failure: Sendable {
    let seed: UInt64
    var problems: [String]
  }

  /// What one child found, or several in a row where one crashed.
  private struct Share: Sendable {
    var scenarios = 0
    var large = 0
    var events: UInt64 = 0
    var failures: [Failure] = []

    static func + (one: Share, other: Share) -> Share {
      Share(
        scenarios: one.scenarios + other.scenarios, large: one.large + other.large,
        events: one.events + other.events, failures: one.failures + other.failures)
    }
  }

  /// Runs all scenarios, prints what came of them, and returns whether all held.
  func run() async -> Bool {
    let workers = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
    let end = first + UInt64(count)
    let found = await withTaskGroup(of: Share.self) { group in
      for worker in 0..<workers {
        group.addTask { share(from: first + worker, step: workers, to: end) }
      }
      return await group.reduce(Share(), +)
    }
    let failures = found.failures.sorted { $0.seed < $1.seed }
    print(
      "\(found.scenarios) random scenarios, \(found.events) events, \(failures.count) failed, "
        + "\(found.large) left as too large")
    for failure in failures { await describe(failure) }
    return failures.isEmpty && found.scenarios == count
  }

  /// Runs every `step`-th seed; after a crash a new child goes on behind it.
  private func share(from first: UInt64, step: UInt64, to end: UInt64) -> Share {
    var share = Share()
    var next = first
    while next < end {
      let child = Child(["--seeds", "\(next)", "\(step)", "\(end)"])
      var running: Failure?
      for line in child.lines {
        let words = line.split(separator: " ")
        switch words.first {
        case "begin": running = Failure(seed: UInt64(words[1]) ?? next, problems: [])
        case "problem": running?.problems.append(String(line.dropFirst(8)))
        case "end":
          share.scenarios += 1
          share.events += UInt64(words[2]) ?? 0
          if words[3] == "large" { share.large += 1 }
          if let failure = running, !failure.problems.isEmpty { share.failures.append(failure) }
          running = nil
        default: break
        }
      }
      let ending = child.ending
      guard var failure = running else { return share }
      failure.problems.append("the run ended with \(ending)")
      share.scenarios += 1
      share.failures.append(failure)
      next = failure.seed + step
    }
    return share
  }

  /// Prints a failure with the smallest command that shows it.
  private func describe(_ failure: Failure) async {
    let drawn = RandomScenario(drawnBy: failure.seed)
    let smallest = await drawn.smallest { candidate in
      let child = Child(["--try", "\(candidate.seed)"] + candidate.changes.map(\.word))
      return child.isFailure
    }
    let last = Child(["--try", "\(smallest.seed)"] + smallest.changes.map(\.word))
    let problems = Array(last.lines) + (last.ending == "exit 1" ? [] : [last.ending])
    print("\nseed \(failure.seed): \(failure.problems.joined(separator: "; "))")
    print("  smallest: \(smallest.command)")
    for problem in problems { print("    \(problem)") }
  }
}

/// A child of this program, whose lines can be read while it runs.
private final class Child {
  private let process = Process()
  private let output = Pipe()

  init(_ words: [String]) {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = words
    process.standardOutput = output
    // Its backtrace says where it crashed; by itself it would be drowned in those of the attempts.
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { fatalError("this program cannot start itself: \(error)") }
  }

  /// The lines that it writes until it ends.
  lazy var lines: [String] = {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }()

  /// How it ended.
  lazy var ending: String = {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? "exit \(process.terminationStatus)" : "signal \(process.terminationStatus)"
  }()

  var isFailure: Bool {
    _ = lines
    return ending != "exit 0" && ending != "exit 65"
  }
}
