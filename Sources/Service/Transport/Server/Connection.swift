internal import Glibc

/// The state of one connection, which serves one request after the other.
final class Connection {
  /// The progress of a request.
  enum Phase: Hashable {
    /// No request line has arrived.
    case idle
    /// The request line has arrived.
    case head
    /// The head has arrived.
    case body
    /// There is an answer, which waits for the next commit.
    case waiting
    /// The commit has ended, and libmicrohttpd may send the answer.
    case ready
    /// The answer is being sent.
    case answering
    /// The server has refused, and ignores further bytes.
    case refused
  }

  let peer: IPAddress
  let library: MicrohttpdConnection
  /// A number that is unique among all connections of this server.
  let number: UInt64
  /// The number of the certificate that it began with.
  let generation: Int
  var phase = Phase.idle
  /// Whether the client has shut down sending.
  var isLeaving = false
  /// The end of the phase's time limit.
  private(set) var deadline: MonotonicTime
  /// The start of the turn in which the request was complete.
  var completeAt: MonotonicTime
  var method = WebMethod.get
  var target: [UInt8] = []
  /// The address behind the target in the library's memory, for a comparison alone.
  var targetEnd: UInt = 0
  var body: [UInt8] = []
  /// The problem of the request line, until the head has arrived.
  var refusal: Refusal?
  var answer: WebAnswer?
  /// The request as the log names it; `nil` without a log.
  var logged: LoggedRequest?
  /// The run of libmicrohttpd in which the previous answer was completely sent.
  var completedInRun = 0
  /// Whether the client sent a request before the previous answer.
  var isPipelining = false
  /// The relay between libmicrohttpd and the client; `nil` if they share a socket.
  var relay: Relay?

  init(
    peer: IPAddress, library: MicrohttpdConnection, number: UInt64, generation: Int,
    deadline: MonotonicTime
  ) {
    self.peer = peer
    self.library = library
    self.number = number
    self.generation = generation
    self.deadline = deadline
    completeAt = deadline
  }
}

extension Connection {
  /// Enters a phase with a time limit, at most `lingering` if the client has shut down sending.
  func enter(_ phase: Phase, at now: MonotonicTime, for limit: Duration, lingering: Duration) {
    self.phase = phase
    deadline = now + (isLeaving ? min(limit, lingering) : limit)
  }

  /// Limits the time of the current phase.
  func hurry(until deadline: MonotonicTime) {
    isLeaving = true
    self.deadline = min(self.deadline, deadline)
  }
}

extension Connection: RequestFields {
  func value(of name: String) -> String? { library.value(of: name) }
  func lastValue(of name: String) -> String? { library.lastValue(of: name) }
}

/// The reason the server itself refuses a request or a connection.
public enum Refusal: String, CaseIterable, Sendable {
  case malformedTarget
  case malformedField
  case missingHost
  case ambiguousLength
  case malformedLength
  case slowHead
  case slowBody
  case bodyTooLarge
  case targetTooLong
  case unknownExpectation
  case headTooLarge
  case unknownMethod
  case unknownTransferCoding
  case tooManyConnections
  case tooManyConnectionsFromAddress

  /// The problem that the client receives.
  var problem: Problem {
    switch self {
    case .malformedTarget:
      Problem(400, detail: "The target is not a path of visible ASCII characters.")
    case .malformedField:
      Problem(400, detail: "A header field has a name or value that HTTP does not allow.")
    case .missingHost:
      Problem(400, detail: "A request of HTTP/1.1 names its host, once.")
    case .ambiguousLength:
      Problem(400, detail: "The length of the body is given more than once.")
    case .malformedLength: Problem(400, detail: "The length of the body is no number.")
    case .slowHead: Problem(408, detail: "The head of the request took too long.")
    case .slowBody: Problem(408, detail: "The body of the request took too long.")
    case .bodyTooLarge: Problem(413, detail: "The body is larger than this server takes.")
    case .targetTooLong: Problem(414, detail: "The path is longer than this server takes.")
    case .unknownExpectation:
      Problem(417, detail: "This server meets no expectation but 100-continue.")
    case .headTooLarge: Problem(431, detail: "The head is larger than this server takes.")
    case .unknownMethod: Problem(501, detail: "The method is unknown to this server.")
    case .unknownTransferCoding:
      Problem(501, detail: "This server accepts no transfer coding but chunked.")
    case .tooManyConnections: Problem(503, detail: "Too many connections are open.")
    case .tooManyConnectionsFromAddress:
      Problem(429, detail: "Too many connections from this address are open.")
    }
  }

  /// The complete response, which the server sends itself: libmicrohttpd accepts none while a
  /// request arrives.
  func message(withBody: Bool) -> [UInt8] {
    problem.lastMessage(mayPass: mayPass, withBody: withBody)
  }

  private var mayPass: Bool {
    self == .tooManyConnections || self == .tooManyConnectionsFromAddress
  }
}

