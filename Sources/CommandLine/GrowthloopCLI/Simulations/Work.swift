import Dispatch
import Experiments
import SimulationKernel
import Statistics
import Synchronization

/// Work on all cores that the caller waits for, telling how far it has come.
struct Work {
  let console: any Console
  /// How many replications there are at most.
  let total: Int

  /// Where the worker leaves what it comes to.
  private final class Result<Outcome: Sendable>: Sendable {
    let value = Mutex<Swift.Result<Outcome, any Error>?>(nil)
  }

  /// Waits for `body`, which is cancelled when somebody wants no more.
  ///
  /// The waiting thread is the caller's own, never one of those that do the work.
  func wait<Outcome: Sendable>(
    for body: @escaping @Sendable (ProgressMeter) async throws -> Outcome
  ) throws -> Outcome {
    let meter = ProgressMeter()
    let done = DispatchSemaphore(value: 0)
    let result = Result<Outcome>()
    let task = Task.detached {
      do {
        let outcome = try await body(meter)
        result.value.withLock { $0 = .success(outcome) }
      } catch {
        result.value.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    let watch = console.watchForInterrupts { task.cancel() }
    let clock = ContinuousClock()
    let start = clock.now
    while done.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
      console.show(progress: line(meter.current, after: start.duration(to: clock.now)))
    }
    console.show(progress: "")
    return try withExtendedLifetime(watch) {
      guard let result = result.value.withLock({ $0 }) else {
        preconditionFailure("the work ended and left nothing")
      }
      return try result.get()
    }
  }

  /// The same, with what is true of this run alone.
  func timed<Outcome: Sendable>(
    _ arguments: [String], _ workers: Workers,
    _ body: @escaping @Sendable (ProgressMeter) async throws -> Outcome
  ) throws -> (Outcome, AboutRun) {
    let start = ContinuousClock.now
    let (outcome, events) = try wait { meter in (try await body(meter), meter.current.events) }
    let about = AboutRun(
      arguments: arguments, commit: console.variable("GROWTHLOOP_COMMIT"),
      workers: workers.count, seconds: (ContinuousClock.now - start) / .seconds(1),
      events: events)
    return (outcome, about)
  }

  /// How far it has come, how fast, and how long it will take.
  func line(_ reading: ProgressMeter.Reading, after elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    let done = min(reading.replications, Double(total))
    var line =
      "\(NumberText.decimal(done, 1)) of \(total) replications, "
      + "\(NumberText.decimal(Double(reading.events) / seconds / 1e6, 2)) M events/s"
    if done > 0 {
      let left = seconds / done * (Double(total) - done)
      line += ", \(Self.time(left)) left"
    }
    return line
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 90
      ? "\(NumberText.decimal(seconds, 0)) s" : "\(NumberText.decimal(seconds / 60, 1)) min"
  }
}
