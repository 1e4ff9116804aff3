extension WebServer {
  /// Serves until it is stopped; then finishes open requests, commits, and returns a report.
  public func run() throws(SystemCallError) -> ServerReport {
    precondition(ending == nil, "a server runs once")
    let daemon = try MicrohttpdDaemon(callingBack: self, limits: limits)
    var events = try EventSources.all(of: self, daemon: daemon.descriptor)
    while ending == nil {
      try events.wait(for: patience(daemon))
      try handle(&events, daemon)
      turn(daemon, events)
    }
    try events.stopListening(to: listeners)
    // Closed, not only ignored: new clients must be refused at once.
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
        // libmicrohttpd misses an end of stream that arrives with the last bytes.
        connections[number]?.hurry(until: turnStart + limits.lingeringTime)
      case .relay(let number): if let relay = relays[number] { pass(relay) }
      case .stopSwitch: ending = ending ?? .stopSwitch
      case .signal: if let number = try signals.next() { ending = ending ?? .signal(number) }
      case .tick:
        try events.acknowledgeTick()
        sweep(at: .now())
        if application.tick() { hasUncommittedChanges = true }
        if ending == nil { try events.listen(to: listeners) }
      // One that was signalled for an earlier commit only makes `endCommit` wait.
      case .commit:
        endCommit()
        beginCommit()
      case .listener(let number):
        if try !accept(from: listeners[number], daemon, events) {
          // Waiting connections would wake the loop repeatedly: it looks for them after the next
          // tick.
          try events.stopListening(to: listeners)
        }
      }
    }
  }

  /// The time limit of the next wait; zero if libmicrohttpd has work.
  private func patience(_ daemon: borrowing MicrohttpdDaemon) -> Duration? {
    if hasQueued { return .zero }
    // Unread requests count as work; other work can wait as long.
    if isCommitting { return .milliseconds(1) }
    return daemon.hasWork ? .zero : nil
  }

  /// Reads and answers received requests, and sends released answers.
  private func turn(
    _ daemon: borrowing MicrohttpdDaemon, _ events: borrowing EventSources
  ) {
    turnStart = .now()
    hasQueued = false
    run(daemon)
    addRelays(daemon, events)
    beginCommit()
    if hasReady {
      hasReady = false
      // The first run queued the answers; this one sends them.
      run(daemon)
    }
    if turnHasRequests { metrics.turns += 1 }
    turnHasRequests = false
  }

  private func run(_ daemon: borrowing MicrohttpdDaemon) {
    runs += 1
    daemon.run()
  }

  /// Finishes open requests, within the grace time.
  private func finish(
    _ events: inout EventSources, _ daemon: borrowing MicrohttpdDaemon
  ) throws(SystemCallError) {
    let lastMoment = MonotonicTime.now() + limits.graceTime
    // Received requests count as open.
    turn(daemon, events)
    for connection in connections.values where connection.phase == .idle { end(connection) }
    while !connections.isEmpty || !relays.isEmpty, MonotonicTime.now() < lastMoment {
      try events.wait(for: patience(daemon))
      try handle(&events, daemon)
      turn(daemon, events)
    }
  }

  private func report() -> ServerReport {
    let cutOff =
      connections.values.count { ![.idle, .refused].contains($0.phase) }
      + relays.keys.count { connections[$0] == nil }
    let lastFailure = lastCommit()
    return ServerReport(
      ending: ending ?? .stopSwitch, requests: metrics.requests, turns: metrics.turns,
      commits: metrics.commits, failedCommits: metrics.failedCommits,
      lastFailure: lastFailure, cutOff: cutOff)
  }
}
