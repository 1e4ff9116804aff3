/// The events that wake the server.
struct EventSources: ~Copyable {
  enum Source {
    case requests
    case stopSwitch
    case signal
    case tick
    /// A commit can be ended without blocking.
    case commit
    case listener(Int)
    /// A stream has a frame.
    case frame
    /// The stream with this number can send, or its client has left.
    case stream(UInt64, hasEnded: Bool)
    /// The client of the connection with this number has shut down sending.
    case peerFinished(UInt64)
    /// The relay of the connection with this number can transfer bytes.
    case relay(UInt64)
  }

  private var poller: Poller
  private let ticks: TimerDescriptor
  private(set) var count = 0
  private var isListening = false
  /// The tokens of the first listener and the first connection; the others follow.
  private static var firstListener: UInt64 { 6 }
  private static var firstConnection: UInt64 { 1 << 32 }
  /// The token of the first stream; the others follow.
  private static var firstStream: UInt64 { 1 << 62 }
  /// The token of the first relay; the others follow.
  private static var firstRelay: UInt64 { 1 << 63 }

  private init(_ poller: consuming Poller, _ ticks: consuming TimerDescriptor) {
    self.poller = poller
    self.ticks = ticks
  }

  static func all(
    of server: WebServer
  ) throws(SystemCallError) -> EventSources {
    var sources = EventSources(try Poller(eventsAtOnce: 256), try TimerDescriptor())
    try sources.add(server.stopSwitch.descriptor, as: 1)
    try sources.add(server.signals.descriptor.number, as: 2)
    try sources.add(sources.ticks.descriptor.number, as: 3)
    try sources.add(server.commitEnded, as: 4)
    try sources.add(server.streamsChanged, as: 5)
    try sources.ticks.set(every: server.limits.tickInterval)
    try sources.listen(to: server.listeners)
    return sources
  }

  private func add(_ descriptor: Int32, as token: UInt64) throws(SystemCallError) {
    try poller.add(descriptor, for: .reading, as: Poller.Token(token))
  }

  private func add(_ event: WakeupEvent, as token: UInt64) throws(SystemCallError) {
    // Each signal wakes once, and is never cleared.
    try poller.add(event.descriptor.number, for: [.reading, .changesOnly], as: Poller.Token(token))
  }

  mutating func wait(for timeout: Duration?) throws(SystemCallError) {
    count = try poller.wait(for: timeout)
  }

  subscript(index: Int) -> Source {
    switch poller[index].token.rawValue {
    case 0: .requests
    case 1: .stopSwitch
    case 2: .signal
    case 3: .tick
    case 4: .commit
    case 5: .frame
    case Self.firstRelay...: .relay(poller[index].token.rawValue - Self.firstRelay)
    case Self.firstStream...:
      .stream(
        poller[index].token.rawValue - Self.firstStream,
        hasEnded: poller[index].isPeerFinished || poller[index].isBroken)
    case Self.firstConnection...: .peerFinished(poller[index].token.rawValue - Self.firstConnection)
    case let token: .listener(Int(token - Self.firstListener))
    }
  }

  /// Reports when a daemon has work; every turn looks after all of them.
  func watch(_ daemon: MicrohttpdDaemon) throws(SystemCallError) {
    try add(daemon.descriptor, as: 0)
  }

  /// Reports when the client of a connection shuts down sending.
  func watch(_ connection: Connection) throws(SystemCallError) {
    try poller.add(
      connection.library.socket, for: [.peerFinished, .changesOnly],
      as: Poller.Token(Self.firstConnection + connection.number))
  }

  func stopWatching(_ connection: Connection) throws(SystemCallError) {
    try poller.remove(connection.library.socket)
  }

  /// Reports when a relay can receive or send.
  func watch(_ relay: Relay) throws(SystemCallError) {
    let (client, library) = relay.descriptors
    for socket in [client, library] {
      try poller.add(
        socket, for: [.reading, .writing, .changesOnly],
        as: Poller.Token(Self.firstRelay + relay.number))
    }
  }

