import RandomStreams
import SimulationKernel

/// A queue: customers come at random times, stand in one line, and are served by the first of some
/// servers that is free (M/M/c).
///
/// The unit of time is the mean time of a service. Customers are numbered as they come.
struct Queue<Time: Moment>: Model {
  private enum Chance: UInt32 {
    case gap, service
  }

  let servers: Int
  /// How many customers come before the doors are closed.
  let customers: UInt32
  private let gap: Exponential
  private let service = Exponential.certain(try .init(mean: 1))
  private let gaps: RandomStream
  private let services: RandomStream

  /// When each customer came; those from `begun` on are still waiting.
  private var arrivals: [Time] = []
  private var begun = 0
  private var serving = 0
  private var lastChange = Time.origin
  private(set) var record = QueueRecord()

  /// A queue whose servers are each busy for the share `load` of their time.
  init(servers: Int = 1, load: Double, customers: UInt32 = .max, chance: RandomSource) {
    self.servers = servers
    self.customers = customers
    gap = .certain(try .init(rate: load * Double(servers)))
    gaps = chance.stream(for: Chance.gap)
    services = chance.stream(for: Chance.service)
  }

  /// Forgets what was recorded, so that the record begins at `now`.
  mutating func beginRecord(at now: Time) {
    pass(until: now)
    record = QueueRecord()
  }

  /// Returns what was recorded until `now`.
  mutating func endRecord(at now: Time) -> QueueRecord {
    pass(until: now)
    return record
  }

  mutating func open(scheduling calendar: inout EventCalendar<Time, QueueEvent>) {
    let first = gaps.sample(gap, 0)
    calendar.schedule(.arrival(of: 0), at: Time.origin.later(by: first))
  }

  mutating func handle(
    _ event: QueueEvent, at now: Time, scheduling calendar: inout EventCalendar<Time, QueueEvent>
  ) {
    pass(until: now)
    switch event {
    case .arrival(let customer):
      arrivals.append(now)
      if customer + 1 < customers {
        let next = gaps.sample(gap, UInt64(customer + 1))
        calendar.schedule(.arrival(of: customer + 1), at: now.later(by: next))
      }
      guard serving < servers else { return }
      serving += 1
    case .departure(let customer):
      record.stays.append(now.since(arrivals[Int(customer)]))
      guard begun < arrivals.count else {
        serving -= 1
        return
      }
    }
    record.waits.append(now.since(arrivals[begun]))
    let needed = services.sample(service, UInt64(begun))
    calendar.schedule(.departure(of: UInt32(begun)), at: now.later(by: needed))
    begun += 1
  }

  /// Records that nothing changed between the last event and `now`.
  private mutating func pass(until now: Time) {
    let waiting = arrivals.count - begun
    record.add(now.since(lastChange), waiting: waiting, present: waiting + serving)
    lastChange = now
  }
}

/// What happens in a queue.
enum QueueEvent: SimulationEvent {
  case arrival(of: UInt32)
  case departure(of: UInt32)

  var fingerprint: UInt64 {
    switch self {
    case .arrival(let customer): UInt64(customer) << 1
    case .departure(let customer): UInt64(customer) << 1 | 1
    }
  }
}
