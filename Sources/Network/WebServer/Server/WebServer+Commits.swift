internal import Statistics

extension WebServer {
  /// Begins the commit of all that wait, unless one is under way.
  func beginCommit() {
    guard !isCommitting, !waiting.isEmpty || wantsCommit else { return }
    if !waiting.isEmpty { metrics.batch.record(UInt64(waiting.count)) }
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
