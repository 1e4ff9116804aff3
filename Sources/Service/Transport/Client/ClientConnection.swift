/// Room for one connection of a client that never waits; one connection follows another in it.
package struct ClientConnection: BitwiseCopyable {
  /// The number of the socket; negative without a connection.
  package private(set) var socket: Int32 = -1
  /// Distinguishes the connections that used the same room.
  @usableFromInline var generation: UInt32 = 0

  package init() {}

  @inlinable
  package var isOpen: Bool { socket >= 0 }

  /// Begins to connect.
  ///
  /// Its port is free again as soon as it is closed, so that no number of connections uses all ports up.
  ///
  /// - Returns: The `errno` of a connection that cannot even begin; otherwise zero.
  package mutating func open(over route: inout ClientSocket.Route) -> Int32 {
    let number = ClientSocket.connect(over: &route, abortsOnClose: true)
    guard number >= 0 else { return -number }
    socket = number
    return 0
  }

  /// Closes the connection, if there is one; no later event has its token.
  package mutating func close() {
    if isOpen { ClientSocket.close(socket) }
    socket = -1
    generation &+= 1
  }

  /// The token of the connection, whose room is the one at `index`.
  @inlinable
  package func token(at index: Int32) -> Poller.Token {
    Poller.Token(UInt64(generation) << 32 | UInt64(UInt32(bitPattern: index)))
  }

  /// The index of the room whose connection may have `token`.
  @inlinable
  package static func index(of token: Poller.Token) -> Int32 {
    Int32(truncatingIfNeeded: token.rawValue)
  }

  /// The events to wait for.
  @inlinable
  package static func interest(forWriting: Bool) -> Poller.Interest {
    forWriting
      ? [.reading, .peerFinished, .changesOnly, .writing] : [.reading, .peerFinished, .changesOnly]
  }
}
