import CGrowthloopKernelYardstick
import RandomStreams
import SimulationKernel

/// The workload of the HOLD model (Jones 1986): take the earliest event and reinsert it later.
///
/// It is the same for every structure.
public struct HoldWorkload: Sendable {
  /// The tick of each event at the start, by the event's number.
  public let firstTicks: [UInt64]
  /// The increments: hold number `n` adds `increments[n % increments.count]`.
  ///
  /// Their count is a power of two.
  public let increments: [UInt64]

  /// Creates a workload; the number of events must fit 32 bits.
  public init(firstTicks: [UInt64], increments: [UInt64]) {
    precondition(!firstTicks.isEmpty && firstTicks.count <= UInt32.max)
    precondition(
      increments.count.nonzeroBitCount == 1, "\(increments.count) increments: no power of two")
    self.firstTicks = firstTicks
    self.increments = increments
  }

  /// Creates an event set in the equilibrium of the mix, as after an infinite run.
  ///
  /// It draws an increment in proportion to its length, and a uniform point of it: the residual
  /// life of a renewal process. So no structure is measured before its steady state.
  public init(_ mix: IncrementMix, pending: Int) {
    let increments = mix.table()
    let total = increments.reduce(0) { $0 + Double($1) }
    var chance = TableChance(state: UInt64(pending))
    var covered = 0.0
    var place = 0
    let ticks = (0..<pending).map { number -> UInt64 in
      let point = (Double(number) + chance.uniform()) * total / Double(pending)
      while place + 1 < increments.count, covered + Double(increments[place]) < point {
        covered += Double(increments[place])
        place += 1
      }
      return min(UInt64(max(0, point - covered)), increments[place])
    }
    self.init(firstTicks: ticks, increments: increments)
  }
}

/// A structure that processes a workload.
protocol HoldRun: AnyObject {
  /// Takes the earliest event and reinserts it, `times` times.
  ///
  /// - Returns: The checksum of all holds so far.
  func hold(times: Int) -> UInt64

  /// The allocated bytes of the structure.
  var bytes: Int { get }
}

/// A checksum over tick and number of the events, in the order of removal.
struct HoldCheckSum {
  private(set) var value: UInt64 = 0

  @inline(__always)
  mutating func take(_ event: UInt32, at tick: UInt64) {
    value = value &* 0x9E37_79B9_7F4A_7C15 &+ (tick ^ UInt64(event) << 32)
  }
}

/// A data structure that takes part in the HOLD model.
public struct HoldCandidate: Sendable {
  public let name: String
  /// The default limit of pending events; it excludes sizes that take the candidate minutes.
  public let mostPending: Int
  let start: @Sendable (HoldWorkload) -> any HoldRun
}

extension HoldCandidate {
  /// The C++ loop to which every other candidate is compared.
  public static let yardstick = HoldCandidate(name: "C++ windows", mostPending: .max) {
    YardstickRun(.windows, on: $0)
  }

  /// A C++ heap, the lower bound for the cost of any heap.
  public static let heap = HoldCandidate(name: "C++ 4-ary heap", mostPending: .max) {
    YardstickRun(.heap, on: $0)
  }

  /// The kernel as a model uses it: its run loop with log and checks, not the calendar alone.
  public static let kernel = HoldCandidate(name: "kernel", mostPending: .max) { KernelRun(on: $0) }

  /// The yardstick, then all others in the table's order.
  public static let all = [
    yardstick, kernel,
    heap,
    of(QuaternaryHeap.self, "4-ary heap"),
    of(BinaryHeap.self, "binary heap"),
    of(CalendarQueue.self, "calendar queue"),
    of(RadixHeap.self, "radix heap"),
    of(TimingWheel.self, "timing wheels"),
  ]

  static func of<Pending: PendingSet>(
    _: Pending.Type, _ name: String, mostPending: Int = 1_000_000
  ) -> HoldCandidate {
    HoldCandidate(name: name, mostPending: mostPending) { PendingSetRun<Pending>(on: $0) }
  }
}

/// The distribution of the delay after which the HOLD model reinserts an event.
public enum IncrementMix: String, CaseIterable, Sendable {
  /// Exponential increments with a mean of 10^9 ticks.
  case exponential
  /// Two exponential components: nine of ten are short, a tenth of the mean, and one is long.
  case bimodal
  /// Milliseconds between the events of people.
  ///
  /// Minutes within a session, a session a day, clicks some hours after an invite, windows of 7
  /// days and links that last for 30.
  case dayScale = "day-scale"
}

extension IncrementMix {
  /// Returns a table of 2^16 increments in ticks, the same at every call.
  public func table() -> [UInt64] {
    var chance = TableChance(state: 0x1CEB_00DA)
    return (0..<65_536).map { _ in UInt64(draw(from: &chance)) }
  }

  private func draw(from chance: inout TableChance) -> Double {
    let choice = chance.uniform()
    switch self {
    case .exponential: return chance.exponential(mean: 1e9)
    case .bimodal: return chance.exponential(mean: choice < 0.9 ? 0.1e9 : 9.1e9)
    case .dayScale:
      let hour = 3.6e6
      let day = 24 * hour
      return switch choice {
      case ..<0.2: chance.exponential(mean: hour / 6)
      case ..<0.6: 9.5 * hour * Double.exp(1.634 * chance.normal())
      case ..<0.85: chance.exponential(mean: day)
      case ..<0.95: 7 * day
      default: 30 * day
      }
    }
  }
}

/// The random numbers of a table, by SplitMix64, which suffices for a benchmark.
struct TableChance {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number above 0 and at most 1.
  mutating func uniform() -> Double {
    Double((next() >> 11) + 1) / 0x1p53
  }

  mutating func exponential(mean: Double) -> Double {
    -mean * Double.log(uniform())
  }

  /// Returns one of the two numbers of the polar method (Marsaglia 1964).
  mutating func normal() -> Double {
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      if square > 0 && square < 1 {
        return x * (-2 * Double.log(square) / square).squareRoot()
      }
    }
  }
}

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

/// A loop in C++ to which the kernel's calendar is compared.
///
/// `@safe`: it owns the handle, which only `deinit` destroys; the C++ side copies the given
/// workload.
@safe
final class YardstickRun: HoldRun {
  enum Structure {
    /// A calendar of unsorted windows; only the current window is sorted.
    case windows
    /// A 4-ary heap that removes and reinserts in one pass.
    case heap
  }

  private let handle: OpaquePointer

  init(_ structure: Structure, on workload: HoldWorkload) {
    let chosen =
      switch structure {
      case .windows: KERNEL_YARDSTICK_WINDOWS
      case .heap: KERNEL_YARDSTICK_HEAP
      }
    let made = unsafe workload.firstTicks.withUnsafeBufferPointer { ticks in
      unsafe workload.increments.withUnsafeBufferPointer { increments in
        unsafe kernel_yardstick_create(
          chosen, ticks.baseAddress, ticks.count, increments.baseAddress, increments.count)
      }
    }
    guard let made = unsafe made else { fatalError("the yardstick knows no \(structure)") }
    unsafe handle = made
  }

  deinit {
    unsafe kernel_yardstick_destroy(handle)
  }

  func hold(times: Int) -> UInt64 {
    unsafe kernel_yardstick_hold(handle, UInt64(times))
  }

  var bytes: Int {
    unsafe kernel_yardstick_bytes(handle)
  }
}
