public import GrowthloopLinkStore
public import GrowthloopTransport
internal import Invites
internal import Profiles
internal import Statistics
internal import Synchronization
internal import Vocabulary

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

/// A service that takes events over HTTP: lines of JSON in the body of a POST.
public struct EventCollector: Sendable {
  public let endpoint: HTTPEndpoint
  private let token: String?

  /// The reason a collector cannot be used.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    case tokenInTheClear(HTTPEndpoint)
    case unfitToken

    public var description: String {
      switch self {
      case .tokenInTheClear(let endpoint):
        "a token would cross the network unencrypted to \(endpoint): use https"
      case .unfitToken: "the token has characters that no field of HTTP may have"
      }
    }
  }

  /// The time that one delivery may take.
  private static let patience = Duration.seconds(10)

  /// Creates the collector; a token is sent encrypted only, or to this machine.
  public init(_ endpoint: HTTPEndpoint, token: String?) throws(Problem) {
    self.endpoint = endpoint
    self.token = token
    let isHere = endpoint.host == "localhost" || IPAddress(endpoint.host)?.isLoopback == true
    guard token == nil || isHere || endpoint.scheme == .https else {
      throw .tokenInTheClear(endpoint)
    }
    guard token?.utf8.allSatisfy({ (33...126).contains($0) }) != false else { throw .unfitToken }
  }

  /// What became of a delivery.
  enum Answer: Hashable {
    case taken
    /// The body is too long for the collector.
    case tooMuch
    case refused(reason: String)
  }

  /// Sends lines, and waits for the answer.
  func take(_ lines: [UInt8]) -> Answer {
    var request = RequestText(
      "POST", endpoint.path.isEmpty ? "/" : endpoint.path, host: endpoint.hostField
    ).with("Content-Type", "application/x-ndjson").with("Connection", "close")
    if let token { request = request.bearing(token) }
    request = request.with(body: String(decoding: lines, as: UTF8.self))
    // One for each delivery, so that a renewed list of trusted certificates counts at once.
    let security =
      endpoint.scheme == .https ? TLSClient(host: endpoint.host, verifies: true) : nil
    guard security != nil || endpoint.scheme == .http else {
      return .refused(reason: "OpenSSL cannot be set up")
    }
    var reason = "its host has no address"
    do throws(HostLookup.Failure) {
      for address in try HostLookup.addresses(of: endpoint.host) {
        do throws(Fetch.Failure) {
          return answer(
            try Fetch.response(
              to: request, from: SocketAddress(address, port: endpoint.port), over: security,
              within: Self.patience
            ).status)
        } catch {
          reason = error.description
        }
      }
    } catch {
      reason = error.description
    }
    return .refused(reason: reason)
  }

  private func answer(_ status: Int) -> Answer {
    switch status {
    case 200..<300: .taken
    case 413: .tooMuch
    default: .refused(reason: "it answers \(status)")
    }
  }
}

/// The events that a service exports, with the time from each to its place on the disk.
final class EventExports {
  private let export: EventExport<HMACIdentityHasher>
  /// The delivery of what is on the disk; `nil` where a file is all that was asked for.
  private let delivery: EventDelivery?
  /// The real times of the events of this turn, and of the one whose commit is under way.
  private var waiting: [Int64] = []
  private var committing: [Int64] = []
  private var lags = EventLags()

  init(_ profile: Profile, _ hasher: HMACIdentityHasher, delivery: EventDelivery?) {
    export = EventExport(policy: profile.events, share: profile.share, hasher: hasher)
    self.delivery = delivery
  }

  /// Whether events of this turn wait for a commit.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Returns the line of an event, which is exported with the turn; `nil` for one without a name.
  ///
  /// A service has no sessions: its number for them is zero.
  func text(of event: InviteEvent, by person: PrincipalID, at moment: Instant) -> String? {
    guard let exported = export.export(event, by: person, session: 0) else { return nil }
    waiting.append(MonotonicTime.now().nanoseconds)
    return EventLine(exported, at: moment).text
  }

  func commitBegins() {
    swap(&waiting, &committing)
    waiting.removeAll(keepingCapacity: true)
  }

  func commitEnded() {
    guard let first = committing.first else { return }
    let now = MonotonicTime.now().nanoseconds
    for then in committing { lags.record(since: then, at: now) }
    delivery?.grew(by: committing.count, since: first)
    committing.removeAll(keepingCapacity: true)
  }

  /// Forgets the events of both turns, which were reverted.
  func commitFailed() {
    committing.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Reports the beginning and the end of trouble with the delivery.
  func reportNews(to report: (String) -> Void) {
    for news in delivery?.takeNews() ?? [] { report(news) }
  }

  func write(to text: inout OpenMetricsText) {
    text.family("event_exports", "counter", "Events that were exported.")
    text.sample("event_exports_total", lags.count)
    lags.write("event_export_lag", from: "export", to: &text)
    delivery?.write(to: &text)
  }
}

/// The times from events to a place that they have reached.
struct EventLags: Sendable {
  private var lags = HDRHistogram(layout: EventLags.layout)
  private var total = 0
  private(set) var longest = 0
  private(set) var count = 0

  /// Up to a day in microseconds: the documents allow an hour.
  private static let layout: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 86_400_000_000, digits: 2) else {
      preconditionFailure("a day in microseconds has a layout")
    }
    return layout
  }()

  /// Records events of the moment `then`, in nanoseconds, that are there `now`.
  mutating func record(since then: Int64, at now: Int64, count: Int = 1) {
    let microseconds = Self.microseconds(since: then, at: now)
    lags.record(UInt64(microseconds), count: count)
    total += microseconds * count
    longest = max(longest, microseconds)
    self.count += count
  }

  static func microseconds(since then: Int64, at now: Int64) -> Int {
    max(0, Int(now - then) / 1_000)
  }

  /// Writes the families `NAME_seconds` and `NAME_max_seconds`.
  func write(_ name: String, from what: String, to text: inout OpenMetricsText, waiting: Int = 0) {
    text.family("\(name)_seconds", "histogram", "From an event to its \(what).")
    text.histogram("\(name)_seconds", [], lags, sum: total)
    text.family("\(name)_max_seconds", "gauge", "The longest time to its \(what).")
    text.sample("\(name)_max_seconds", Double(max(longest, waiting)) / 1e6)
  }
}
