import Foundation
import Glibc
import GrowthloopLoadGenerator
import GrowthloopTransport
import Statistics
import Synchronization

/// A comparison of our load generator with others against the same server in the same run.
///
/// The server has the first processor to itself. The generators use the last one, in turns, round
/// by round.
public struct LoadBenchmark: Sendable {
  public var rounds = 5
  /// The length of each run.
  public var seconds = 3

  public init() {}

  /// One candidate at one task; medians over the rounds.
  public struct Row: Encodable, Sendable {
    public let task: String
    public let candidate: String
    public let requestsPerSecond: Double
    /// The processor time of the generator for a million requests.
    public let processorSecondsPerMillion: Double
    /// The delay of sending after the planned moment, in microseconds.
    public var sendErrorMedian: Double?
    public var sendErrorP99: Double?
    /// The median ratio of our rate to this candidate's, over the rounds.
    public var ourRate: Double?
    /// The same for the processor time of a request.
    public var ourProcessorTime: Double?
  }

  private static let tasks: [(name: String, task: LoadPeer.Task)] = [
    ("greatest rate", .greatestRate), ("10,000/s", .rate(10_000)), ("50,000/s", .rate(50_000)),
    ("taps on new connections", .taps),
  ]

  private static let ours = "growthloop"
  /// Our generator with a permitted lateness of 1 ms, as others have.
  private static let oursGathered = "growthloop, lateness 1 ms"
  /// Our generator with one call for what is sent and received at a time.
  private static let oursByRing = "growthloop, io_uring"
  private static let oursGatheredByRing = "growthloop, io_uring, lateness 1 ms"
  /// A loop that sends nothing: the cost of waking up in time.
  private static let sleeper = "a loop that only sleeps"

  /// Measures all tasks, and calls `onTask` after each.
  public func measure(_ onTask: (String) -> Void = { _ in }) throws -> [Row] {
    let peers = LoadPeer.all.filter(\.isThere)
    var rows: [Row] = []
    for (name, task) in Self.tasks {
      let answer: ScriptedAnswer = task == .taps ? .farewell : .ok()
      let server = try ScriptedServer(.atOnce, answering: answer, on: 0)
      defer { server.stop() }
      var samples: [String: [Sample]] = [:]
      for _ in 0..<rounds {
        samples[Self.ours, default: []].append(try runOurs(task, at: server.address))
        if Self.hasRing {
          samples[Self.oursByRing, default: []].append(
            try runOurs(task, engine: .ring, at: server.address))
        }
        if case .rate(let rate) = task {
          samples[Self.oursGathered, default: []].append(
            try runOurs(task, lateness: .milliseconds(1), at: server.address))
          if Self.hasRing {
            samples[Self.oursGatheredByRing, default: []].append(
              try runOurs(
                task, lateness: .milliseconds(1), engine: .ring, at: server.address))
          }
          samples[Self.sleeper, default: []].append(
            try onLastProcessor { try Sample(SleepingLoop(perSecond: rate, seconds: seconds)) })
        }
        for peer in peers {
          let outcome = peer.run(
            task, for: seconds, connections: connections(task), on: Self.lastProcessor,
            at: "http://\(server.address)/")
          if let outcome { samples[peer.name, default: []].append(Sample(outcome)) }
        }
      }
      let first = samples[Self.ours] ?? []
      let own = [
        Self.ours, Self.oursByRing, Self.oursGathered, Self.oursGatheredByRing, Self.sleeper,
      ]
      for candidate in own + peers.map(\.name) {
        guard let samples = samples[candidate], samples.count == rounds else { continue }
        rows.append(row(name, candidate, samples, against: candidate == Self.ours ? nil : first))
      }
      onTask(name)
    }
    return rows
  }

  private func row(
    _ task: String, _ candidate: String, _ samples: [Sample], against own: [Sample]?
  ) -> Row {
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    func ratio(_ figure: (Sample) -> Double) -> Double? {
      own.map { median(zip($0, samples).map { figure($0) / figure($1) }) }
    }
    let errors = samples.compactMap(\.sendErrors)
    return Row(
      task: task, candidate: candidate,
      requestsPerSecond: median(samples.map(\.rate)),
      processorSecondsPerMillion: median(samples.map(\.processorTime)) * 1e6,
      sendErrorMedian: errors.isEmpty ? nil : median(errors.map(\.median)),
      sendErrorP99: errors.isEmpty ? nil : median(errors.map(\.p99)),
      ourRate: ratio(\.rate), ourProcessorTime: ratio(\.processorTime))
  }

  private func connections(_ task: LoadPeer.Task) -> Int { task == .taps ? 16 : 50 }

  private static let hasRing = SocketRing(sockets: 1, isStamping: false) != nil

  private static var lastProcessor: Int { (try? ThisThread.processors().last) ?? 0 }

