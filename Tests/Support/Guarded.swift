import Foundation

/// A value that one thread at a time gets at.
///
/// Like the standard library's `Mutex`, of which the thread sanitizer does not know that it guards
/// anything: it knows the locks of the system.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  // Only read and written with the lock held.
  private var value: Value

  public init(_ value: sending Value) { self.value = value }

  public func withLock<Result, Problem: Error>(
    _ body: (inout sending Value) throws(Problem) -> sending Result
  ) throws(Problem) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
