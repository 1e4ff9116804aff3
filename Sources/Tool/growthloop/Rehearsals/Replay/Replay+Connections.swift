import GrowthloopTransport

/// Room for one connection, with the request that uses it.
struct Slot {
  var connection = ClientConnection()
  var request: Int?
  var outbox: ArraySlice<UInt8> = []
  var response = Response()
  var sentAt: Int64 = 0
}

extension Replay {
  /// Begins to send a request over a free connection.
  func send(_ request: [UInt8], as number: Int, over place: Int, at now: Int64) throws {
    attempts[number] += 1
    slots[place].request = number
    slots[place].outbox = request[...]
    slots[place].response = Response()
    slots[place].sentAt = now
    record.mostInFlight = max(record.mostInFlight, slots.count - free.count)
    if !slots[place].connection.isOpen {
      guard slots[place].connection.open(over: &route) == 0 else { return lose(place) }
      let connection = slots[place].connection
      try poller.add(
        connection.socket, for: ClientConnection.interest(forWriting: true),
        as: connection.token(at: Int32(place)))
    }
    try transmit(place)
  }

  /// Sends as much of the rest of a request as the socket takes.
  func transmit(_ place: Int) throws {
    while !slots[place].outbox.isEmpty {
      let rest = slots[place].outbox
      switch ClientSocket.send(rest.span, to: slots[place].connection.socket) {
      case .moved(let count): slots[place].outbox.removeFirst(count)
      case .later: return
      case .failed: return lose(place)
      }
    }
  }

  /// Closes a failed connection, and queues its request again up to the limit of attempts.
  func lose(_ place: Int) {
    let number = slots[place].request
    release(place)
    guard let number else { return }
    if attempts[number] < RequestSchedule.mostAttempts {
      repeatRequest(number)
    } else {
      record.unanswered += 1
      finish(number)
    }
  }

  /// Fails the requests whose time limit has passed.
  func giveUpLate(at now: Int64) {
    for place in slots.indices
    where slots[place].request != nil && now - slots[place].sentAt > RequestSchedule.patience {
      lose(place)
    }
  }

  /// Closes a connection, and frees its slot.
  func release(_ place: Int) {
    let wasFree = slots[place].request == nil && free.contains(place)
    slots[place].connection.close()
    slots[place].request = nil
    slots[place].outbox = []
    if !wasFree { free.append(place) }
  }

  func closeAll() {
    for place in slots.indices { slots[place].connection.close() }
  }
}
