private import Dispatch
private import Synchronization

/// A place where a number of threads wait for each other, again and again.
///
/// A wait is a few dozen nanoseconds where all have a core. After some microseconds a thread sleeps until
/// the last one comes, so that others of the machine have its core.
public final class Meeting: Sendable {
  /// A round, and how many sleep until it ends.
  private struct Sleep {
    var round: UInt64 = 0
    var count = 0
  }

  private let count: Int
  private let arrived = Atomic<Int>(0)
  private let round = Atomic<UInt64>(0)
  private let sleep = Mutex(Sleep())
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
      round.store(present &+ 1, ordering: .releasing)
      let sleepers = sleep.withLock { sleep in
        defer { sleep = Sleep(round: present &+ 1) }
        return sleep.count
      }
      for _ in 0..<sleepers { bell.signal() }
      return
    }
    for _ in 0..<Self.patience where round.load(ordering: .acquiring) != present { return }
    let sleeps = sleep.withLock { sleep in
      guard sleep.round == present else { return false }
      sleep.count += 1
      return true
    }
    if sleeps { bell.wait() }
    // The last one has ended the round before it rang, or before it took the lock.
    _ = round.load(ordering: .acquiring)
  }
}
