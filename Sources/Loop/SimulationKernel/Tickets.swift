/// A handle that cancels one event.
@frozen
public struct Ticket: Hashable, BitwiseCopyable, Sendable {
  @usableFromInline let slot: UInt32
  /// The generation, which differs from those of earlier tickets in the slot.
  @usableFromInline let generation: UInt32

  @inlinable
  init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }
}

/// The tickets of pending events, with the state of each event.
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
  /// The number of cancelled events that are still stored.
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

  /// Cancels the event of `ticket`; returns whether it was pending.
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

  /// Ends the ticket of an event whose time has come; returns whether the event was not cancelled.
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
