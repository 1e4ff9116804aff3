import SimulationKernel
import TestSupport
import Testing

/// A calendar and its reference, side by side through a workload that changes its habits.
struct Comparison<Time: SimulationTime, Event: BitwiseCopyable & Sendable & Equatable>: ~Copyable {
  var chance: SeededChance
  /// A time that is not before the one given, in one of eight habits.
  let time: (Time, Int, inout SeededChance) -> Time
  let event: (Int) -> Event
  var calendar: EventCalendar<Time, Event>
  var reference = SortedReference<Time>()
  var tickets: [(ticket: Ticket, number: Int, time: Time)] = []
  var now: Time
  var habit = 0

  init(
    from start: Time, seed: UInt64, event: @escaping (Int) -> Event,
    time: @escaping (Time, Int, inout SeededChance) -> Time
  ) {
    chance = SeededChance(seed: seed)
    self.time = time
    self.event = event
    calendar = EventCalendar(from: start)
    now = start
  }

  mutating func schedule(at time: Time) {
    guard time.tick < .max else { return }
    let number = reference.schedule(at: time)
    if number % 8 == 0 {
      tickets.append((calendar.scheduleCancellable(event(number), at: time), number, time))
    } else {
      calendar.schedule(event(number), at: time)
    }
  }

  /// Schedules, calls off and takes some; returns whether both always did the same.
  mutating func step(scheduling arrivals: Int, taking departures: Int) -> Bool {
    let together = time(now, habit, &chance)
    let scattered = Bool.random(using: &chance)
    for _ in 0..<arrivals {
      schedule(at: scattered ? time(now, habit, &chance) : together)
    }
    if let place = tickets.indices.randomElement(using: &chance) {
      tickets.swapAt(place, tickets.count - 1)
      let last = tickets.removeLast()
      if calendar.cancel(last.ticket) != reference.cancel(last.number, at: last.time) {
        return false
      }
    }
    let horizon =
      Int.random(in: 0..<5, using: &chance) == 0
      ? time(now, habit, &chance) : Time(tick: .max - 1)
    for _ in 0..<departures {
      let next = calendar.next(before: horizon)
      let expected = reference.next(before: horizon)
      guard next?.time == expected?.time, next?.event == expected.map({ event($0.number) })
      else { return false }
      guard let next else { break }
      now = next.time
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<3: schedule(at: now)
      case 3..<7: schedule(at: time(now, habit, &chance))
      default: break
      }
    }
    return calendar.count == reference.count
  }

  /// The number of the first of `steps` steps at which the two differ.
  mutating func firstDifference(in steps: Int) -> Int? {
    for step in 0..<steps {
      if step % 40 == 0 { habit = Int.random(in: 0..<8, using: &chance) }
      let crowded = step % 100 == 50
      let agrees = self.step(
        scheduling: crowded ? 2_500 : Int.random(in: 0..<4, using: &chance),
        taking: step % 100 == 99 ? 2_400 : Int.random(in: 0..<8, using: &chance))
      if !agrees { return step }
    }
    return nil
  }
}

@Suite("Calendar · extreme times, crowds and event sizes leave in order, too")
struct ExtremeTests {
  struct Wide: Equatable {
    var number: Int
    var rest = (1 as UInt64, 2 as UInt64)
    static func == (one: Wide, other: Wide) -> Bool { one.number == other.number }
  }

  struct Odd: Equatable {
    var first: UInt32 = 1
    var number: UInt32
    var last: UInt32 = 3
  }

  static func wholeTime(from now: Int64, habit: Int, chance: inout SeededChance) -> Int64 {
    func ahead(_ ticks: UInt64) -> Int64 { Int64(tick: now.tick + min(ticks, .max - now.tick)) }
    let any = UInt64.random(in: 0...(.max), using: &chance)
    let bits = UInt64.random(in: 0..<64, using: &chance)
    return switch habit {
    case 0: ahead(any >> bits)
    case 1: ahead(any % 3)
    case 2: ahead(any % 1_000)
    case 3: ahead(any % 1_000_000_000)
    case 4: ahead(bits == 0 ? any >> 10 : any % 50)
    case 5: bits < 20 ? max(now, .max - Int64(any % 100)) : ahead(any % 100_000)
    case 6: ahead(any % 16 << (bits % 50))
    default: now
    }
  }

  static func realTime(from now: Double, habit: Int, chance: inout SeededChance) -> Double {
    let any = Double.random(in: 0..<1, using: &chance)
    return switch habit {
    case 0: max(now, Double(bitPattern: UInt64.random(in: 0...(.max), using: &chance)))
    case 1: now + any
    case 2: max(now, now.isFinite ? now + abs(now) * any * 1e-9 : -1e300 * any)
    case 3: any < 0.05 ? .infinity : now + any * 1e-300
    case 4: max(now, now.isFinite ? now + .leastNonzeroMagnitude * (any * 100).rounded() : -1e308)
    case 5: max(now, -1 / (any + 1e-9))
    case 6: max(now, now + 1 / (any * any * any + 1e-200))
    default: now
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `whole times from the first to the last that there are`(seed: UInt64) {
    var narrow = Comparison(
      from: Int64.min, seed: seed, event: { UInt8(truncatingIfNeeded: $0) }, time: Self.wholeTime)
    #expect(narrow.firstDifference(in: 300) == nil)
    var odd = Comparison(
      from: -1_000_000, seed: seed, event: { Odd(number: UInt32($0)) }, time: Self.wholeTime)
    #expect(odd.firstDifference(in: 300) == nil)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `real times from minus infinity to infinity`(seed: UInt64) {
    var all = Comparison(
      from: -Double.infinity, seed: seed, event: { Wide(number: $0) }, time: Self.realTime)
    #expect(all.firstDifference(in: 300) == nil)
    var positive = Comparison(from: 0.0, seed: seed, event: { $0 }, time: Self.realTime)
    #expect(positive.firstDifference(in: 300) == nil)
  }
}
