public import LinuxIO

extension WebServer {
  /// Answers until it is stopped; then lets what runs finish, commits, and tells what it did.
  public func run() throws(SystemCallError) -> ServerReport {
    precondition(ending == nil, "a server runs once")
    let daemon = try MicrohttpdDaemon(telling: self, limits: limits)
    var events = try EventSources.all(of: self, daemon: daemon.descriptor)
    while ending == nil {
      try events.wait(for: patience(daemon))
      try handle(&events, daemon)
      turn(daemon, events)
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
      case .relay(let number): if let relay = relays[number] { pass(relay) }
      case .stopSwitch: ending = ending ?? .stopSwitch
      case .signal: if let number = try signals.next() { ending = ending ?? .signal(number) }
      case .tick:
        try events.acknowledgeTick()
        sweep(at: .now())
        if application.tick() { wantsCommit = true }
        if ending == nil { try events.listen(to: listeners) }
      // One that rang for a commit before only makes this one be waited for.
      case .commit:
        endCommit()
        beginCommit()
      case .listener(let number):
        if try !accept(from: listeners[number], daemon, events) {
          // Connections that wait would wake us again and again: look for them after the next tick.
          try events.stopListening(to: listeners)
        }
      }
    }
  }

  /// How long to wait for an event: what libmicrohttpd could do at once does not wait.
  private func patience(_ daemon: borrowing MicrohttpdDaemon) -> Duration? {
    if hasQueued { return .zero }
    // It takes requests that wait for work; what there is beside them can wait so long.
    if isCommitting { return .milliseconds(1) }
    return daemon.hasWork ? .zero : nil
  }

  /// Reads what has arrived and answers it, and sends what need not wait any more.
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
      // Once to queue the answers, above, and once to send them.
      run(daemon)
    }
    if turnHasRequests { metrics.turns += 1 }
    turnHasRequests = false
  }

  private func run(_ daemon: borrowing MicrohttpdDaemon) {
    runs += 1
    daemon.run()
  }

  /// Lets requests that have begun come to their answers, for as long as the grace time allows.
  private func finish(
    _ events: inout EventSources, _ daemon: borrowing MicrohttpdDaemon
  ) throws(SystemCallError) {
    let lastMoment = MonotonicTime.now() + limits.graceTime
    // What has arrived already has begun.
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
