/// A connection that never waits, with its encryption if it has one.
struct FetchChannel: ~Copyable {
  /// The most bytes of a body.
  static let longestBody = 16 << 20

  private let socket: OwnedDescriptor
  private let session: TLSSession?

  init(
    to address: SocketAddress, over security: TLSClient?, patience: Duration
  ) throws(SystemCallError) {
    let socket = try OwnedDescriptor.connected(to: address, patience: patience)
    try BorrowedSocket.stopWaiting(socket.number)
    session = security?.session(over: socket.number)
    self.socket = socket
  }

  /// Agrees about encryption, if there is any.
  func agree(within patience: Duration) throws(Fetch.Failure) {
    guard let session else { return }
    let reason: String?
    do throws(SystemCallError) {
      reason = try session.agree(over: socket.number, within: patience)
    } catch {
      throw .unreachable(error)
    }
    if let reason { throw .untrusted(reason: reason) }
  }

  /// Sends the request, and returns its response if it comes before `end`.
  func response(to request: [UInt8], until end: MonotonicTime) throws(Fetch.Failure) -> Response {
    var rest = request[...]
    var response = Response()
    var progress = ResponseReader.Progress.unfinished
    do throws(SystemCallError) {
      var poller = try Poller(eventsAtOnce: 1)
      try poller.add(
        socket.number, for: ClientConnection.interest(forWriting: true), as: Poller.Token(0))
      while progress == .unfinished, case let left = end - MonotonicTime.now(), left > .zero {
        _ = try poller.wait(for: left)
        send(&rest)
        progress = try receive(&response)
      }
    } catch {
      throw .unreachable(error)
    }
    switch progress {
    case .finished: return response
    case .unfinished: throw .late
    case .malformed: throw .malformed
    }
  }

  /// Sends as much as the socket takes.
  ///
  /// A peer that takes no more may have answered before: what comes from it decides.
  private func send(_ rest: inout ArraySlice<UInt8>) {
    while !rest.isEmpty {
      switch session?.write(rest.span) ?? ClientSocket.send(rest.span, to: socket.number) {
      case .moved(let count): rest.removeFirst(count)
      case .later: return
      case .failed: rest = []
      }
    }
  }

  /// Receives what has come.
  private func receive(
    _ response: inout Response
  ) throws(SystemCallError) -> ResponseReader.Progress {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while response.body.count <= Self.longestBody {
      var room = bytes.mutableSpan
      switch session?.read(into: &room) ?? ClientSocket.receive(into: &room, from: socket.number) {
      case .moved(0): return response.readEnd()
      case .moved(let count):
        let progress = response.read(bytes.span.extracting(..<count))
        if progress != .unfinished { return progress }
      case .later: return .unfinished
      case .failed(let number): throw SystemCallError(call: "recv", number: number)
      }
    }
    return .malformed
  }
}
