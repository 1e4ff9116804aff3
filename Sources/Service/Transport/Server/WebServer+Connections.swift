extension WebServer {
  /// Accepts waiting connections, a limited number at once.
  ///
  /// - Returns: `false` if the system is out of descriptors.
  func accept(
    from listener: Listener, _ daemon: borrowing MicrohttpdDaemon,
    _ events: borrowing EventSources
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
    _ connection: consuming ListeningSocket.Connection, to daemon: borrowing MicrohttpdDaemon,
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

  private func refuse(_ connection: consuming ListeningSocket.Connection, _ refusal: Refusal) {
    metrics.count(refusal)
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
      peer: peer, library: library, number: nextNumber, deadline: .now() + limits.headTime)
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
  }

  /// Sends a refusal itself, and ignores the client's bytes for a while.
  func refuse(_ connection: Connection, _ refusal: Refusal) {
    metrics.count(refusal)
    let socket = connection.library.socket
    _ = BorrowedSocket.send(refusal.message(withBody: connection.method != .head), to: socket)
    BorrowedSocket.finishSending(socket)
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
