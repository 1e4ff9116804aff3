package import LinuxIO

/// Fetches one resource over a connection of its own, and waits for the response.
package enum Fetch {
  /// Returns the response; `nil` if none came within the time.
  package static func get(
    _ path: String, from address: SocketAddress, bearing token: String?, within timeout: Duration
  ) throws(SystemCallError) -> Response? {
    var text = RequestText("GET", path, host: "localhost")
    if let token { text = text.bearing(token) }
    var rest = text.bytes[...]
    var connection = ClientConnection()
    var route = ClientSocket.Route(to: address)
    guard connection.open(over: &route) == 0 else { return nil }
    defer { connection.close() }
    var poller = try Poller(eventsAtOnce: 1)
    try poller.add(
      connection.socket, for: ClientConnection.interest(forWriting: true),
      as: connection.token(at: 0))
    var response = Response()
    let end = MonotonicTime.now().nanoseconds + timeout.nanoseconds
    while true {
      let left = end - MonotonicTime.now().nanoseconds
      guard left > 0 else { return nil }
      _ = try poller.wait(nanoseconds: left)
      guard send(&rest, over: connection) else { return nil }
      switch receive(&response, over: connection) {
      case .finished: return response
      case .unfinished: continue
      case .malformed: return nil
      }
    }
  }

  /// Sends as much as the socket takes; `false` if the connection failed.
  private static func send(_ rest: inout ArraySlice<UInt8>, over connection: ClientConnection)
    -> Bool
  {
    while !rest.isEmpty {
      switch ClientSocket.send(rest.span, to: connection.socket) {
      case .moved(let count): rest.removeFirst(count)
      case .later: return true
      case .failed: return false
      }
    }
    return true
  }

  /// Receives what has come.
  private static func receive(
    _ response: inout Response, over connection: ClientConnection
  ) -> ResponseReader.Progress {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      var room = bytes.mutableSpan
      switch ClientSocket.receive(into: &room, from: connection.socket) {
      case .moved(0): return response.readEnd()
      case .moved(let count):
        let progress = response.read(bytes.span.extracting(..<count))
        if progress != .unfinished { return progress }
      case .later: return .unfinished
      case .failed: return .malformed
      }
    }
  }
}
