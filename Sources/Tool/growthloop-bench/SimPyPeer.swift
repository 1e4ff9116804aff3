import Foundation

/// SimPy, a common Python kit for discrete events, if it is installed.
struct SimPyPeer {
  /// The result of one run.
  struct Outcome {
    let eventsPerSecond: Double
    let bytesPerPendingEvent: Double
    /// The checksum over the first `checkedHolds` of a workload, as in every `HoldRun`.
    let checkSum: UInt64
  }

  static let checkedHolds = 10_000

  private let python: [String]

  /// Creates the peer; `nil` if this Python does not exist or has no SimPy.
  init?(python: String = "python3") {
    self.python = ["/usr/bin/env", python]
    guard (try? Self.run(self.python + ["-c", "import simpy"], on: nil)) != nil else { return nil }
  }

  /// Runs the HOLD model three times with callbacks, SimPy's fastest API, and returns the median.
  ///
  /// - Returns: The outcome; `nil` if the script fails.
  func hold(_ workload: HoldWorkload, times: Int) -> Outcome? {
    let input = FileManager.default.temporaryDirectory.appending(path: "hold-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: input) }
    let lines = [workload.increments, workload.firstTicks].map { numbers in
      numbers.map { String($0) }.joined(separator: " ") + "\n"
    }
    let command = python + ["-c", Self.script, "\(Self.checkedHolds)", "\(times)"]
    guard (try? Data(lines.joined().utf8).write(to: input)) != nil,
      let answer = try? Self.run(command, on: input)
    else { return nil }
    let words = answer.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let sum = UInt64(words[0]), let speed = Double(words[1]),
      let bytes = Double(words[2])
    else { return nil }
    return Outcome(eventsPerSecond: speed, bytesPerPendingEvent: bytes, checkSum: sum)
  }

  private struct Failure: Error {}

  /// Returns the output of a command.
  ///
  /// Its input is a file: writing to the pipe of an ended command would end this process too.
  private static func run(_ command: [String], on input: URL?) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
    return String(decoding: text, as: UTF8.self)
  }

  private static let script = """
    import statistics, sys, time, tracemalloc
    import simpy

    checked, holds = int(sys.argv[1]), int(sys.argv[2])
    increments = [int(word) for word in sys.stdin.readline().split()]
    ticks = [int(word) for word in sys.stdin.readline().split()]
    mask = len(increments) - 1
    done = 0
    number = 0

    def fire(event):
        global done, number
        number = event.value
        again = timeout(increments[done & mask], number)
        again.callbacks.append(fire)
        done += 1

    tracemalloc.start()
    environment = simpy.Environment()
    timeout, step = environment.timeout, environment.step
    for event, tick in enumerate(ticks):
        timeout(tick, event).callbacks.append(fire)
    pending = len(ticks)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    check = 0
    for _ in range(checked):
        step()
        taken = environment.now ^ (number << 32)
        check = (check * 0x9E3779B97F4A7C15 + taken) & 0xFFFFFFFFFFFFFFFF

    speeds = []
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(holds):
            step()
        speeds.append(holds / (time.perf_counter() - start))
    print(check, statistics.median(speeds), used / pending)
    """
}

/// The results of other kits in the HOLD model, measured elsewhere.
///
/// One core of a machine with two shared ones, Debian 12, medians of three runs or more. They are
/// not of this run, so they are comparable only in order of magnitude.
public struct PeerFigures: Encodable, Sendable {
  public let name: String
  /// Millions of events a second by the number of pending events; `nil` if not measured.
  public let millions: [Int: Double]

  init(_ name: String, _ thousand: Double, _ hundredThousand: Double, _ million: Double?) {
    self.name = name
    var millions = [1_000: thousand, 100_000: hundredThousand]
    millions[1_000_000] = million
    self.millions = millions
  }
}

extension PeerFigures {
  /// The kits that are not measured in the same run.
  public static let all = [
    PeerFigures("C++ splay tree", 6.1, 2.7, 0.54),
    PeerFigures("C++ std::set, as in ns-3's schedulers", 5.4, 1.4, 0.52),
    PeerFigures("adevs (C++)", 5.6, 2.0, 1.2),
    PeerFigures("simcpp20 (C++ coroutines)", 6.1, 1.3, 0.89),
    PeerFigures("Cimba (C), events", 7.1, 3.1, 1.4),
    PeerFigures("Python heapq loop", 0.73, 0.34, 0.23),
    PeerFigures("SimPy, callbacks", 0.60, 0.23, 0.16),
    PeerFigures("SimPy, processes", 0.46, 0.18, 0.11),
  ]
}
