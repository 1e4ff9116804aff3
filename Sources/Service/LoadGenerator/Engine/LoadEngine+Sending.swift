internal import GrowthloopTransport

extension LoadEngine {
  /// Sends every due request, as long as there are connections.
  mutating func sendDue() throws(SystemCallError) {
    // What waits for a connection then is never sent: `isBlocked` stays as the reason.
    guard now < sendingEnd else { return }
    if source.head <= now { lastSending = now }
    while source.head <= now, now < sendingEnd {
      guard let index = takeSlot(connections[nextRequest.kind]) else {
        isBlocked = true
        recorder.lackedConnections(planned: source.head)
        return
      }
      try begin(index)
    }
    if source.head > now { isBlocked = false }
  }

  /// Takes a slot for the next request: the most recently used connection, or a free slot.
  private mutating func takeSlot(_ connection: RequestKind.Connection) -> Int32? {
    if connection == .kept, idle.count > 0 {
      let index = idle.last
      idle.remove(index, in: &slots)
      return index
    }
    if free.count == 0 {
      guard idle.count > 0 else { return nil }
      dismiss(idle.first)
    }
    let index = free.last
    free.remove(index, in: &slots)
    return index
  }

  /// Sends the next request over a slot that is in no list.
  private mutating func begin(_ index: Int32) throws(SystemCallError) {
    let place = Int(index)
    let (request, planned) = (nextRequest, source.head)
    let length = template.write(
      request, number: nextNumber, to: &outbox, at: place * template.longest)
    slots[place].request = request
    slots[place].planned = planned
    slots[place].length = Int32(length)
    slots[place].written = 0
    slots[place].reader = ResponseReader(isToHead: areToHead[request.kind])
    slots[place].phase = .sending
    busy.append(index, in: &slots)
    now = MonotonicTime.now().nanoseconds
    slots[place].sent = now
    let ready = isBlocked ? max(planned, lastFreed) : planned
    slots[place].ready = ready
    recorder.countSent(request.kind, planned: planned, sent: now, ready: ready)
    removeNext()
    if !slots[place].connection.isOpen {
      guard connect(index) else { return }
    }
    try transmit(index)
  }

  /// Sends as much of the rest of a slot's request as the socket takes.
  mutating func transmit(_ index: Int32) throws(SystemCallError) {
    let place = Int(index)
    let start = place * template.longest
    let rest = start + Int(slots[place].written)..<start + Int(slots[place].length)
    switch send(rest, over: place) {
    case .moved(let count):
      slots[place].written += Int32(count)
      if count == rest.count { slots[place].phase = .answering }
    case .later: break
    case .failed(let error):
      fail(index, failure(of: index, error))
      return
    }
    hurry(index, slots[place].phase == .sending)
    try watch(index, forWriting: slots[place].phase == .sending)
  }

  private func send(_ range: Range<Int>, over place: Int) -> ClientSocket.Outcome {
    let bytes = outbox.span.extracting(range)
    guard sessions.isEmpty else { return sessions[place]?.write(bytes) ?? .later }
    return ClientSocket.send(bytes, to: slots[place].connection.socket)
  }

  /// Registers a slot's connection with the poller, once unless it must wait for writing.
  private mutating func watch(
    _ index: Int32, forWriting: Bool
  ) throws(SystemCallError) {
    let place = Int(index)
    let slot = slots[place]
    guard !slot.isWatched || (forWriting && !slot.isWatchedForWriting) else { return }
    let (socket, interest) = (
      slot.connection.socket, ClientConnection.interest(forWriting: forWriting)
    )
    if slot.isWatched {
      try poller.change(socket, to: interest, as: slot.token(at: index))
    } else {
      try poller.add(socket, for: interest, as: slot.token(at: index))
    }
    slots[place].isWatched = true
    slots[place].isWatchedForWriting = forWriting
  }

  /// Classifies an error on a slot's connection.
  func failure(of index: Int32, _ error: Int32) -> Failure {
    let slot = slots[Int(index)]
    if !sessions.isEmpty, sessions[Int(index)]?.hasFailed == true { return .tls }
    if ClientSocket.isRefusal(error) { return .refused }
    if ClientSocket.isReset(error) { return .reset }
    return slot.wasUsed || slot.written > 0 ? .reset : .unreachable
  }
}
