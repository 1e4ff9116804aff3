internal import RandomStreams
internal import RealFunctions

/// The planned moments of all requests, one after the other, made as they are asked for.
///
/// Even arrivals lie where the number of those expected so far is whole; random ones where it has
/// grown by an exponential step. Turning that number back into time gives any course of the rate
/// exactly, without trying and throwing away.
public struct ArrivalSchedule: Sendable {
  private let segments: [RateSegment]
  private let times: [Int64]
  private let isRandom: Bool
  private var draw: Draw
  /// The segment in which the next arrival lies, and what lies before it.
  private var index = 0
  private var secondsBefore = 0.0
  private var segmentMass: Double
  /// Of arrivals, counted from the start of the segment.
  private var mass = 0.0
  private var count = 0

  public init(_ arrivals: Arrivals, seed: UInt64) {
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

/// What the chance of a load run is drawn for.
enum LoadPurpose: UInt32 {
  case arrivals = 1
  case kinds, links, people
}
