import Dispatch
import GrowthloopTransport
import TestSupport

/// What a test sees of the sample application, and does to it, from another thread.
final class ApplicationControls: Sendable {
  private struct State {
    var commits = 0
    var heldCommit: Int?
    var failsCommits = false
    var ticksChangeSomething = false
    var metrics = ""
    var streams: [WebStream] = []
  }

  private let state = Guarded(State())
  private let begun = DispatchSemaphore(value: 0)
  private let goOn = DispatchSemaphore(value: 0)
  private let ticks = DispatchSemaphore(value: 0)

  /// The streams that were asked for, in order.
  var streams: [WebStream] { state.withLock { $0.streams } }

  func beginStream() -> WebStream {
    let stream = WebStream()
    state.withLock { $0.streams.append(stream) }
    return stream
  }

  /// How many commits have begun.
  var commits: Int { state.withLock { $0.commits } }

  /// Has the commit with this number, from one, wait until it is let go on.
  func hold(commit number: Int) {
    state.withLock { $0.heldCommit = number }
  }

  /// Waits until the commit that is held has begun.
  func waitForHeldCommit() throws {
    try begun.waitOrThrow()
  }

  func letCommitGoOn() {
    goOn.signal()
  }

  /// Has every commit from now on fail, or succeed again.
  func failCommits(_ fails: Bool) {
    state.withLock { $0.failsCommits = fails }
  }

  /// The figures of the next tick that begins from now on.
  func nextMetrics() throws -> String {
    while ticks.wait(timeout: .now()) == .success {}
    // The first of them may have begun before now.
    try ticks.waitOrThrow()
    try ticks.waitOrThrow()
    return state.withLock { $0.metrics }
  }

  /// Waits until the figures of a tick have a line, a minute at most.
  func waitForMetrics(with line: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !nextMetrics().contains(line) {
      guard ContinuousClock.now < deadline else { throw NothingCame() }
    }
  }

  /// Returns whether the commit shall fail.
  func commitBegins() -> Bool {
    let isHeld = state.withLock { state in
      state.commits += 1
      return state.commits == state.heldCommit
    }
    if isHeld {
      begun.signal()
      // One that is never let go on fails.
      guard goOn.hasComeInTime() else { return true }
    }
    return state.withLock { $0.failsCommits }
  }

  /// Has the next tick change something.
  func changeSomething() {
    state.withLock { $0.ticksChangeSomething = true }
  }

  /// Returns whether the tick changed something.
  func ticked(_ metrics: String) -> Bool {
    defer { ticks.signal() }
    return state.withLock { state in
      state.metrics = metrics
      defer { state.ticksChangeSomething = false }
      return state.ticksChangeSomething
    }
  }
}