  /// The result of one run.
  private struct Sample: Sendable {
    let rate: Double
    /// The processor time of a request, in seconds.
    let processorTime: Double
    var sendErrors: (median: Double, p99: Double)?

    init(_ outcome: LoadPeer.Outcome) {
      rate = outcome.requestsPerSecond
      processorTime = outcome.processorSeconds / (outcome.requestsPerSecond * outcome.seconds)
    }

    init(_ record: LoadRecord, processorTime used: Duration, isPaced: Bool) {
      rate = Double(record.counts.answered) / (record.elapsed / .seconds(1))
      processorTime = (used / .seconds(1)) / Double(max(1, record.counts.answered))
      if isPaced { sendErrors = Self.errors(record.latencies.lag) }
    }

    init(_ loop: SleepingLoop) throws {
      let outcome = try loop.run()
      let count = Double(outcome.lateness.totalCount)
      rate = count / (outcome.elapsed / .seconds(1))
      processorTime = (outcome.processorTime / .seconds(1)) / count
      sendErrors = Self.errors(outcome.lateness)
    }

    private static func errors(_ lag: HDRHistogram) -> (median: Double, p99: Double)? {
      guard let median = lag.value(atPercentile: 50), let p99 = lag.value(atPercentile: 99) else {
        return nil
      }
      return (Double(median) / 1_000, Double(p99) / 1_000)
    }
  }

  /// Runs our generator on a thread of the last processor.
  private func runOurs(
    _ task: LoadPeer.Task, lateness: Duration? = nil, engine: EngineChoice = .epoll,
    at address: SocketAddress
  ) throws -> Sample {
    let target = LoadTarget(host: "\(address.address)", port: address.port)
    let length = Duration.seconds(seconds)
    var plan: LoadPlan
    var isPaced = false
    switch task {
    case .greatestRate:
      plan = LoadPlan(
        target, .closed(users: connections(task), pause: .zero, length: length),
        TrafficMix(.get("/")))
    case .taps:
      plan = LoadPlan(
        target, .closed(users: connections(task), pause: .zero, length: length),
        TrafficMix(.get("/", connection: .new)))
    case .rate(let rate):
      plan = LoadPlan(
        target, .open(.constant(Double(rate), for: length, spacing: .even)), TrafficMix(.get("/")))
      isPaced = true
    }
    plan.limits.connections = connections(task)
    plan.limits.engine = engine
    plan.limits.lateness = lateness ?? plan.limits.lateness
    let (sound, paced) = (plan, isPaced)
    return try onLastProcessor {
      let run = try LoadRun(sound)
      let before = ThisThread.processorTime()
      let record = try run.run()
      return Sample(
        record, processorTime: ThisThread.processorTime() - before, isPaced: paced)
    }
  }

  /// Takes a sample on a thread of the last processor.
  private func onLastProcessor(_ work: @escaping @Sendable () throws -> Sample) throws -> Sample {
    let result = Mutex<Result<Sample, any Error>?>(nil)
    let processor = Self.lastProcessor
    let thread = try BackgroundThread {
      let sample = Result {
        try ThisThread.bind(to: [processor])
        return try work()
      }
      result.withLock { $0 = sample }
    }
    thread.join()
    guard let sample = result.withLock({ $0 }) else { preconditionFailure("joined, and no result") }
    return try sample.get()
  }
}

extension ScriptedAnswer {
  /// A complete response, after which the server closes the connection.
  fileprivate static let farewell = ScriptedAnswer(
    ["HTTP/1.1 200 OK\r\nContent-Length: 13\r\nConnection: close\r\n\r\nxxxxxxxxxxxxx"],
    then: .close)
}

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

/// A loop that sleeps until each of many equidistant moments and reads the clock.
///
/// It gives the lower bound of the cost of being in time for every request.
struct SleepingLoop {
  let perSecond: Int
  let seconds: Int

  struct Outcome {
    let elapsed: Duration
    let processorTime: Duration
    /// The lateness of the wake-ups, in nanoseconds.
    let lateness: HDRHistogram
  }

  func run() throws -> Outcome {
    // Otherwise the kernel allows 50 µs of timer slack.
    try ThisThread.setTimerSlack(nanoseconds: 1)
    var lateness = HDRHistogram(layout: Latencies.layout)
    let gap = 1_000_000_000 / Int64(perSecond)
    let (start, before) = (MonotonicTime.now(), ThisThread.processorTime())
    var moment = start.nanoseconds
    for _ in 0..<perSecond * seconds {
      moment += gap
      ThisThread.sleep(until: MonotonicTime(nanoseconds: moment))
      lateness.record(UInt64(max(0, MonotonicTime.now().nanoseconds - moment)))
    }
    return Outcome(
      elapsed: .now() - start, processorTime: ThisThread.processorTime() - before,
      lateness: lateness)
  }
}