  /// Reports when a stream can send, and when its client leaves.
  func watch(_ client: StreamClient) throws(SystemCallError) {
    try poller.add(
      client.descriptor, for: [.writing, .peerFinished, .changesOnly],
      as: Poller.Token(Self.firstStream + client.number))
  }

  func acknowledgeTick() throws(SystemCallError) {
    _ = try ticks.acknowledge()
  }

  /// Begins to report new connections, unless it does already.
  mutating func listen(to listeners: [Listener]) throws(SystemCallError) {
    guard !isListening else { return }
    isListening = true
    for (index, listener) in listeners.enumerated() {
      try add(listener.socket.descriptor.number, as: Self.firstListener + UInt64(index))
    }
  }

  /// Stops reporting new connections until `listen` is called again.
  mutating func stopListening(to listeners: [Listener]) throws(SystemCallError) {
    guard isListening else { return }
    isListening = false
    for listener in listeners { try poller.remove(listener.socket.descriptor.number) }
  }
}

/// The totals of a server's run.
public struct ServerReport: Sendable {
  /// The cause of its end.
  public enum Ending: Hashable, Sendable {
    case stopSwitch
    case signal(Int32)
  }

  public let ending: Ending
  public let requests: Int
  public let turns: Int
  public let commits: Int
  /// The number of failed commits, including the last.
  public let failedCommits: Int
  /// The error of the last commit, after the last answer; `nil` if it succeeded.
  public let lastFailure: (any Error)?
  /// The number of requests in progress at the end of the grace time.
  public let cutOff: Int
}

extension ServerReport: CustomStringConvertible {
  public var description: String {
    let cause =
      switch ending {
      case .stopSwitch: "asked to stop"
      case .signal(let number): "stopped by signal \(number)"
      }
    let last = lastFailure.map { "; the last commit failed: \($0)" } ?? ""
    return "\(cause): \(requests) requests in \(turns) turns, \(commits) commits, "
      + "\(failedCommits) failed, \(cutOff) cut off\(last)"
  }
}

extension WebServer {
  /// Serves until it is stopped; then finishes open requests, commits, and returns a report.
  public func run() throws(SystemCallError) -> ServerReport {
    precondition(ending == nil, "a server runs once")
    // The last takes new connections; those before it end theirs.
    var daemons = [
      try MicrohttpdDaemon(callingBack: self, limits: limits, encrypting: certificate)
    ]
    var events = try EventSources.all(of: self)
    try events.watch(daemons[0])
    manager?.notify(.ready)
    while ending == nil {
      try events.wait(for: patience(daemons))
      try handle(&events, &daemons)
      turn(daemons, events)
    }
    manager?.notify(.stopping)
    try events.stopListening(to: listeners)
    // Closed, not only ignored: new clients must be refused at once, or wait for the next server
    // where another process holds the socket too.
    listeners.removeAll()
    try finish(&events, &daemons)
    let totals = finalReport()
    // Ends what is still open.
    daemons.removeAll()
    requestLog?.close()
    return totals
  }

