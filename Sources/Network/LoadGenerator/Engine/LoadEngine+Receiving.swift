internal import LinuxIO

extension LoadEngine {
  /// Reads what a slot's connection brings, up to the end of the answer.
  mutating func receive(_ index: Int32, isPeerFinished: Bool) {
    let place = Int(index)
    while true {
      let progress: ResponseReader.Progress
      switch fillInbox(from: place) {
      case .later: return
      case .failed(let error):
        fail(index, failure(of: index, error))
        return
      case .moved(0):
        let hasBegun = slots[place].reader.hasBegun
        guard slots[place].reader.readEnd() == .finished else {
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
          return
        }
      }
      switch progress {
      case .unfinished: continue
      case .malformed: fail(index, .malformed)
      case .finished: complete(index, isPeerFinished: isPeerFinished)
      }
      return
    }
  }

  private mutating func fillInbox(from place: Int) -> ClientSocket.Outcome {
    let (socket, session) = (slots[place].socket, sessions.isEmpty ? nil : sessions[place])
    var room = inbox.mutableSpan
    return session?.read(into: &room) ?? ClientSocket.receive(into: &room, from: socket)
  }

  /// Records the answer, and keeps the connection where that is right.
  private mutating func complete(_ index: Int32, isPeerFinished: Bool) {
    now = MonotonicTime.now().nanoseconds
    let slot = slots[Int(index)]
    recorder.countAnswer(slot, done: now)
    busy.remove(index, in: &slots)
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
    busy.remove(index, in: &slots)
    release(index)
    end(at: now)
  }

  private mutating func end(at time: Int64) {
    lastFreed = time
    source.requestEnded(at: time)
  }
}
