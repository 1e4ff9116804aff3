import LinuxIO
import Statistics

/// Requests that leave at planned moments, whatever becomes of those before, and are measured from
/// the plan: so a service that stalls cannot hide who waited.
struct PacedLoad {
  struct Outcome {
    /// Microseconds from the planned moment to the last byte of the answer.
    var latency = HDRHistogram(layout: .minuteInMicroseconds)
    /// Microseconds by which requests left too late although a connection was free.
    var lag = HDRHistogram(layout: .minuteInMicroseconds)
    /// Answers with another status than the expected one.
    var failures = 0
  }

  let perSecond: Double
  let seconds: Double
  let connections: Int
  var expectedStatus = 200

  /// Sends `request(0)`, `request(1)` … over connections of its own; `tick` is called in between.
  func run(
    against address: SocketAddress, tick: () -> Void = {}, _ request: (Int) -> [UInt8]
  ) throws -> Outcome {
    var outcome = Outcome()
    var poller = try Poller(eventsAtOnce: 256)
    let lines = try (0..<connections).map { _ in try PacedConnection(to: address) }
    for (number, line) in lines.enumerated() {
      try poller.add(line.socket.number, for: .reading, as: Poller.Token(UInt64(number)))
    }
    var part = [UInt8](repeating: 0, count: 1 << 14)
    var free = Array(lines.indices)
    let total = Int(perSecond * seconds)
    let gap = 1e9 / perSecond
    let start = MonotonicTime.now().nanoseconds + 10_000_000
    func planned(_ number: Int) -> MonotonicTime {
      MonotonicTime(nanoseconds: start + Int64(Double(number) * gap))
    }
    var sent = 0
    var done = 0
    var now = MonotonicTime.now()
    // Since when somebody waits who found every connection taken: that lateness is the service's.
    var blockedUntil = now
    while done < total {
      if free.isEmpty { blockedUntil = now }
      while sent < total, planned(sent) <= now, !free.isEmpty {
        // Each in its turn: a service closes those that stay silent.
        let line = free.removeFirst()
        outcome.lag.record(Self.microseconds(max(planned(sent), blockedUntil), now))
        try lines[line].send(request(sent), planned: planned(sent))
        sent += 1
      }
      tick()
      now = .now()
      let isWaiting = sent < total && !free.isEmpty
      // What is due within a moment leaves together: to wake up costs more than a request.
      let pause = isWaiting ? max(planned(sent) - now, Self.moment) : .seconds(10)
      let count = try poller.wait(for: pause)
      now = .now()
      guard count > 0 || isWaiting else {
        throw SystemTool.Trouble(description: "the service did not answer for ten seconds")
      }
      for event in 0..<count {
        let number = Int(poller[event].token.rawValue)
        guard let status = try lines[number].receive(through: &part) else { continue }
        if status != expectedStatus { outcome.failures += 1 }
        outcome.latency.record(Self.microseconds(lines[number].planned, now))
        free.append(number)
        done += 1
      }
    }
    return outcome
  }

  private static let moment = Duration.microseconds(200)

  private static func microseconds(_ from: MonotonicTime, _ to: MonotonicTime) -> UInt64 {
    UInt64(max(0, (to.nanoseconds - from.nanoseconds) / 1_000))
  }
}
