internal import CGrowthloopEpoll
internal import Glibc

/// A descriptor that any thread makes readable, to wake the one that polls it.
public final class WakeupEvent: Sendable {
  public let descriptor: OwnedDescriptor

  public init() throws(SystemCallError) {
    descriptor = OwnedDescriptor(
      owning: try systemCall("eventfd") {
        eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      })
  }

  /// Makes the descriptor readable, from any thread.
  public func signal() {
    // The one failure is a counter that is full, and then it is readable already.
    _ = eventfd_write(descriptor.number, 1)
  }

  /// Makes the descriptor unreadable again.
  public func clear() {
    var count: UInt64 = 0
    _ = unsafe eventfd_read(descriptor.number, &count)
  }
}
