internal import GrowthloopTransport

extension LoadEngine {
  /// The most reads of one connection in one turn, so that an endless response does not block the
  /// loop.
  private static let mostReadings = 4

  /// Reads a slot's connection up to the end of the response or the limit of one turn.
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
        // The poller reports the rest, but not bytes within OpenSSL, nor the end of the stream
        // twice.
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

  /// Reads into the inbox; returns the kernel's receive timestamp where it has one.
  private mutating func fillInbox(from place: Int) -> (ClientSocket.Outcome, stamp: Int64?) {
    let (socket, session) = (
      slots[place].connection.socket, sessions.isEmpty ? nil : sessions[place]
    )
    let isStamping = isStamping
    var room = inbox.mutableSpan
    if let session { return (session.read(into: &room), nil) }
    guard isStamping else { return (ClientSocket.receive(into: &room, from: socket), nil) }
    return ClientSocket.receiveStamped(into: &room, from: socket)
  }

  /// Records the response, and keeps or closes the connection.
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

  /// Records a failed request, and closes its connection.
  mutating func fail(_ index: Int32, _ failure: Failure) {
    recorder.count(failure, slots[Int(index)])
    leaveBusy(index)
    release(index)
    end(at: now)
  }

  private mutating func leaveBusy(_ index: Int32) {
    busy.remove(index, in: &slots)
    slots[Int(index)].isUnread = false
    hurry(index, false)
  }

  /// Marks whether a slot has urgent work: a partly sent request, or a partly read response.
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
