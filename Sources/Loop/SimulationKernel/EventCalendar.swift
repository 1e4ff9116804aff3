/// A priority queue of pending events, in the order of their times; equal times keep the order of
/// scheduling.
///
/// A ladder queue: the future lies in windows of time, unsorted, each in order of arrival. A
/// crowded window is divided into narrower windows when its turn comes, and one of about a dozen
/// events is sorted. Each event is moved three or four times, in the order of memory.
public struct EventCalendar<Time: SimulationTime, Event: BitwiseCopyable & Sendable>: ~Copyable {
  @usableFromInline var pool = ChunkPool<Event>()
  @usableFromInline var window = Window<Event>()
  @usableFromInline var ladder = Ladder<Event>()
  @usableFromInline var tickets = Tickets()

  /// The rung of the widest windows, and the entries of each window.
  @usableFromInline var wide = Rung.past
  @usableFromInline var lists = RawArray<ChunkPool<Event>.List>(capacity: 0)
  /// The events after the last wide window.
  @usableFromInline var far = ChunkPool<Event>.List()
  @usableFromInline var farCount = 0

  /// Events before this tick are sorted into the current window.
  @usableFromInline var windowEnd: UInt64 = 0
  /// Events before this tick are in the current window or on the ladder.
  @usableFromInline var ladderEnd: UInt64 = 0
  /// Events before this tick are in the current window, on the ladder or in a wide window.
  @usableFromInline var wideEnd: UInt64 = 0

  /// The tick of the last event taken, before which nothing may be scheduled.
  @usableFromInline var present: UInt64 = 0
  /// The number of events taken since the wide windows were opened, and the present at that time.
  @usableFromInline var taken = 0
  @usableFromInline var opened: UInt64 = 0
  /// The number of entries after the current window, cancelled ones included.
  @usableFromInline var waiting = 0
  /// The first event that was scheduled into the past.
  @usableFromInline var refusal: SchedulingIntoPast<Time, Event>?

  /// Creates an empty calendar, in which nothing happens before `start`.
  @inlinable
  public init(from start: Time) { present = start.tick }

  /// Creates an empty calendar without an earliest time.
  @inlinable
  public init() {}

  /// The number of pending events.
  @inlinable
  public var count: Int { window.count + waiting - tickets.calledOff }

  /// Whether no event is pending; a cancelled one does not count.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Makes `time` the present; all events taken precede it.
  @inlinable
  mutating func advance(to time: Time) { present = max(present, time.tick) }

  /// Returns the first event that was scheduled into the past, once.
  @inlinable
  mutating func takeRefusal() -> SchedulingIntoPast<Time, Event>? {
    defer { refusal = nil }
    return refusal
  }

  /// The memory of events, in bytes.
  @inlinable
  public var bytes: Int {
    pool.bytes + ladder.bytes + window.bytes + tickets.bytes
      + lists.bytes
  }
}
