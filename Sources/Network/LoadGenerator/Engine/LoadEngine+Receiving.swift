internal import LinuxIO

extension LoadEngine {
  /// How often one connection is read in one turn: a server that sends without end must not keep the
  /// loop from the other connections, from its clock and from whoever stops it.
  private static let mostReadings = 4

  /// Reads what a slot's connection brings, up to the end of the answer, or as much as one turn takes.
  mutating func receive(_ index: Int32) {
    let place = Int(index)
    let isPeerFinished = slots[place].isPeerFinished
    for _ in 0..<Self.mostReadings {
      let progress: ResponseReader.Progress
      let (outcome, stamp) = fillInbox(from: place)
      switch outcome {
      case .later: return
      case .failed(let error):
        fail(index, failure(of: index, error))
        return
      case .moved(0):
        let hasBegun = slots[place].reader.hasBegun
        let isWhole = sessions.isEmpty || sessions[place]?.wasCutOff == false
        guard isWhole, slots[place].reader.readEnd() == .finished else {
          fail(index, hasBegun ? .halfResponse : .earlyClose)
          return
        }
        progress = .finished
      case .moved(let count):
        var reader = slots[place].reader
        progress = reader.read(inbox.span.extracting(0..<count))
        slots[place].reader = reader
        // The rest will be told of; what lies in OpenSSL, and the end of all, will not.
        if progress == .unfinished, count < inbox.count, sessions.isEmpty, !isPeerFinished {
          hurry(index, true)
          return
        }
      }
      switch progress {
      case .unfinished: continue
      case .malformed: fail(index, .malformed)
      case .finished: complete(index, stamp, isPeerFinished: isPeerFinished)
      }
      return
    }
    now = MonotonicTime.now().nanoseconds
    hurry(index, true)
    guard !slots[place].isUnread else { return }
    slots[place].isUnread = true
    unread.append(slots[place].token(at: index))
  }

  /// Reads, and tells when the last of it arrived, where the kernel knows.
  private mutating func fillInbox(from place: Int) -> (ClientSocket.Outcome, stamp: Int64?) {
    let (socket, session) = (slots[place].socket, sessions.isEmpty ? nil : sessions[place])
    let isStamping = isStamping
    var room = inbox.mutableSpan
    if let session { return (session.read(into: &room), nil) }
    guard isStamping else { return (ClientSocket.receive(into: &room, from: socket), nil) }
    return ClientSocket.receiveStamped(into: &room, from: socket)
  }

  /// Records the answer, and keeps the connection where that is right.
  private mutating func complete(_ index: Int32, _ stamp: Int64?, isPeerFinished: Bool) {
    now = MonotonicTime.now().nanoseconds
    let slot = slots[Int(index)]
    let arrival = stamp.flatMap { arrivals.time(of: $0) }
    isStamped = arrival != nil
    recorder.countAnswer(slot, done: arrival.map { min(now, max(slot.sent, $0)) } ?? now)
    leaveBusy(index)
    let isKept =
      connections[slot.request.kind] == .kept && slot.reader.keepsConnection
      && slot.phase == .answering && !isPeerFinished
    if isKept {
      slots[Int(index)].phase = .idle
      slots[Int(index)].wasUsed = true
      idle.append(index, in: &slots)
    } else {
      release(index)
    }
    end(at: now)
  }

  /// Records that a request failed, and gives its connection up.
  mutating func fail(_ index: Int32, _ failure: Failure) {
    recorder.count(failure, slots[Int(index)], at: now)
    leaveBusy(index)
    release(index)
    end(at: now)
  }

  private mutating func leaveBusy(_ index: Int32) {
    busy.remove(index, in: &slots)
    slots[Int(index)].isUnread = false
    hurry(index, false)
  }

  /// Marks a slot that waits for what must be done as soon as can be: a request that is not yet sent,
  /// or an answer that comes in pieces.
  mutating func hurry(_ index: Int32, _ isHurried: Bool) {
    guard slots[Int(index)].isHurried != isHurried else { return }
    slots[Int(index)].isHurried = isHurried
    hurried += isHurried ? 1 : -1
  }

  private mutating func end(at time: Int64) {
    lastFreed = time
    source.requestEnded(at: time)
  }
}
