/// The events to come, taken in the order of their times; of equal times, in the order in which they
/// were scheduled.
///
/// Little is sorted: the future lies in windows of time, unsorted, each in order of arrival. When the
/// turn of a crowded window comes it is cut into narrower windows, and one that holds a dozen events or
/// so is sorted. An event is moved three or four times in all, in the order in which memory lies.
public struct EventCalendar<Time: SimulationTime, Event: BitwiseCopyable & Sendable>: ~Copyable {
  @usableFromInline var pool = ChunkPool<Event>(chunkBits: ChunkPool<Event>.chunkBits(for: 0))
  @usableFromInline var window = Window<Event>()
  @usableFromInline var ladder = Ladder<Event>()
  @usableFromInline var tickets = Tickets()

  /// The rung of the widest windows, and the entries of each.
  @usableFromInline var wide = Rung.past
  @usableFromInline var lists = RawArray<ChunkPool<Event>.List>(capacity: 0)
  /// What happens after the last wide window.
  @usableFromInline var far = ChunkPool<Event>.List()
  @usableFromInline var farCount = 0

  /// What happens before this tick is sorted into the window whose turn it is.
  @usableFromInline var windowEnd: UInt64 = 0
  /// What happens before this tick is in the window or on the ladder.
  @usableFromInline var ladderEnd: UInt64 = 0
  /// What happens before this tick is in the window, on the ladder or in a wide window.
  @usableFromInline var wideEnd: UInt64 = 0

  /// The tick of the event that was taken last, before which nothing may be scheduled.
  @usableFromInline var present: UInt64 = 0
  /// The number of entries behind the window, those called off included.
  @usableFromInline var waiting = 0
  /// The first event that was scheduled into the past.
  @usableFromInline var refusal: SchedulingIntoPast<Time, Event>?

  /// An empty calendar, in which nothing happens before `start`.
  @inlinable
  public init(from start: Time) { present = start.tick }

  /// An empty calendar for any time.
  @inlinable
  public init() {}

  /// The number of events to come.
  @inlinable
  public var count: Int { window.count + waiting - tickets.calledOff }

  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Lets nothing more happen before `time`, which all that happened precedes.
  @inlinable
  mutating func advance(to time: Time) { present = max(present, time.tick) }

  /// Returns the first event that was scheduled into the past, once.
  @inlinable
  mutating func takeRefusal() -> SchedulingIntoPast<Time, Event>? {
    defer { refusal = nil }
    return refusal
  }

  /// The memory held for events, in bytes.
  public var bytes: Int {
    pool.bytes + ladder.bytes + window.bytes + tickets.bytes
      + lists.capacity * MemoryLayout<ChunkPool<Event>.List>.stride
  }
}
