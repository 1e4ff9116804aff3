import Dispatch
import Foundation
import Synchronization

/// Keeps Ctrl-C, and whoever asks the process to end, from ending it at once, and tells of it instead,
/// while it lives.
final class InterruptWatch {
  private static let signals = [SIGINT, SIGTERM]
  /// How many of them live: the last one gives the signals back.
  private static let living = Mutex(0)
  private let sources: [any DispatchSourceSignal]

  init(_ action: @escaping @Sendable () -> Void) {
    Self.living.withLock { living in
      // Else the process would be gone before a source hears of it. Only once: the first source sets a
      // handler of its own.
      if living == 0 { for number in Self.signals { signal(number, SIG_IGN) } }
      living += 1
    }
    sources = Self.signals.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: action)
      source.resume()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    Self.living.withLock { living in
      living -= 1
      if living == 0 { for number in Self.signals { signal(number, SIG_DFL) } }
    }
  }
}
