private import Synchronization

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A place where a number of threads wait for each other, again and again.
///
/// A wait is a few dozen nanoseconds where all have a core, and gives the core away after some
/// microseconds.
public final class Meeting: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)
  private let round = Atomic<UInt64>(0)

  private static let patience = 4_000

  /// Creates a meeting of `count` threads.
  public init(of count: Int) { self.count = count }

  /// Waits until all threads have called it.
  ///
  /// What a thread wrote before is seen by all afterwards.
  public func join() {
    let present = round.load(ordering: .relaxed)
    guard arrived.add(1, ordering: .acquiringAndReleasing).newValue < count else {
      arrived.store(0, ordering: .relaxed)
      round.store(present &+ 1, ordering: .releasing)
      return
    }
    var turns = 0
    while round.load(ordering: .acquiring) == present {
      turns += 1
      if turns > Self.patience { sched_yield() }
    }
  }
}
