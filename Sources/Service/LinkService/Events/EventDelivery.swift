public import GrowthloopLinkStore
public import GrowthloopTransport
internal import Statistics
internal import Synchronization

/// Delivers exported events to a collector, each at least once and in order, on its own thread.
///
/// Only lines of durable turns are sent. What the collector does not take is sent again after a
/// pause, and waits in the file meanwhile: across a stop, a crash, and days without the collector.
public final class EventDelivery: Sendable {
  /// What the service's thread and that of the delivery both see.
  private struct State {
    var growths: [Growth] = []
    var lags = EventLags()
    var delivered: Int
    var failures = 0
    /// Whether the last delivery failed.
    var hasTrouble = false
    var news: [String] = []
    var isStopping = false
  }

  /// Events that became final together, or nearly: the first of them at `since`.
  private struct Growth {
    var end: Int
    var count: Int
    let since: Int64
  }

  /// The most bytes of one request, unless one line is longer.
  private static let mostOfRequest = 1 << 20
  /// Commits within this time, in nanoseconds, count as one with the oldest event's lag.
  private static let together: Int64 = 100_000_000

  private let log: ExportLog
  private let outbox: Mutex<ExportOutbox>
  private let collector: EventCollector
  private let state: Mutex<State>
  private let wakeup: WakeupEvent
  /// The pause after a failure; each one after it is twice as long, to a minute.
  private let firstPause: Duration

  /// Continues after the last delivery; the store that writes the export must be open.
  public convenience init(of log: ExportLog, to collector: EventCollector) throws {
    try self.init(of: log, to: collector, firstPause: .seconds(1))
  }

  init(of log: ExportLog, to collector: EventCollector, firstPause: Duration) throws {
    self.log = log
    self.firstPause = firstPause
    self.collector = collector
    wakeup = try WakeupEvent()
    let outbox = try ExportOutbox(log)
    var state = State(delivered: outbox.delivered)
    if outbox.waiting > 0 {
      // The moments of old lines are unknown; they wait from now on.
      let now = MonotonicTime.now().nanoseconds
      state.growths = [Growth(end: log.finalLength, count: 0, since: now)]
    }
    self.outbox = Mutex(outbox)
    self.state = Mutex(state)
  }

  /// Delivers while `body` runs, and once more afterwards what is left, until the first failure.
  public func during<Answer>(
    _ body: () throws(SystemCallError) -> Answer
  ) throws(SystemCallError) -> Answer {
    let thread = try BackgroundThread { self.run() }
    let answer: Result<Answer, SystemCallError>
    do throws(SystemCallError) { answer = .success(try body()) } catch { answer = .failure(error) }
    state.withLock { $0.isStopping = true }
    wakeup.signal()
    thread.join()
    return try answer.get()
  }

  /// The number of bytes that wait for the collector.
  public var waiting: Int { log.finalLength - state.withLock(\.delivered) }

  /// Notes that events became final, the first of them at `since`.
  func grew(by count: Int, since: Int64) {
    let end = log.finalLength
    state.withLock { state in
      if let last = state.growths.indices.last, since - state.growths[last].since < Self.together {
        state.growths[last].end = end
        state.growths[last].count += count
      } else {
        state.growths.append(Growth(end: end, count: count, since: since))
      }
    }
    wakeup.signal()
  }

  /// Returns what the operator should read, each once.
  func takeNews() -> [String] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  func write(to text: inout OpenMetricsText) {
    let now = MonotonicTime.now().nanoseconds
    let (lags, failures, oldest) = state.withLock { state in
      (
        state.lags, state.failures,
        state.growths.first.map { EventLags.microseconds(since: $0.since, at: now) } ?? 0
      )
    }
    text.family("event_deliveries", "counter", "Events that the collector took.")
    text.sample("event_deliveries_total", lags.count)
    text.family("event_delivery_failures", "counter", "Deliveries that failed, and were repeated.")
    text.sample("event_delivery_failures_total", failures)
    text.family("event_delivery_waiting_bytes", "gauge", "Lines that wait for the collector.")
    text.sample("event_delivery_waiting_bytes", waiting)
    lags.write("event_delivery_lag", from: "delivery", to: &text, waiting: oldest)
  }
}

extension EventDelivery {
  private func run() {
    var pause = firstPause
    var room = Self.mostOfRequest
    do {
      try ThisThread.ignoreBrokenPipes()
      var poller = try Poller(eventsAtOnce: 1)
      try poller.add(wakeup.descriptor.number, for: .reading, as: Poller.Token(0))
      while true {
        switch try step(&room) {
        case .delivered:
          pause = firstPause
        case .nothingWaits:
          if isStopping { return }
          try rest(&poller, for: nil)
        case .failed:
          if isStopping { return }
          try rest(&poller, for: pause)
          pause = min(pause * 2, .seconds(60))
        }
      }
    } catch {
      tell("events are no longer delivered, and wait in the file: \(error)")
    }
  }

  private enum Step {
    case delivered, nothingWaits, failed
  }

  /// Delivers the next lines.
  private func step(_ room: inout Int) throws -> Step {
    guard let batch = try outbox.withLock({ try $0.next(atMost: room) }) else {
      return .nothingWaits
    }
    switch collector.take(batch.text) {
    case .taken:
      try outbox.withLock { try $0.keep(batch) }
      settle(batch)
      return .delivered
    case .tooMuch where batch.lines > 1:
      room = batch.text.count / 2
      return .delivered
    case .tooMuch: return failed("one event alone is too long for it")
    case .refused(let reason): return failed(reason)
    }
  }

  private func settle(_ batch: ExportOutbox.Batch) {
    let now = MonotonicTime.now().nanoseconds
    state.withLock { state in
      state.delivered = batch.end
      let done = state.growths.prefix { $0.end <= batch.end }
      for growth in done { state.lags.record(since: growth.since, at: now, count: growth.count) }
      state.growths.removeFirst(done.count)
      if state.hasTrouble {
        state.hasTrouble = false
        state.news.append("events are delivered to \(collector.endpoint) again")
      }
    }
  }

  private func failed(_ reason: String) -> Step {
    state.withLock { state in
      state.failures += 1
      if !state.hasTrouble {
        state.hasTrouble = true
        state.news.append(
          "\(collector.endpoint) takes no events (\(reason)): they wait in the file, and are sent again"
        )
      }
    }
    return .failed
  }

  private var isStopping: Bool { state.withLock(\.isStopping) }

  private func tell(_ news: String) { state.withLock { $0.news.append(news) } }

  /// Waits for new lines, or for the end of a pause; a stop ends either.
  private func rest(_ poller: inout Poller, for pause: Duration?) throws {
    let end = pause.map { MonotonicTime.now() + $0 }
    repeat {
      _ = try poller.wait(for: end.map { max(.zero, $0 - MonotonicTime.now()) })
      wakeup.clear()
    } while !isStopping && end.map { MonotonicTime.now() < $0 } ?? false
  }
}
