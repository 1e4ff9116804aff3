internal import Statistics

extension WebServer {
  /// Begins the commit of all that wait, unless one is under way.
  func beginCommit() {
    let count = waiting.count + relayedWaiting
    guard !isCommitting, count > 0 || wantsCommit else { return }
    if count > 0 { metrics.batch.record(UInt64(count)) }
    relayedWaiting = 0
    begunCommits += 1
    swap(&waiting, &committing)
    wantsCommit = false
    metrics.commits += 1
    isCommitting = true
    let bell = commitBell
    application.beginCommit { bell.ring() }
  }

  /// Ends the commit that is under way, and lets its answers go.
  func endCommit() {
    guard isCommitting else { return }
    isCommitting = false
    do {
      try application.endCommit()
    } catch {
      metrics.failedCommits += 1
      failRelays()
      relayedWaiting = 0
      // What was answered since may rest on what is lost.
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

  /// Returns when nobody waits for a commit any more.
  func settle() {
    endCommit()
    beginCommit()
    endCommit()
  }

  /// Commits what is left, when nobody waits.
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
