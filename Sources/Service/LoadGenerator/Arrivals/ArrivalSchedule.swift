internal import RandomStreams

/// An iterator over the planned moments of all requests.
///
/// The cumulative rate is inverted: at whole numbers for even arrivals, at exponential steps for
/// random ones. That is exact for any course of the rate and needs no rejection.
public struct ArrivalSchedule: Sendable {
  private let segments: [RateSegment]
  private let times: [Int64]
  private let isRandom: Bool
  private var draw: Draw
  /// The segment in which the next arrival lies, and the seconds before it.
  private var index = 0
  private var secondsBefore = 0.0
  private var segmentMass: Double
  /// Of arrivals, counted from the start of the segment.
  private var mass = 0.0
  private var count = 0

  public init(_ arrivals: ArrivalProcess, seed: UInt64) {
    draw = RandomSource(seed: seed).stream(for: LoadPurpose.arrivals)[0]
    switch arrivals.course {
    case .rates(let segments, let spacing):
      self.segments = segments
      times = []
      isRandom = spacing == .random
    case .recorded(let times):
      segments = []
      self.times = times
      isRandom = false
    }
    segmentMass = segments.first?.mass ?? 0
    if isRandom { mass = exponentialStep() }
  }

  /// Returns the next moment, in nanoseconds after the start; `nil` after the last.
  public mutating func next() -> Int64? {
    guard times.isEmpty else { return nextRecorded() }
    while index < segments.count, mass >= segmentMass { enterNextSegment() }
    guard index < segments.count else { return nil }
    let time = secondsBefore + segments[index].time(ofMass: mass)
    mass += isRandom ? exponentialStep() : 1
    return Int64(time * 1e9)
  }

  private mutating func nextRecorded() -> Int64? {
    guard count < times.count else { return nil }
    defer { count += 1 }
    return times[count]
  }

  private mutating func enterNextSegment() {
    mass -= segmentMass
    secondsBefore += segments[index].length
    index += 1
    if index < segments.count { segmentMass = segments[index].mass }
  }

  private mutating func exponentialStep() -> Double { -Double.log(draw.openUniform()) }
}

/// The purposes of random draws in a load run.
enum LoadPurpose: UInt32 {
  case arrivals = 1
  case kinds, links, people
}
