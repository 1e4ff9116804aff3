extension WebServer {
  /// Begins a request whose first line has arrived; its target must not be logged.
  func requestLineArrived(_ connection: Connection, target: UnsafeRawBufferPointer) {
    if connection.completedInRun == runs { connection.isPipelining = true }
    begin(.head, of: connection, at: turnStart, for: limits.headTime)
    connection.refusal = nil
    connection.method = .get
    latestRequest = connection.number
    connection.targetEnd = UInt(bitPattern: target.baseAddress) + UInt(target.count)
    connection.target.removeAll(keepingCapacity: true)
    if target.count > limits.targetBytes {
      connection.refusal = .targetTooLong
    } else if unsafe !Self.isPath(target) {
      connection.refusal = .malformedTarget
    } else {
      unsafe connection.target.append(contentsOf: target)
    }
  }

  /// Whether `target` is a path of visible ASCII characters, or `*` for the server.
  private static func isPath(_ target: UnsafeRawBufferPointer) -> Bool {
    guard unsafe target.first == UInt8(ascii: "/") || target.elementsEqual([UInt8(ascii: "*")])
    else { return false }
    return unsafe target.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
  }

  /// Checks a head that has arrived, before the body.
  func headArrived(
    _ connection: Connection, method: WebMethod?, needsHost: Bool, at place: HeadPlace
  ) {
    begin(.body, of: connection, at: turnStart, for: limits.bodyTime)
    if let method { connection.method = method }
    if let refusal = connection.refusal
      ?? refusal(of: connection, hasMethod: method != nil, needsHost: needsHost, at: place)
    {
      refuse(connection, refusal)
    }
  }

  private func refusal(
    of connection: Connection, hasMethod: Bool, needsHost: Bool, at place: HeadPlace
  ) -> Refusal? {
    guard connection.library.headBytes <= limits.headBytes else { return .headTooLarge }
    // The library takes a target to end at a zero byte.
    guard place.version == connection.targetEnd + 1 else { return .malformedTarget }
    let head = connection.library.inspectHead(at: place)
    if head.isMalformed { return .malformedField }
    if head.hosts > 1 || (needsHost && head.hosts == 0) { return .missingHost }
    // A proxy might read another length, and find a second request in the body.
    if head.lengths + head.transferCodings > 1 { return .ambiguousLength }
    if head.transferCodings > 0, !head.isChunked { return .unknownTransferCoding }
    if head.length > limits.bodyBytes { return .bodyTooLarge }
    if head.hasUnknownExpectation { return .unknownExpectation }
    return hasMethod ? nil : .unknownMethod
  }

  /// Adds a part of the body.
  func bodyArrived(_ connection: Connection, _ part: UnsafeRawBufferPointer) {
    guard connection.phase == .body else { return }
    if connection.body.count + part.count > limits.bodyBytes {
      refuse(connection, .bodyTooLarge)
    } else {
      unsafe connection.body.append(contentsOf: part)
    }
  }

  /// Answers a complete request; libmicrohttpd calls it again until a response is queued.
  ///
  /// - Returns: Whether the connection continues.
  func goOn(with connection: Connection) -> Bool {
    switch connection.phase {
    case .body:
      let answer = self.answer(connection)
      connection.answer = answer
      guard answer.stream == nil else {
        connection.phase = .waiting
        beginning.append(connection)
        return true
      }
      guard answer.release != .now else {
        hasQueued = true
        return send(answer, over: connection)
      }
      if connection.relay != nil {
        hasQueued = true
        relayedWaiting += 1
        return send(answer, over: connection, waitingFor: begunCommits + 1)
      }
      if connection.isPipelining { pipelining.append(connection) }
      connection.phase = .waiting
      waiting.append(connection)
      return true
    case .ready:
      guard let answer = connection.answer else { preconditionFailure("ready without an answer") }
      return send(answer, over: connection)
    case .waiting: return true
    case .idle, .head, .answering, .refused: return false
    }
  }

  private func answer(_ connection: Connection) -> WebAnswer {
    turnHasRequests = true
    metrics.requests += 1
    connection.completeAt = turnStart
    if let requestLog {
      connection.logged = requestLog.begin(
        connection.method, id: connection.value(of: LoggedRequest.idField))
    }
    return application.answer(
      WebRequest(
        method: connection.method, target: RequestTarget(connection.target),
        body: connection.body, peer: connection.peer, fields: connection))
  }

  private func send(
    _ answer: WebAnswer, over connection: Connection, waitingFor commit: Int = 0
  ) -> Bool {
    connection.relay?.begin(waitingFor: commit)
    // A client that has shut down sending gets the full time for its answer.
    connection.enter(
      .answering, at: turnStart, for: limits.answerTime, lingering: limits.answerTime)
    var fields: [(name: String, value: String)] = []
    if ending != nil || connection.generation != generation {
      fields.append((name: "Connection", value: "close"))
    }
    if let id = connection.logged?.id { fields.append((name: LoggedRequest.idField, value: id)) }
    return connection.library.queue(
      fields.isEmpty ? answer.response : answer.response.adding(fields))
  }

  /// Ends a request, whose answer was sent or whose client disconnected.
  func requestCompleted(_ connection: Connection, isSent: Bool) {
    let now = MonotonicTime.now()
    connection.completedInRun = runs
    if let answer = connection.answer, let relay = connection.relay {
      if isSent { relay.finish(answer, connection.logged, completeAt: connection.completeAt) }
    } else if let answer = connection.answer {
      let time = now - connection.completeAt
      if isSent { answer.meter.count(answer.response.status, after: Int(time.nanoseconds / 1_000)) }
      if let logged = connection.logged {
        requestLog?.add(logged, answer, after: time, isSent: isSent)
      }
    }
    connection.answer = nil
    connection.logged = nil
    // A large body's memory must not outlast it while small ones follow.
    connection.body.removeAll(keepingCapacity: connection.body.capacity <= 4_096)
    guard connection.phase != .refused else { return }
    // An answer from before the stop does not say that the connection ends.
    begin(.idle, of: connection, at: now, for: ending == nil ? limits.idleTime : limits.drainTime)
  }

  /// Answers in place of libmicrohttpd where it refuses a whole head: it would send two of its own.
  ///
  /// What it cannot parse further up it answers itself, and that is only counted.
  func libraryRefused(_ status: WebStatus) {
    guard let connection = connectionAtHead else {
      requestLog?.add(refusal: "unreadable", status.rawValue)
      return metrics.countUnreadable(status)
    }
    refuse(
      connection,
      connection.refusal
        ?? (status == 413 ? .bodyTooLarge : status == 431 ? .headTooLarge : .malformedLength))
    // It closes as soon as it cannot send, and unread bytes would destroy the response in transit.
    BorrowedSocket.discardReceived(from: connection.library.socket, atMost: limits.headBytes)
  }

  /// The connection whose head libmicrohttpd is looking at; `nil` if it looks at none.
  ///
  /// There is one at most: it hands on a head as soon as it has looked.
  private var connectionAtHead: Connection? {
    func isAtHead(_ connection: Connection) -> Bool {
      connection.phase == .head && connection.library.headBytes > 0
    }
    return connections[latestRequest].flatMap { isAtHead($0) ? $0 : nil }
      ?? connections.values.first(where: isAtHead)
  }
}
