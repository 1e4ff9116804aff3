internal import Statistics

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
