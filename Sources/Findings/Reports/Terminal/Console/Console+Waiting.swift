import Dispatch
import Synchronization

extension Console {
  /// Waits for asynchronous work, which an interrupt cancels, and shows `progress` meanwhile.
  ///
  /// The waiting thread is the caller's own, not one of the cooperative pool.
  ///
  /// - Throws: The error of `body`; `InterruptedEarly` where the work kept nothing of what it had.
  package func wait<Outcome: Sendable>(
    showing progress: (Duration) -> String,
    for body: @escaping @Sendable () async throws -> Outcome
  ) throws -> Outcome {
    let done = DispatchSemaphore(value: 0)
    let result = AsyncResult<Outcome>()
    let task = Task.detached {
      do {
        let outcome = try await body()
        result.value.withLock { $0 = .success(outcome) }
      } catch {
        result.value.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    let watch = watchForInterrupts { task.cancel() }
    let clock = ContinuousClock()
    let start = clock.now
    while done.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
      show(progress: progress(start.duration(to: clock.now)))
    }
    show(progress: "")
    return try withExtendedLifetime(watch) {
      guard let result = result.value.withLock({ $0 }) else {
        preconditionFailure("the work ended and left nothing")
      }
      do {
        return try result.get()
      } catch is CancellationError {
        throw InterruptedEarly()
      }
    }
  }
}

/// The result of asynchronous work, for the thread that waits for it.
private final class AsyncResult<Outcome: Sendable>: Sendable {
  let value = Mutex<Result<Outcome, any Error>?>(nil)
}
