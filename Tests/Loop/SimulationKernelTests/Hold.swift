import SimulationKernel
import TestSupport

/// The HOLD model: whatever happens, happens again some time later.
struct Hold: Model {
  var chance: SeededChance
  let spread: Int64

  init(seed: UInt64, spread: Int64 = 1_000) {
    chance = SeededChance(seed: seed)
    self.spread = spread
  }

  mutating func handle(
    _ event: UInt32, at now: Int64, scheduling calendar: inout EventCalendar<Int64, UInt32>
  ) {
    calendar.schedule(event, at: now + Int64.random(in: 0...spread, using: &chance))
  }
}

extension Simulation where M == Hold {
  /// A simulation of `pending` events.
  init(holding pending: UInt32, seed: UInt64, spread: Int64 = 1_000) {
    self.init(Hold(seed: seed, spread: spread), from: 0)
    for event in 0..<pending {
      calendar.schedule(event, at: Int64.random(in: 0...spread, using: &model.chance))
    }
  }
}

/// A model that does what a closure says.
struct Scripted: Model {
  var script: (UInt32, Int64, inout EventCalendar<Int64, UInt32>) -> Void
  var seen: [UInt32] = []
  var finishesAt: Int?
  var pause: Int64 = .max

  init(
    _ script: @escaping (UInt32, Int64, inout EventCalendar<Int64, UInt32>) -> Void = { _, _, _ in }
  ) {
    self.script = script
  }

  var isFinished: Bool { seen.count == finishesAt }

  mutating func handle(
    _ event: UInt32, at now: Int64, scheduling calendar: inout EventCalendar<Int64, UInt32>
  ) {
    seen.append(event)
    script(event, now, &calendar)
  }
}
