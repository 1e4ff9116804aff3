import Synchronization

/// A flag that an interrupt sets, for work in several parts.
package final class Interrupt: Sendable {
  private struct State {
    var isWanted = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Calls `body` with an interrupt that the console's user can set.
  package static func watching<Answer>(
    _ console: any Console, _ body: (Interrupt) throws -> Answer
  ) rethrows -> Answer {
    let interrupt = Interrupt()
    let watch = console.watchForInterrupts { interrupt.set() }
    defer { console.show(progress: "") }
    return try withExtendedLifetime(watch) { try body(interrupt) }
  }

  package var isSet: Bool { state.withLock { $0.isWanted } }

  /// Throws `InterruptedEarly` after an interrupt.
  package func check() throws(InterruptedEarly) { if isSet { throw InterruptedEarly() } }

  private func set() {
    let action = state.withLock { state in
      state.isWanted = true
      return state.action
    }
    action?()
  }

  /// Sets the only action at an interrupt; calls it at once after one.
  package func onInterrupt(_ action: @escaping @Sendable () -> Void) {
    let isWanted = state.withLock { state in
      state.action = action
      return state.isWanted
    }
    if isWanted { action() }
  }
}

/// An interrupt before the first result.
package struct InterruptedEarly: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "interrupted before anything was measured" }
}
