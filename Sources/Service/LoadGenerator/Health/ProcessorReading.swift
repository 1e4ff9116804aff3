internal import GrowthloopTransport

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