  private func handle(
    _ events: inout EventSources, _ daemons: inout [MicrohttpdDaemon]
  ) throws(SystemCallError) {
    for index in 0..<events.count {
      switch events[index] {
      case .requests: continue  // Every turn looks after them.
      case .peerFinished(let number):
        // libmicrohttpd misses an end of stream that arrives with the last bytes.
        connections[number]?.hurry(until: turnStart + limits.lingeringTime)
      case .frame: passAllStreams()
      case .stream(let number, let hasEnded):
        if let client = streams[number] { hasEnded ? remove(client) : pass(client) }
      case .relay(let number): if let relay = relays[number] { pass(relay) }
      case .stopSwitch: ending = ending ?? .stopSwitch
      case .signal:
        guard let number = try signals.next() else { continue }
        guard number == reloadSignal else {
          ending = ending ?? .signal(number)
          continue
        }
        reload(&events, &daemons)
      case .tick:
        try events.acknowledgeTick()
        sweep(at: .now())
        if daemons.count > 1 {
          let last = daemons.count - 1
          daemons = daemons.enumerated().filter { $0 == last || $1.connectionCount > 0 }.map(\.1)
        }
        if let requestLog {
          metrics.lostLogLines = requestLog.dropped
          if let news = requestLog.news() { report(news) }
        }
        if application.tick() { hasUncommittedChanges = true }
        if ending == nil { try events.listen(to: listeners) }
      // One that was signalled for an earlier commit only makes `endCommit` wait.
      case .commit:
        endCommit()
        beginCommit()
      case .listener(let number):
        if try !accept(from: listeners[number], daemons[daemons.count - 1], events) {
          // Waiting connections would wake the loop repeatedly: it looks for them after the next
          // tick.
          try events.stopListening(to: listeners)
        }
      }
    }
  }

  /// Reads files anew; what cannot be read is reported, and what was there goes on.
  ///
  /// A new certificate needs a new daemon, which takes all new connections.
  private func reload(_ events: inout EventSources, _ daemons: inout [MicrohttpdDaemon]) {
    manager?.notify(.reloading)
    do throws(SystemCallError) {
      try requestLog?.reopen()
    } catch {
      report("the request log stays where it is: \(error)")
    }
    do {
      if let renewed = try certificate?.readAgain() {
        let daemon = try MicrohttpdDaemon(callingBack: self, limits: limits, encrypting: renewed)
        try events.watch(daemon)
        daemons.append(daemon)
        certificate = renewed
        generation += 1
      }
    } catch {
      report("the certificate stays what it was: \(error)")
    }
    manager?.notify(.ready)
  }

  /// The time limit of the next wait; zero if libmicrohttpd has work.
  private func patience(_ daemons: [MicrohttpdDaemon]) -> Duration? {
    if hasQueued { return .zero }
    // Unread requests count as work; other work can wait as long.
    if isCommitting { return .milliseconds(1) }
    for daemon in daemons where daemon.hasWork { return .zero }
    return nil
  }

  /// Reads and answers received requests, and sends released answers.
  private func turn(
    _ daemons: [MicrohttpdDaemon], _ events: borrowing EventSources
  ) {
    turnStart = .now()
    hasQueued = false
    run(daemons)
    addRelays(events)
    addStreams(events)
    beginCommit()
    if hasReady {
      hasReady = false
      // The first run queued the answers; this one sends them.
      run(daemons)
    }
    if turnHasRequests { metrics.turns += 1 }
    turnHasRequests = false
  }

  private func run(_ daemons: [MicrohttpdDaemon]) {
    runs += 1
    for daemon in daemons { daemon.run() }
  }

  /// Finishes open requests, within the grace time.
  private func finish(
    _ events: inout EventSources, _ daemons: inout [MicrohttpdDaemon]
  ) throws(SystemCallError) {
    let now = MonotonicTime.now()
    let lastMoment = now + limits.graceTime
    var nextSweep = now + limits.drainTime
    // Received requests count as open.
    turn(daemons, events)
    passAllStreams()
    for client in streams.values { remove(client) }
    for connection in connections.values where connection.phase == .idle {
      begin(.idle, of: connection, at: now, for: limits.drainTime)
    }
    let pause = min(Duration.milliseconds(20), limits.tickInterval)
    while !connections.isEmpty || !relays.isEmpty, MonotonicTime.now() < lastMoment {
      try events.wait(for: min(patience(daemons) ?? pause, pause))
      try handle(&events, &daemons)
      turn(daemons, events)
      if turnStart > nextSweep {
        nextSweep = turnStart + pause
        sweep(at: turnStart)
      }
    }
  }

  private func finalReport() -> ServerReport {
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
