import Dispatch
import TestSupport
import GrowthloopTransport

/// What a test decides of commits, from another thread.
final class CommitScript: Sendable {
  private struct State {
    /// How each commit to come shall end.
    var endings: [Bool] = []
    var ready: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())
  private let answered = DispatchSemaphore(value: 0)
  private let begun = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  func waitForAnswer() throws { try answered.waitOrThrow() }
  func waitForBegin() throws { try begun.waitOrThrow() }

  /// Ends the commit that is under way, or the next.
  func endCommit(fails: Bool) {
    let ready = state.withLock { state in
      state.endings.append(fails)
      return state.ready.take()
    }
    ended.signal()
    ready?()
  }

  func answers() { answered.signal() }

  func begins(_ ready: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.endings.isEmpty { state.ready = ready }
      return !state.endings.isEmpty
    }
    begun.signal()
    if isOver { ready() }
  }

  /// Waits for the end; returns whether it is a failure, as one that does not come is.
  func ending() -> Bool {
    guard ended.hasComeInTime() else { return true }
    return state.withLock { $0.endings.removeFirst() }
  }
}

/// An application whose commits end when a test says so.
final class ScriptedApplication: WebApplication {
  struct Lost: Error {}

  private let script: CommitScript
  private let meter: RouteMeter

  init(_ metrics: WebMetrics, _ script: CommitScript) {
    self.script = script
    meter = metrics.meter("scripted")
  }

  func answer(_ request: borrowing WebRequest) -> WebAnswer {
    switch request.method {
    case .post:
      script.answers()
      return WebAnswer(WebResponse(201), .afterCommit, countedBy: meter)
    default:
      return WebAnswer(WebResponse(200), .now, countedBy: meter)
    }
  }

  func beginCommit(_ ready: @escaping @Sendable () -> Void) { script.begins(ready) }

  func endCommit() throws {
    if script.ending() { throw Lost() }
  }
}
