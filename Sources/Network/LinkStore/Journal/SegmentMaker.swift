import Foundation

/// Begins segments of the journal ahead of their use, on a thread of its own.
///
/// To begin one takes several syncs, for which no turn should wait, and much is written: it takes its
/// time.
final class SegmentMaker: @unchecked Sendable {
  /// How long it rests after each piece of a segment.
  private static let rest = 0.004

  private let folder: String
  // All that both threads touch is guarded by the condition.
  private let condition = NSCondition()
  private var wanted: UInt64?
  private var made: JournalSegment?
  private var isStopping = false
  private var hasStopped = false

  init(in folder: String) { self.folder = folder }

  func start() {
    QuietThread.start("growthloop journal") { [self] in work() }
  }

  /// Has the segment with this number begun, unless one has been.
  func prepare(_ number: UInt64) {
    condition.withLock {
      if made == nil { wish(number) }
    }
  }

  /// Takes the segment with this number if it has been begun, and else has it begun.
  func segment(_ number: UInt64) -> JournalSegment? {
    condition.lock()
    defer { condition.unlock() }
    if let segment = made.take() { return segment }
    wish(number)
    return nil
  }

  /// Ends the thread, and returns when it has ended.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while !hasStopped { condition.wait() }
    }
  }

  private func wish(_ number: UInt64) {
    guard wanted == nil else { return }
    wanted = number
    condition.broadcast()
  }

  private func rest() {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: Self.rest)
      while !isStopping, condition.wait(until: end) {}
    }
  }

  private func work() {
    while let number = nextWish() {
      var segment: JournalSegment?
      do throws(StoreError) {
        segment = try JournalSegment(number, in: folder, room: Journal.segmentSize) { rest() }
      } catch {
        // The journal goes on where it is, and asks again.
      }
      condition.lock()
      made = segment.take()
      wanted = nil
      condition.unlock()
    }
    condition.withLock {
      hasStopped = true
      condition.broadcast()
    }
  }

  private func nextWish() -> UInt64? {
    condition.withLock {
      while !isStopping, wanted == nil { condition.wait() }
      return isStopping ? nil : wanted
    }
  }
}
