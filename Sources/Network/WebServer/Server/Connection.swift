internal import LinuxIO

/// What the server knows of one connection; it is used for one request after the other.
final class Connection {
  /// How far the request has come.
  enum Phase: Hashable {
    /// No request line has arrived.
    case idle
    /// The request line has arrived.
    case head
    /// The head has arrived.
    case body
    /// There is an answer, which may not be sent before the next commit.
    case waiting
    /// The commit is done, and the answer will be sent when libmicrohttpd asks for it.
    case ready
    /// The answer is being sent.
    case answering
    /// The server has refused; whatever still comes is not read.
    case refused
  }

  let peer: IPAddress
  let library: MicrohttpdConnection
  /// What no other connection of this server has, nor had.
  let number: UInt64
  var phase = Phase.idle
  /// Whether the other end sends no more.
  var isLeaving = false
  /// When this phase has taken too long.
  private(set) var deadline: MonotonicTime
  /// The turn in which the request was complete.
  var completeAt: MonotonicTime
  var method = WebMethod.get
  var target: [UInt8] = []
  var body: [UInt8] = []
  /// What is wrong with the request line, until the head has arrived.
  var refusal: Refusal?
  var answer: WebAnswer?
  /// The run of libmicrohttpd in which the answer before was all sent.
  var completedInRun = 0
  /// Whether the client sent a request before it had the answer to the one before.
  var isPipelining = false
  /// What stands between libmicrohttpd and the client; `nil` where they share a socket.
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
  /// Begins a phase that may take so long; no longer than `lingering` where nothing more can come.
  func enter(_ phase: Phase, at now: MonotonicTime, for limit: Duration, lingering: Duration) {
    self.phase = phase
    deadline = now + (isLeaving ? min(limit, lingering) : limit)
  }

  /// Gives what has arrived so much time, and no more.
  func hurry(until deadline: MonotonicTime) {
    isLeaving = true
    self.deadline = min(self.deadline, deadline)
  }
}

extension Connection: RequestFields {
  func value(of name: String) -> String? { library.value(of: name) }
  func lastValue(of name: String) -> String? { library.lastValue(of: name) }
}
