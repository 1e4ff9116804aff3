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
  /// The run of libmicrohttpd in which the previous answer was completely sent.
  var completedInRun = 0
  /// Whether the client sent a request before the previous answer.
  var isPipelining = false
  /// The relay between libmicrohttpd and the client; `nil` if they share a socket.
  var relay: Relay?

  init(
    peer: IPAddress, library: MicrohttpdConnection, number: UInt64, deadline: MonotonicTime
  ) {
    self.peer = peer
    self.library = library
    self.number = number
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
