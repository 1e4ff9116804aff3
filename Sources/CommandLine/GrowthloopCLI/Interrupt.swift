import Synchronization

/// Whether somebody wants no more, for work that has several parts.
final class Interrupt: Sendable {
  private struct State {
    var isWanted = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Gives `body` an interrupt that the console's user can set.
  static func watching<Answer>(
    _ console: any Console, _ body: (Interrupt) throws -> Answer
  ) rethrows -> Answer {
    let interrupt = Interrupt()
    let watch = console.watchForInterrupts { interrupt.set() }
    defer { console.show(progress: "") }
    return try withExtendedLifetime(watch) { try body(interrupt) }
  }

  var isSet: Bool { state.withLock { $0.isWanted } }

  /// Lets work go on that has nothing to show yet, as long as nobody wants no more.
  func check() throws(InterruptedEarly) { if isSet { throw InterruptedEarly() } }

  private func set() {
    let action = state.withLock { state in
      state.isWanted = true
      return state.action
    }
    action?()
  }

  /// Calls the action when somebody wants no more, in place of the one before; at once if so already.
  func onInterrupt(_ action: @escaping @Sendable () -> Void) {
    let isWanted = state.withLock { state in
      state.action = action
      return state.isWanted
    }
    if isWanted { action() }
  }
}

/// Somebody wanted no more before there was anything to tell.
struct InterruptedEarly: Error, CustomStringConvertible {
  var description: String { "interrupted before anything was measured" }
}
