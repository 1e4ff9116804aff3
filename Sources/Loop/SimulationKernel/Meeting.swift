private import Dispatch
private import Synchronization

/// A place where a number of threads wait for each other, again and again.
///
/// A wait is a few dozen nanoseconds where all have a core. After some microseconds a thread sleeps until
/// the last one comes, so that others of the machine have its core.
public final class Meeting: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)
  private let round = Atomic<UInt64>(0)
  /// How many sleep until the round ends, which it does under this lock: nobody falls asleep after.
  private let sleepers = Mutex(0)
  /// What wakes the sleepers, in turns: of one round some may still have to wake when the next begins.
  private let bells = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

  private static let patience = 4_000

  /// Creates a meeting of `count` threads.
  public init(of count: Int) { self.count = count }

  /// Waits until all threads have called it.
  ///
  /// What a thread wrote before is seen by all afterwards.
  public func join() {
    let present = round.load(ordering: .relaxed)
    let bell = bells[Int(present & 1)]
    guard arrived.add(1, ordering: .acquiringAndReleasing).newValue < count else {
      arrived.store(0, ordering: .relaxed)
      let asleep = sleepers.withLock { sleepers in
        defer { sleepers = 0 }
        round.store(present &+ 1, ordering: .releasing)
        return sleepers
      }
      for _ in 0..<asleep { bell.signal() }
      return
    }
    for _ in 0..<Self.patience where round.load(ordering: .acquiring) != present { return }
    let sleeps = sleepers.withLock { sleepers in
      guard round.load(ordering: .relaxed) == present else { return false }
      sleepers += 1
      return true
    }
    if sleeps { bell.wait() }
    // The last one has ended the round before it rang.
    _ = round.load(ordering: .acquiring)
  }
}
