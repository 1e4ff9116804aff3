import Dispatch
import Experiments
import LinuxIO
import LoadGenerator
import Statistics
import Synchronization

/// One run of the generator on a thread of its own, shown while it lasts.
struct LoadWork {
  let console: any Console
  let interrupt: Interrupt
  /// Where the generator runs; `nil` for anywhere.
  let processor: Int?
  /// Whether the generator has its turn before all that is not in real time.
  var isInRealTime = false
  /// What stands before the figures, such as the rate that is tried.
  var title = ""

  /// What the generator tells while it runs, and leaves in the end.
  private final class Desk: Sendable {
    let latest = Mutex<(second: SecondRecord, errors: Int)?>(nil)
    let result = Mutex<Result<LoadRecord, any Error>?>(nil)
    /// Why there was no real time.
    let denial = Mutex<SystemCallError?>(nil)

    /// Lets this thread have its turn first, if the system does.
    func enterRealTime() {
      do throws(SystemCallError) {
        try ThisThread.enterRealTime()
      } catch {
        denial.withLock { $0 = error }
      }
    }
  }

  /// Runs a plan until its end, or until somebody wants no more.
  func run(_ plan: LoadPlan) throws -> LoadRecord {
    let stop = try LoadSwitch()
    let desk = Desk()
    let done = DispatchSemaphore(value: 0)
    interrupt.onInterrupt { stop.stop() }
    let (processor, isInRealTime) = (processor, isInRealTime)
    let thread = try BackgroundThread {
      let record = Result {
        if let processor { try ThisThread.bind(to: [processor]) }
        if isInRealTime { desk.enterRealTime() }
        return try LoadRun(plan).run(stoppingOn: stop) { second in
          desk.latest.withLock {
            $0 = (second, ($0?.errors ?? 0) + second.failed + second.unwanted)
          }
        }
      }
      desk.result.withLock { $0 = record }
      done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if let (second, errors) = desk.latest.withLock({ $0 }) {
        console.show(progress: line(second, errors: errors, of: plan))
      }
    }
    thread.join()
    console.show(progress: "")
    if let denial = desk.denial.withLock({ $0 }) {
      console.complain("the generator ran without real time: \(denial)")
    }
    guard let result = desk.result.withLock({ $0 }) else {
      preconditionFailure("the run ended and left nothing")
    }
    return try result.get()
  }

  /// The last second, and how long it will take.
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

/// Figures of load runs as people read them.
enum LoadText {
  static func time(_ duration: Duration) -> String { time(duration / .nanoseconds(1)) }

  /// Nanoseconds as milliseconds.
  static func time(_ nanoseconds: Double) -> String { "\(milliseconds(nanoseconds)) ms" }

  static func milliseconds(_ nanoseconds: Double) -> String {
    NumberText.significant(nanoseconds / 1e6)
  }
}

extension ExitCode {
  /// What a caller is told of a run that does not begin.
  init(of refusal: LoadRefusal) {
    self =
      switch refusal {
      case .plan: .badInput
      case .unknownHost, .unreachable, .untrusted: .unavailable
      case .descriptors, .ports, .system: .inputOutput
      }
  }
}
