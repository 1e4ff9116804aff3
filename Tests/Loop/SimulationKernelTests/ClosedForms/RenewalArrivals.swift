import RandomStreams
import SimulationKernel

/// Sources from each of which something comes again and again, after independent gaps; with
/// exponential gaps, Poisson processes.
struct RenewalArrivals<Gap: Distribution<Double>>: Model {
  /// How the gaps of each source spread.
  private let gaps: [Gap]
  private let chance: RandomStream
  /// How much came from each source.
  private var counts: [UInt32]
  /// When something came, and from which source.
  private(set) var times: [Double] = []
  private(set) var sources: [Int] = []

  init(gaps: [Gap], chance: RandomSource) {
    self.gaps = gaps
    self.chance = chance.stream(for: 0)
    counts = [UInt32](repeating: 0, count: gaps.count)
  }

  func open(scheduling calendar: inout EventCalendar<Double, UInt32>) {
    for source in gaps.indices {
      calendar.schedule(UInt32(source), at: chance.sample(gaps[source], UInt64(source)))
    }
  }

  mutating func handle(
    _ source: UInt32, at now: Double, scheduling calendar: inout EventCalendar<Double, UInt32>
  ) {
    let place = Int(source)
    times.append(now)
    sources.append(place)
    counts[place] += 1
    let gap = chance.sample(gaps[place], UInt64(source), counts[place])
    calendar.schedule(source, at: now + gap)
  }
}