extension Problem {
  /// The complete response as the last of a connection; with `Retry-After` if a retry may succeed.
  func lastMessage(mayPass: Bool, withBody: Bool) -> [UInt8] {
    let json = json
    let head = """
      HTTP/1.1 \(status.rawValue) \(status.title)\r
      Date: \(HTTPDate.now())\r
      Content-Type: \(Problem.mediaType)\r
      Content-Length: \(json.utf8.count)\r
      \(mayPass ? "Retry-After: 1\r\n" : "")Connection: close\r
      \r

      """
    return Array(head.utf8) + (withBody ? Array(json.utf8) : [])
  }
}

/// The date format of HTTP.
enum HTTPDate {
  static func now() -> String {
    var seconds = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][unsafe Int(parts.tm_wday)]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][unsafe Int(parts.tm_mon)]
    let day = unsafe "\(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900)"
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    return "\(weekday), \(day) \(clock) GMT"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension WebServer {
  /// Accepts waiting connections, a limited number at once.
  ///
  /// - Returns: `false` if the system is out of descriptors.
  func accept(
    from listener: Listener, _ daemon: MicrohttpdDaemon, _ events: borrowing EventSources
  ) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      for _ in 0..<64 {
        guard let connection = try listener.socket.accept() else { return true }
        try admit(connection, to: daemon, events)
      }
    } catch {
      if error.isOutOfDescriptors { return false }
      throw error
    }
    return true
  }

  private func admit(
    _ connection: consuming ListeningSocket.Connection, to daemon: MicrohttpdDaemon,
    _ events: borrowing EventSources
  ) throws(SystemCallError) {
    let peer = connection.peer.address
    guard connections.count < limits.connections else {
      return refuse(connection, .tooManyConnections)
    }
    guard addressCounts.add(peer, most: limits.connectionsPerAddress) else {
      return refuse(connection, .tooManyConnectionsFromAddress)
    }
    metrics.acceptedConnections += 1
    arriving = peer
    daemon.take(connection)
    if arriving == nil, let taken = connections[nextNumber - 1] {
      try events.watch(taken)
    } else {
      // The library could not add it, and reported no error.
      addressCounts.remove(peer)
      arriving = nil
    }
  }

  private func count(_ refusal: Refusal) {
    metrics.count(refusal)
    requestLog?.add(refusal: refusal.rawValue, refusal.problem.status.rawValue)
  }

  private func refuse(_ connection: consuming ListeningSocket.Connection, _ refusal: Refusal) {
    count(refusal)
    // Nothing can be said before both sides agree about encryption.
    guard certificate == nil else { return }
    let socket = connection.socket.number
    _ = BorrowedSocket.send(refusal.message(withBody: true), to: socket)
    BorrowedSocket.finishSending(socket)
    // A close with unread bytes would destroy the response in transit.
    BorrowedSocket.discardReceived(from: socket, atMost: limits.headBytes)
  }

  func connectionStarted(_ library: MicrohttpdConnection) -> Connection {
    guard let peer = arriving else { preconditionFailure("a connection that was never accepted") }
    arriving = nil
    let connection = Connection(
      peer: peer, library: library, number: nextNumber, generation: generation,
      deadline: .now() + limits.headTime)
    connections[nextNumber] = connection
    nextNumber += 1
    metrics.openConnections = connections.count
    return connection
  }

  func connectionClosed(_ connection: Connection) {
    addressCounts.remove(connection.peer)
    connection.phase = .idle
    connection.relay?.deadline = .now() + limits.answerTime
    connections[connection.number] = nil
    metrics.openConnections = connections.count
  }

  /// Ends connections that exceed a time limit.
  func sweep(at now: MonotonicTime) {
    for connection in connections.values where connection.deadline < now {
      switch connection.phase {
      // A request that has just arrived is read in this turn.
      case .idle where BorrowedSocket.unreadBytes(of: connection.library.socket) > 0: continue
      case .idle, .refused: end(connection)
      case .head: refuse(connection, .slowHead)
      case .body: refuse(connection, .slowBody)
      case .answering where connection.relay?.waits(after: endedCommits) == true:
        continue  // It waits for us.
      case .answering:
        metrics.slowReaders += 1
        end(connection)
      case .waiting, .ready: continue  // It waits for us.
      }
    }
    sweepRelays(at: now)
    sweepStreams(at: now)
  }

  /// Sends a refusal itself, and ignores the client's bytes for a while.
  func refuse(_ connection: Connection, _ refusal: Refusal) {
    count(refusal)
    connection.library.sendLast(refusal.message(withBody: connection.method != .head))
    begin(.refused, of: connection, at: .now(), for: limits.lingeringTime)
  }

  func begin(
    _ phase: Connection.Phase, of connection: Connection, at now: MonotonicTime, for limit: Duration
  ) {
    connection.enter(phase, at: now, for: limit, lingering: limits.lingeringTime)
  }

  /// Shuts down the socket, so that libmicrohttpd closes the connection.
  func end(_ connection: Connection) {
    BorrowedSocket.end(connection.library.socket)
  }
}
