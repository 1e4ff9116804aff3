import Dispatch
import Foundation

/// Keeps Ctrl-C from ending the process at once, and tells of it instead, while it lives.
final class InterruptWatch {
  private let source: any DispatchSourceSignal

  init(_ action: @escaping @Sendable () -> Void) {
    // Else the process would be gone before the source hears of it.
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler(handler: action)
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
