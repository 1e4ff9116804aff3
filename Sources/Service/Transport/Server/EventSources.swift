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
  private static var firstListener: UInt64 { 5 }
  private static var firstConnection: UInt64 { 1 << 32 }
  /// The token of the first relay; the others follow.
  private static var firstRelay: UInt64 { 1 << 63 }

  private init(_ poller: consuming Poller, _ ticks: consuming TimerDescriptor) {
    self.poller = poller
    self.ticks = ticks
  }

  static func all(
    of server: WebServer, daemon: Int32
  ) throws(SystemCallError) -> EventSources {
    var sources = EventSources(try Poller(eventsAtOnce: 256), try TimerDescriptor())
    try sources.add(daemon, as: 0)
    try sources.add(server.stopSwitch.descriptor, as: 1)
    try sources.add(server.signals.descriptor.number, as: 2)
    try sources.add(sources.ticks.descriptor.number, as: 3)
    try sources.add(server.commitEnded, as: 4)
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
    case Self.firstRelay...: .relay(poller[index].token.rawValue - Self.firstRelay)
    case Self.firstConnection...: .peerFinished(poller[index].token.rawValue - Self.firstConnection)
    case let token: .listener(Int(token - Self.firstListener))
    }
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
