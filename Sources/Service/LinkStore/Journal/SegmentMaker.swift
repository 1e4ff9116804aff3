import Foundation

/// Makes journal segments ahead of their use, on its own thread.
///
/// A new segment takes several syncs and many writes, so the thread pauses between them.
final class SegmentMaker: @unchecked Sendable {
  /// The pause after each piece of a segment, in seconds.
  private static let pauseLength = 0.004

  private let folder: String
  // The condition guards all state that both threads use.
  private let condition = NSCondition()
  private var requested: UInt64?
  private var made: JournalSegment?
  private var isStopping = false
  private var hasStopped = false

  init(in folder: String) { self.folder = folder }

  func start() {
    LowPriorityThread.start("growthloop journal") { [self] in work() }
  }

  /// Requests the segment with this number, unless one is ready.
  func prepare(_ number: UInt64) {
    condition.withLock {
      if made == nil { request(number) }
    }
  }

  /// Returns the segment with this number if it is ready; else requests it.
  func segment(_ number: UInt64) -> JournalSegment? {
    condition.lock()
    defer { condition.unlock() }
    if let segment = made.take() { return segment }
    request(number)
    return nil
  }

  /// Stops the thread, and returns when it has ended.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while !hasStopped { condition.wait() }
    }
  }

  private func request(_ number: UInt64) {
    guard requested == nil else { return }
    requested = number
    condition.broadcast()
  }

  private func pause() {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: Self.pauseLength)
      while !isStopping, condition.wait(until: end) {}
    }
  }

  private func work() {
    while let number = nextRequest() {
      var segment: JournalSegment?
      do throws(StoreError) {
        // With a piece more, so that the turn which fills it extends no file.
        let room = Journal.segmentSize + JournalSegment.piece
        segment = try JournalSegment(number, in: folder, room: room) { pause() }
      } catch {
        // The journal stays in its segment, and requests again.
      }
      condition.lock()
      made = segment.take()
      requested = nil
      condition.unlock()
    }
    condition.withLock {
      hasStopped = true
      condition.broadcast()
    }
  }

  private func nextRequest() -> UInt64? {
    condition.withLock {
      while !isStopping, requested == nil { condition.wait() }
      return isStopping ? nil : requested
    }
  }
}
