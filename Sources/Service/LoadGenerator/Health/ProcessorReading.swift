internal import GrowthloopTransport
internal import Statistics

/// One reading of the processors' counters.
struct ProcessorReading {
  private let time: MonotonicTime
  /// Of this thread, in nanoseconds.
  private let running: Int64
  private let waiting: Int64
  private let switches: Int
  private let processors: [Int]
  private let isBound: Bool
  /// Of the processors that the thread may run on, in the kernel's ticks.
  private let busyTicks: Int
  private let stolenTicks: Int
  private let allTicks: Int

  /// `nil` where the system does not report it.
  init?() {
    guard let scheduling = SystemText.read("/proc/thread-self/schedstat"),
      let statistics = SystemText.read("/proc/stat"),
      let processors = try? ThisThread.processors()
    else { return nil }
    let figures = scheduling.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    guard figures.count >= 2 else { return nil }
    waiting = figures[1]
    time = .now()
    running = ThisThread.processorTime().nanoseconds
    switches = ThisThread.involuntarySwitches()
    self.processors = processors
    let lines = Self.ticks(in: statistics)
    isBound = processors.count < lines.count
    let mine = processors.compactMap { lines[$0] }
    busyTicks = mine.reduce(0) { $0 + $1.busy }
    stolenTicks = mine.reduce(0) { $0 + $1.stolen }
    allTicks = mine.reduce(0) { $0 + $1.all }
  }

  /// The ticks of each processor by its number, out of `/proc/stat`: user, nice, system, idle,
  /// waiting for a disk, interrupts hard and soft, stolen.
  static func ticks(in text: String) -> [Int: (busy: Int, stolen: Int, all: Int)] {
    var processors: [Int: (busy: Int, stolen: Int, all: Int)] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("cpu") {
      let words = line.split(separator: " ")
      guard let number = Int(words[0].dropFirst(3)) else { continue }
      let ticks = words.dropFirst().prefix(8).compactMap { Int($0) }
      guard ticks.count == 8 else { continue }
      let all = ticks.reduce(0, +)
      processors[number] = (all - ticks[3] - ticks[4] - ticks[7], ticks[7], all)
    }
    return processors
  }

  /// Returns the use since an earlier reading of the same thread, less the time of its busy wait.
  func use(since earlier: ProcessorReading, watching: Int64) -> ProcessorUse? {
    let elapsed = Double((time - earlier.time).nanoseconds)
    let ticks = Double(allTicks - earlier.allTicks)
    guard elapsed > 0, ticks > 0 else { return nil }
    let ran = Double(running - earlier.running) / elapsed
    let others = Double(busyTicks - earlier.busyTicks) / ticks - ran / Double(processors.count)
    return ProcessorUse(
      busy: max(0, ran - Double(watching) / elapsed),
      waiting: Double(waiting - earlier.waiting) / elapsed,
      involuntarySwitches: switches - earlier.switches, foreign: isBound ? max(0, others) : nil,
      stolen: Double(stolenTicks - earlier.stolenTicks) / ticks)
  }
}

extension GeneratorHealth {
  /// Tests for a growing backlog of requests.
  mutating func judgeTrend(of seconds: [SecondRecord]) {
    // Some hundred points are enough to show a trend.
    let stride = seconds.count / 300 + 1
    let points = seconds.indices.filter { $0 % stride == 0 }.map { place in
      let second = seconds[place]
      return Double(second.inFlight) + second.backlog.seconds * 1_000
    }
    guard let trend = MannKendall(points) else { return }
    backlogSlope = trend.slope / Double(stride)
    isFallingBehind = trend.pValue(.greater) < 0.01 && backlogSlope > 0
  }
}

/// A recorder of the generator's health from the warm-up to the last planned moment.
struct HealthWatch {
  private enum Stage {
    case before, during, after
  }

  var health = GeneratorHealth()
  private let begin: Int64
  private let finish: Int64
  private var stage = Stage.before
  private var atBegin: ProcessorReading?
  private var measuredFrom: Int64 = 0
  private var turnStart: Int64 = 0
  private var sentInTurn = 0
  private var turnHasEvents = false
  /// The time of the turn's first poll without a pause.
  private var lookedAt: Int64?
  /// The total time of busy waits.
  private(set) var watching: Int64 = 0
  /// A longer poll was interrupted.
  private static let longestLook: Int64 = 10_000

  init(from begin: Int64, to finish: Int64) {
    self.begin = begin
    self.finish = finish
  }

  mutating func pass(_ now: Int64) {
    switch stage {
    case .before where now >= begin:
      stage = .during
      measuredFrom = now
      atBegin = ProcessorReading()
    case .during where now >= finish: end(at: now)
    default: break
    }
  }

  mutating func end(at now: Int64) {
    guard stage == .during else { return }
    stage = .after
    // Nothing is counted beyond the last planned moment.
    health.length = .nanoseconds(max(0, min(now, finish) - measuredFrom))
    if let atBegin, let atEnd = ProcessorReading() {
      health.processor = atEnd.use(since: atBegin, watching: watching)
    }
  }

  /// Counts a request sent with a lateness.
  mutating func countSent(at time: Int64, lag: Int64) {
    sentInTurn += 1
    guard time < finish else { return }
    health.sent += 1
    health.ownLag.record(UInt64(max(0, lag)))
  }

  /// Begins a turn; a turn with `lookedAt` did not wait.
  mutating func beginTurn(_ time: Int64, isIdle: Bool, lookedAt: Int64? = nil) {
    turnStart = time
    turnHasEvents = !isIdle
    self.lookedAt = lookedAt
    sentInTurn = 0
  }

  mutating func endTurn(_ time: Int64) {
    guard stage == .during, turnStart > 0 else { return }
    guard turnHasEvents || sentInTurn > 0 else {
      if let lookedAt, time - lookedAt <= Self.longestLook { watching += time - lookedAt }
      return
    }
    health.turns.record(UInt64(max(0, time - turnStart)))
    health.batches.record(UInt64(sentInTurn))
  }
}
