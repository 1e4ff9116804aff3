import Dispatch
import Foundation
import Synchronization

/// Keeps Ctrl-C from ending the process at once, and tells of it instead, while it lives.
final class InterruptWatch {
  /// How many of them live: the last one gives the signal back.
  private static let living = Mutex(0)
  private let source: any DispatchSourceSignal

  init(_ action: @escaping @Sendable () -> Void) {
    Self.living.withLock { living in
      // Else the process would be gone before the source hears of it. Only once: the first source sets
      // a handler of its own.
      if living == 0 { signal(SIGINT, SIG_IGN) }
      living += 1
    }
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler(handler: action)
    source.resume()
  }

  deinit {
    source.cancel()
    Self.living.withLock { living in
      living -= 1
      if living == 0 { signal(SIGINT, SIG_DFL) }
    }
  }
}
