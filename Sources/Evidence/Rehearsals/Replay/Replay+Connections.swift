import LinuxIO

/// One connection, and the request that goes over it.
struct Connection {
  var socket: Int32 = -1
  /// Tells connections apart that had the same place.
  var generation: UInt64 = 0
  var request: Int?
  var outbox: ArraySlice<UInt8> = []
  var inbox: [UInt8] = []
  var sentAt: Int64 = 0
}

extension Replay {
  /// Begins to send a request over a connection that has nothing else to do.
  func send(_ request: [UInt8], as number: Int, over place: Int, at now: Int64) throws {
    attempts[number] += 1
    connections[place].request = number
    connections[place].outbox = request[...]
    connections[place].sentAt = now
    record.mostInFlight = max(record.mostInFlight, connections.count - free.count)
    if connections[place].socket < 0 {
      let socket = ClientSocket.connect(over: &route, abortsOnClose: true)
      guard socket >= 0 else { return lose(place) }
      connections[place].socket = socket
      try poller.add(
        socket, for: [.reading, .writing, .peerFinished, .changesOnly],
        as: Poller.Token(connections[place].generation << 16 | UInt64(place)))
    }
    try transmit(place)
  }

  /// Sends what is left of a request, as much as is taken.
  func transmit(_ place: Int) throws {
    while !connections[place].outbox.isEmpty {
      let rest = connections[place].outbox
      switch ClientSocket.send(rest.span, to: connections[place].socket) {
      case .moved(let count): connections[place].outbox.removeFirst(count)
      case .later: return
      case .failed: return lose(place)
      }
    }
  }

  /// Gives a connection up that failed, and sends its request again unless that was often enough.
  func lose(_ place: Int) {
    let number = connections[place].request
    release(place)
    guard let number else { return }
    if attempts[number] < Course.mostAttempts {
      repeatRequest(number)
    } else {
      record.unanswered += 1
      finish(number)
    }
  }

  /// Gives up the requests that have waited too long for an answer.
  func giveUpLate(at now: Int64) {
    for place in connections.indices
    where connections[place].request != nil && now - connections[place].sentAt > Course.patience {
      lose(place)
    }
  }

  /// Closes a connection; its place is free then.
  func release(_ place: Int) {
    if connections[place].socket >= 0 { ClientSocket.close(connections[place].socket) }
    let generation = connections[place].generation &+ 1
    let wasFree = connections[place].request == nil && free.contains(place)
    connections[place] = Connection()
    connections[place].generation = generation
    if !wasFree { free.append(place) }
  }

  func closeAll() {
    for place in connections.indices where connections[place].socket >= 0 {
      ClientSocket.close(connections[place].socket)
    }
  }
}
