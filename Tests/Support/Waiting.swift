public import Dispatch
public import Foundation

/// A thread waited for another so long that it is taken for ever.
///
/// A test's time limit ends no thread that is blocked: whatever blocks a test gives up by itself. The
/// limit counts from the start of the run, for all tests begin together: it is an hour.
public struct NothingCame: Error {
  public init() {}
}

extension DispatchSemaphore {
  /// Waits for a signal, a minute at most if nothing else is said.
  ///
  /// - Throws: `NothingCame` without a signal in time.
  public func waitOrThrow(minutes: Double = 1) throws(NothingCame) {
    guard hasComeInTime(minutes: minutes) else { throw NothingCame() }
  }

  /// Waits for a signal; `false` without one in time.
  public func hasComeInTime(minutes: Double = 1) -> Bool {
    wait(timeout: .now() + 60 * minutes) == .success
  }
}

extension DispatchGroup {
  /// Waits until everything in the group has ended, ten minutes at most.
  ///
  /// - Throws: `NothingCame` if that takes longer.
  public func waitOrThrow() throws(NothingCame) {
    guard wait(timeout: .now() + 600) == .success else { throw NothingCame() }
  }
}

extension Process {
  /// Starts the process, and kills it if it is still there after so many minutes, so that neither its
  /// end nor that of its output is waited for without end.
  public func run(minutesAtMost minutes: Int) throws {
    try run()
    DispatchQueue.global().asyncAfter(deadline: .now() + Double(minutes * 60)) { [weak self] in
      guard let self, isRunning else { return }
      kill(processIdentifier, SIGKILL)
    }
  }
}
