#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Threads that work on one task together, each at the same time as all others.
///
/// Members may wait for each other, so each has a thread of its own: the pool of Swift's tasks may
/// have fewer.
public struct Crew: Sendable {
  public let count: Int

  public init(of count: Int) {
    precondition(count > 0, "a crew of \(count) does no work")
    self.count = count
  }

  /// Calls `body` with each number below `count`, 0 on the present thread, and waits for all.
  ///
  /// Returns `false`, before any work, if the system gives too few threads.
  @discardableResult
  public func work(_ body: @escaping @Sendable (Int) -> Void) -> Bool {
    let start = Gate()
    var threads: [pthread_t] = []
    for number in 1..<max(1, count) {
      guard let thread = Self.thread({ if start.isOpened() { body(number) } }) else { break }
      threads.append(thread)
    }
    let isComplete = threads.count == count - 1
    start.decide(isComplete)
    if isComplete { body(0) }
    for thread in threads { _ = pthread_join(thread, nil) }
    return isComplete
  }

  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts a thread; `nil` if the system gives none.
  ///
  /// `unsafe`: the work is retained for the new thread, which releases it once, or the caller does
  /// where no thread began.
  private static func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let work = unsafe Unmanaged.passRetained(Work(body))
    let failure = unsafe pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        #else
          if let argument = unsafe argument {
            unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          }
        #endif
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      unsafe work.release()
      return nil
    }
    return thread
  }
}
