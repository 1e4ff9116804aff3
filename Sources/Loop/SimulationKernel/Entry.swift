/// A pending event with its time and its ticket.
@frozen
@usableFromInline
struct Entry<Event: BitwiseCopyable>: BitwiseCopyable {
  @usableFromInline let tick: UInt64
  @usableFromInline let event: Event
  /// The slot of the event's ticket; 0 for an event without one.
  @usableFromInline let slot: UInt32

  @inlinable
  init(tick: UInt64, event: Event, slot: UInt32) {
    self.tick = tick
    self.event = event
    self.slot = slot
  }
}
