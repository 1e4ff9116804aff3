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
