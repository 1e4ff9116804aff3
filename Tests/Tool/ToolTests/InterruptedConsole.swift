import GrowthloopReports
import TestConsole

/// A console at which somebody presses Ctrl-C as soon as anything takes long.
final class InterruptedConsole: MemoryConsole {
  override func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    action()
    return nil
  }
}

/// A console at which somebody presses Ctrl-C when progress has come so far.
final class PatientConsole: MemoryConsole {
  private let limit: String
  private var action: (@Sendable () -> Void)?

  init(until limit: String) {
    self.limit = limit
    super.init()
  }

  override func show(progress: String) {
    if progress.hasPrefix(limit) { action?() }
  }

  override func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    // The first watches over the whole command.
    if self.action == nil { self.action = action }
    return nil
  }
}
