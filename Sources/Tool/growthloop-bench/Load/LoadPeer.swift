import Foundation
import Glibc

/// Another load generator, which may be installed.
struct LoadPeer: Sendable {
  /// The result of one run.
  struct Outcome {
    let requestsPerSecond: Double
    /// The processor time of the whole process.
    let processorSeconds: Double
    let seconds: Double
  }

  /// The task of a run.
  enum Task: Hashable {
    /// The maximal request rate.
    case greatestRate
    /// A fixed number of requests a second.
    case rate(Int)
    /// The maximal request rate, each request over a new connection.
    case taps
  }

  let name: String
  /// The command line for a task, seconds, connections and a URL; `nil` if the tool lacks the task.
  let command: @Sendable (Task, Int, Int, String) -> [String]?
  /// The text before the rate in the output.
  let mark: String

  static let all = [
    LoadPeer(
      name: "wrk",
      command: { task, seconds, connections, url in
        if case .rate = task { return nil }
        return ["wrk", "-t1", "-c\(connections)", "-d\(seconds)s", url]
      }, mark: "Requests/sec:"),
    LoadPeer(
      name: "wrk2",
      command: { task, seconds, connections, url in
        guard case .rate(let rate) = task else { return nil }
        return ["wrk2", "-t1", "-c\(connections)", "-d\(seconds)s", "-R\(rate)", url]
      }, mark: "Requests/sec:"),
    LoadPeer(
      name: "h2load",
      command: { task, seconds, connections, url in
        let plain = ["h2load", "--h1", "-t1", "-c\(connections)", "-D\(seconds)"]
        switch task {
        case .greatestRate: return plain + [url]
        case .rate(let rate): return plain + ["--rps=\(rate / connections)", url]
        case .taps: return nil
        }
      }, mark: "finished in"),
    LoadPeer(
      name: "ab",
      command: { task, seconds, connections, url in
        let plain = ["ab", "-q", "-c\(connections)", "-t\(seconds)", "-n100000000"]
        switch task {
        case .greatestRate: return plain + ["-k", url]
        case .rate: return nil
        case .taps: return plain + [url]
        }
      }, mark: "Requests per second:"),
  ]

  /// Whether the tool is installed.
  var isThere: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Runs the tool on one processor; `nil` if it lacks the task or fails.
  func run(
    _ task: Task, for seconds: Int, connections: Int, on processor: Int, at url: String
  ) -> Outcome? {
    guard let command = command(task, seconds, connections, url) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["taskset", "-c", "\(processor)"] + command
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    let (before, start) = (Self.childrenSeconds(), ContinuousClock.now)
    guard (try? process.run()) != nil,
      let bytes = try? output.fileHandleForReading.readToEnd()
    else { return nil }
    process.waitUntilExit()
    let elapsed = start.duration(to: .now).components
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.contains(mark) }),
      let rate = Self.rate(in: line)
    else { return nil }
    return Outcome(
      requestsPerSecond: rate, processorSeconds: Self.childrenSeconds() - before,
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
  }

  /// Returns the last standalone number of a line.
  private static func rate(in line: Substring) -> Double? {
    line.split { $0 == " " || $0 == "," }.compactMap { Double($0) }.last
  }

  /// Returns the processor time of all ended child processes.
  private static func childrenSeconds() -> Double {
    var usage = rusage()
    guard unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 else { return 0 }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
