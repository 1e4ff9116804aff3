internal import Glibc

/// A thread for one piece of work.
///
/// `@safe`: the work is retained for the new thread, which releases it once, or the caller does
/// where no thread began; a thread is joined at most once, since `join` consumes the value.
@safe
public struct BackgroundThread: ~Copyable, @unchecked Sendable {
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) {
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Starts the work at once.
  public init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let failure = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      unsafe work.release()
      throw SystemCallError(call: "pthread_create", number: failure)
    }
    self.thread = thread
  }

  /// Waits until the work is done.
  public consuming func join() {
    _ = pthread_join(thread, nil)
  }
}
