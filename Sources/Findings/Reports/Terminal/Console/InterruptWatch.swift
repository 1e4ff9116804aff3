import Dispatch
import Foundation
import Synchronization

/// A handler that replaces the default action of SIGINT and SIGTERM while it exists.
package final class InterruptWatch {
  private static let signals = [SIGINT, SIGTERM]
  /// The number of handlers; the last one restores the default actions.
  private static let living = Mutex(0)
  private let sources: [any DispatchSourceSignal]

  package init(_ action: @escaping @Sendable () -> Void) {
    Self.living.withLock { living in
      // Otherwise the process would end before a source receives the signal.
      // Only once: the first source installs its own handler.
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
