internal import Statistics

// Clients that pipeline requests.
extension WebServer {
  /// Adds a relay to each connection that pipelines.
  func addRelays(_ events: borrowing EventSources) {
    for connection in pipelining
    where connections[connection.number] === connection && relays.count < limits.pipelines {
      // Without descriptors each of its answers keeps its own commit.
      connection.relay = try? addRelay(to: connection, events)
    }
    pipelining.removeAll(keepingCapacity: true)
  }

  private func addRelay(
    to connection: Connection, _ events: borrowing EventSources
  ) throws(SystemCallError) -> Relay {
    let pair = try SocketPair()
    let relay = Relay(
      number: connection.number,
      client: try OwnedDescriptor(copying: connection.library.socket), library: pair.near,
      log: requestLog)
    try events.stopWatching(connection)
    try connection.library.replaceSocket(by: pair.far)
    try events.watch(relay)
    relays[connection.number] = relay
    return relay
  }

  /// Transfers bytes in both directions.
  func pass(_ relay: Relay) {
    do throws(SystemCallError) {
      if try relay.passRequests() {
        connections[relay.number]?.hurry(until: turnStart + limits.lingeringTime)
      }
      switch try relay.passAnswers(after: endedCommits, at: .now()) {
      case .goesOn: break
      case .isOver: remove(relay)
      case .isCut:
        remove(
          relay, saying: Self.notCommittedProblem.lastMessage(mayPass: true, withBody: true))
      }
    } catch {
      // The client is gone.
      remove(relay)
    }
  }

  func passAllAnswers() {
    for relay in relays.values { pass(relay) }
  }

  private func remove(_ relay: Relay, saying message: [UInt8] = []) {
    relay.end(with: message)
    relays[relay.number] = nil
    if let connection = connections[relay.number] { end(connection) }
  }

  /// Drops the answers of a failed commit from all relays.
  func failRelays() {
    for relay in relays.values {
      metrics.uncommittedAnswers += relay.fail(
        after: endedCommits, promisesNothing: connections[relay.number]?.answer?.promisesNothing)
    }
  }

  /// Removes relays whose clients do not read, after libmicrohttpd has closed the connection.
  func sweepRelays(at now: MonotonicTime) {
    for relay in relays.values {
      guard let deadline = relay.deadline, deadline < now, !relay.waits(after: endedCommits)
      else { continue }
      metrics.slowReaders += 1
      remove(relay)
    }
  }
}

extension WebServer {
  /// Begins the commit of all waiting answers, unless one is in progress.
  func beginCommit() {
    let count = waiting.count + relayedWaiting
    guard !isCommitting, count > 0 || hasUncommittedChanges else { return }
    if count > 0 { metrics.batch.record(UInt64(count)) }
    relayedWaiting = 0
    begunCommits += 1
    swap(&waiting, &committing)
    hasUncommittedChanges = false
    metrics.commits += 1
    isCommitting = true
    application.beginCommit { [commitEnded] in commitEnded.signal() }
  }

  /// Ends the commit in progress, and releases its answers.
  func endCommit() {
    guard isCommitting else { return }
    isCommitting = false
    do {
      try application.endCommit()
    } catch {
      metrics.failedCommits += 1
      failRelays()
      relayedWaiting = 0
      // Answers given since may depend on the lost changes.
      committing += waiting
      waiting.removeAll(keepingCapacity: true)
      for connection in committing {
        if connection.answer?.promisesNothing == true {
          metrics.uncommittedAnswers += 1
        } else {
          connection.answer = connection.answer?.replaced(by: notCommitted)
        }
      }
    }
    for connection in committing where connection.phase == .waiting { connection.phase = .ready }
    committing.removeAll(keepingCapacity: true)
    hasReady = true
    endedCommits = begunCommits
    passAllAnswers()
  }

  /// Ends all commits that answers wait for.
  func settle() {
    endCommit()
    beginCommit()
    endCommit()
  }

  /// Commits the remaining changes, and returns the error.
  func lastCommit() -> (any Error)? {
    settle()
    metrics.commits += 1
    do {
      application.beginCommit {}
      try application.endCommit()
      return nil
    } catch {
      metrics.failedCommits += 1
      return error
    }
  }
}
