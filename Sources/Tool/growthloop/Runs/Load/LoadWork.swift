import Dispatch
import GrowthloopStudies
import GrowthloopTransport
package import GrowthloopLoadGenerator
import Statistics
import Synchronization
import GrowthloopReports

/// One run of the generator on a separate thread, with progress.
struct LoadWork {
  let console: any Console
  let interrupt: Interrupt
  /// The processor of the generator; `nil` for any.
  let processor: Int?
  /// Whether the generator has a real-time priority.
  var isInRealTime = false
  /// The text before the figures, such as the rate of a trial.
  var title = ""

  /// The generator's progress and result.
  private final class SharedState: Sendable {
    let latest = Mutex<(second: SecondRecord, errors: Int)?>(nil)
    let result = Mutex<Result<LoadRecord, any Error>?>(nil)
    /// The reason why there was no real-time priority.
    let denial = Mutex<SystemCallError?>(nil)

    /// Requests a real-time priority for this thread.
    func enterRealTime() {
      do throws(SystemCallError) {
        try ThisThread.enterRealTime()
      } catch {
        denial.withLock { $0 = error }
      }
    }
  }

  /// Runs a plan until its end, or until an interrupt.
  func run(_ plan: LoadPlan, notBefore earliest: MonotonicTime? = nil) throws -> LoadRecord {
    let stop = try LoadSwitch()
    let state = SharedState()
    let done = DispatchSemaphore(value: 0)
    interrupt.onInterrupt { stop.stop() }
    let (processor, isInRealTime) = (processor, isInRealTime)
    let thread = try BackgroundThread {
      let record = Result {
        if let processor { try ThisThread.bind(to: [processor]) }
        if isInRealTime { state.enterRealTime() }
        return try LoadRun(plan).run(notBefore: earliest, stoppingOn: stop) { second in
          state.latest.withLock {
            $0 = (second, ($0?.errors ?? 0) + second.failed + second.unwanted)
          }
        }
      }
      state.result.withLock { $0 = record }
      done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if let (second, errors) = state.latest.withLock({ $0 }) {
        console.show(progress: line(second, errors: errors, of: plan))
      }
    }
    thread.join()
    console.show(progress: "")
    if let denial = state.denial.withLock({ $0 }) {
      console.complain("the generator ran without a real-time priority: \(denial)")
    }
    guard let result = state.result.withLock({ $0 }) else {
      preconditionFailure("the run ended and left nothing")
    }
    return try result.get()
  }

  /// Returns the figures of the last second, and the remaining time.
  private func line(_ second: SecondRecord, errors: Int, of plan: LoadPlan) -> String {
    let left = max(0, Int(plan.length.components.seconds) - second.second - 1)
    let times = second.quantiles.map { quantiles in
      "p50 \(LoadText.time(quantiles.median)), p99 \(LoadText.time(quantiles.p99)), "
        + "p99.9 \(LoadText.time(quantiles.p999))"
    }
    return title
      + [
        "\(second.sent)/s", "\(second.inFlight) in flight", "\(errors) errors", times,
        second.isWarmUp ? "warm-up" : nil, "\(left) s left",
      ].compactMap(\.self).joined(separator: ", ")
  }
}

/// The figures of load runs in readable form.
enum LoadText {
  static func time(_ duration: Duration) -> String { time(duration / .nanoseconds(1)) }

  /// Returns nanoseconds as milliseconds.
  static func time(_ nanoseconds: Double) -> String { "\(milliseconds(nanoseconds)) ms" }

  static func milliseconds(_ nanoseconds: Double) -> String {
    NumberText.significant(nanoseconds / 1e6)
  }
}

extension ExitCode {
  /// Selects the exit code for a run that does not begin.
  package init(of refusal: LoadRefusal) {
    self =
      switch refusal {
      case .plan: .badInput
      case .unknownHost, .unreachable, .untrusted: .unavailable
      case .descriptors, .ports, .system: .inputOutput
      }
  }
}
