internal import CGrowthloopEpoll
internal import Glibc

/// A descriptor that is readable after one of its signals.
public struct SignalDescriptor: ~Copyable, Sendable {
  public let descriptor: OwnedDescriptor

  /// Blocks the signals in this thread and those it starts, and makes them readable here.
  ///
  /// Running threads must block them too: make this before other threads.
  public init(catching signals: [Int32]) throws(SystemCallError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard failure == 0 else { throw SystemCallError(call: "pthread_sigmask", number: failure) }
    descriptor = OwnedDescriptor(
      owning: try systemCall("signalfd") {
        unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
      })
  }

  /// Returns the next signal; `nil` if none has arrived.
  public func next() throws(SystemCallError) -> Int32? {
    var signal = signalfd_siginfo()
    let number = descriptor.number
    let read = try systemCallWithoutWaiting("read") {
      unsafe Glibc.read(number, &signal, MemoryLayout<signalfd_siginfo>.size)
    }
    return read == nil ? nil : Int32(signal.ssi_signo)
  }
}
