public import LinuxIO
internal import Statistics

extension WebServer {
  /// Answers until it is stopped; then lets what runs finish, commits, and tells what it did.
  public func run() throws(SystemCallError) -> ServerReport {
    precondition(ending == nil, "a server runs once")
    let daemon = try MicrohttpdDaemon(telling: self, limits: limits)
    var events = try EventSources.all(of: self, daemon: daemon.descriptor)
    while ending == nil {
      // What libmicrohttpd could do at once does not wait for an event.
      try events.wait(for: daemon.hasWork ? .zero : nil)
      try handle(&events, daemon)
      turn(daemon)
    }
    try events.stopListening(to: listeners)
    // Closed, not only ignored: who comes now must hear at once that nobody is here.
    listeners.removeAll()
    try finish(&events, daemon)
    return report()
  }

  private func handle(
    _ events: inout EventSources, _ daemon: borrowing MicrohttpdDaemon
  ) throws(SystemCallError) {
    for index in 0..<events.count {
      switch events[index] {
      case .requests: continue  // Every turn looks after them.
      case .peerFinished(let number):
        // libmicrohttpd does not see an end that comes together with the last bytes.
        connections[number]?.hurry(until: turnStart + limits.lingeringTime)
      case .stopSwitch: ending = ending ?? .stopSwitch
      case .signal: if let number = try signals.next() { ending = ending ?? .signal(number) }
      case .tick:
        try events.acknowledgeTick()
        sweep(at: .now())
        application.tick()
        if ending == nil { try events.listen(to: listeners) }
      case .listener(let number):
        if try !accept(from: listeners[number], daemon, events) {
          // Connections that wait would wake us again and again: look for them after the next tick.
          try events.stopListening(to: listeners)
        }
      }
    }
  }

  /// Reads what has arrived and answers it, with one commit for all that need one.
  private func turn(_ daemon: borrowing MicrohttpdDaemon) {
    turnStart = .now()
    daemon.run()
    if !waiting.isEmpty {
      commit()
      // Once to queue the answers and once to send them: none of them waits for the next commit.
      turnStart = .now()
      daemon.run()
      daemon.run()
    }
    if turnHasRequests { metrics.turns += 1 }
    turnHasRequests = false
  }

  private func commit() {
    metrics.commits += 1
    metrics.batch.record(UInt64(waiting.count))
    do {
      try application.endOfTurn()
    } catch {
      metrics.failedCommits += 1
      for connection in waiting { connection.answer?.replace(with: notCommitted) }
    }
    for connection in waiting where connection.phase == .waiting { connection.phase = .ready }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Lets requests that have begun come to their answers, for as long as the grace time allows.
  private func finish(
    _ events: inout EventSources, _ daemon: borrowing MicrohttpdDaemon
  ) throws(SystemCallError) {
    let lastMoment = MonotonicTime.now() + limits.graceTime
    // What has arrived already has begun.
    turn(daemon)
    for connection in connections.values where connection.phase == .idle { end(connection) }
    while !connections.isEmpty, MonotonicTime.now() < lastMoment {
      try events.wait(for: daemon.hasWork ? .zero : nil)
      try handle(&events, daemon)
      turn(daemon)
    }
  }

  private func report() -> ServerReport {
    let cutOff = connections.values.count { ![.idle, .refused].contains($0.phase) }
    var lastFailure: (any Error)?
    do { try application.endOfTurn() } catch { lastFailure = error }
    return ServerReport(
      ending: ending ?? .stopSwitch, requests: metrics.requests, turns: metrics.turns,
      commits: metrics.commits + 1,
      failedCommits: metrics.failedCommits + (lastFailure == nil ? 0 : 1),
      lastFailure: lastFailure, cutOff: cutOff)
  }
}
