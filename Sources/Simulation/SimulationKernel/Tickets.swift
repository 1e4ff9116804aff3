/// The right to call one event off.
@frozen
public struct Ticket: Hashable, BitwiseCopyable, Sendable {
  @usableFromInline let slot: UInt32
  /// Tells this ticket from those that had the slot before.
  @usableFromInline let generation: UInt32

  @inlinable
  init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }
}

/// The tickets of pending events: which are valid, and which of the events were called off.
@usableFromInline
struct Tickets: ~Copyable {
  @frozen
  @usableFromInline
  enum State: UInt8, BitwiseCopyable {
    case free, pending, calledOff
  }

  @usableFromInline var states: [State] = [.free]
  @usableFromInline var generations: [UInt32] = [0]
  @usableFromInline var free: [UInt32] = []
  /// The number of events that were called off and are still held.
  @usableFromInline var calledOff = 0

  @inlinable
  init() {}

  @inlinable
  mutating func issue() -> Ticket {
    if let slot = free.popLast() {
      states[Int(slot)] = .pending
      return Ticket(slot: slot, generation: generations[Int(slot)])
    }
    states.append(.pending)
    generations.append(0)
    return Ticket(slot: UInt32(states.count - 1), generation: 0)
  }

  /// Returns whether the event of `ticket` was still to come and is now called off.
  @inlinable
  mutating func callOff(_ ticket: Ticket) -> Bool {
    let slot = Int(ticket.slot)
    guard slot < states.count, generations[slot] == ticket.generation, states[slot] == .pending
    else { return false }
    states[slot] = .calledOff
    calledOff += 1
    return true
  }

  @inlinable
  func isPending(_ ticket: Ticket) -> Bool {
    let slot = Int(ticket.slot)
    return slot < states.count && generations[slot] == ticket.generation && states[slot] == .pending
  }

  /// Ends the ticket of an event whose time has come, and returns whether the event happens.
  @inlinable
  @inline(never)
  mutating func redeem(_ slot: UInt32) -> Bool {
    let happens = states[Int(slot)] == .pending
    if !happens { calledOff -= 1 }
    states[Int(slot)] = .free
    generations[Int(slot)] &+= 1
    free.append(slot)
    return happens
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int { states.capacity + (generations.capacity + free.capacity) * 4 }
}
