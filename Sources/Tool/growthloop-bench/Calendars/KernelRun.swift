import SimulationKernel

/// The HOLD model on the kernel, run like any simulation.
final class KernelRun: HoldRun {
  private var simulation: Simulation<HoldModel>

  init(on workload: HoldWorkload) {
    simulation = Simulation(HoldModel(increments: workload.increments), from: 0)
    for (event, tick) in workload.firstTicks.enumerated() {
      simulation.calendar.schedule(UInt32(event), at: Int64(tick))
    }
  }

  func hold(times: Int) -> UInt64 {
    simulation.model.holdsLeft = times
    do {
      try simulation.run(until: .max - 1)
    } catch {
      fatalError("no increment of the workload is negative, but \(error)")
    }
    return simulation.model.checkSum.value
  }

  var bytes: Int { simulation.calendar.bytes }
}

/// A model that schedules every event again, an increment later.
struct HoldModel: Model {
  private let increments: [UInt64]
  private var done = 0
  var checkSum = HoldCheckSum()
  var holdsLeft = 0

  init(increments: [UInt64]) { self.increments = increments }

  var isFinished: Bool { holdsLeft == 0 }

  // Inlined into the run loop, because each C++ loop is one function.
  @inline(__always)
  mutating func handle(
    _ event: UInt32, at now: Int64, scheduling calendar: inout EventCalendar<Int64, UInt32>
  ) {
    checkSum.take(event, at: UInt64(bitPattern: now))
    calendar.schedule(event, at: now &+ Int64(increments[done & (increments.count - 1)]))
    done &+= 1
    holdsLeft &-= 1
  }
}
