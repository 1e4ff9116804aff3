internal import RandomStreams

/// The planned moments of requests, independent of any response.
public struct ArrivalProcess: Sendable, Hashable {
  /// The spacing of arrivals at a rate.
  public enum Spacing: String, Sendable, Hashable, CaseIterable {
    /// As evenly as the rate allows.
    case even
    /// Independent users: a Poisson process, repeatable by its seed.
    case random
  }

  enum Course: Hashable, Sendable {
    case rates([RateSegment], Spacing)
    /// Nanoseconds after the start, in order.
    case recorded([Int64])
  }

  let course: Course

  private init(_ segments: [RateSegment], _ spacing: Spacing) {
    course = .rates(segments, spacing)
  }

  init(_ course: Course) {
    self.course = course
  }
}

extension ArrivalProcess {
  /// A constant rate, in arrivals a second.
  public static func constant(
    _ rate: Double, for length: Duration, spacing: Spacing = .random
  ) -> Self {
    Self([RateSegment(length, from: rate, to: rate)], spacing)
  }

  /// A linear ramp.
  public static func ramp(
    from first: Double, to last: Double, over length: Duration, spacing: Spacing = .random
  ) -> Self {
    Self([RateSegment(length, from: first, to: last)], spacing)
  }

  /// Steps of constant rates.
  public static func steps(
    _ steps: [(rate: Double, length: Duration)], spacing: Spacing = .random
  ) -> Self {
    Self(steps.map { RateSegment($0.length, from: $0.rate, to: $0.rate) }, spacing)
  }

  /// A constant rate with one spike.
  public static func spike(
    base: Double, peak: Double, after lead: Duration, lasting width: Duration,
    for length: Duration, spacing: Spacing = .random
  ) -> Self {
    steps(
      [(base, lead), (peak, width), (base, length - lead - width)].filter { $0.1 > .zero },
      spacing: spacing)
  }

  /// A crowd: the rate rises exponentially and falls back exponentially, but slower.
  public static func flashCrowd(
    base: Double, peak: Double, after lead: Duration, rise: Duration, fall: Duration,
    for length: Duration, spacing: Spacing = .random
  ) -> Self {
    let segments = [
      RateSegment(lead, from: base, to: base),
      RateSegment(rise, from: base, to: peak, course: .geometric),
      RateSegment(fall, from: peak, to: base, course: .geometric),
      RateSegment(length - lead - rise - fall, from: base, to: base),
    ]
    return Self(segments.filter { $0.length > 0 }, spacing)
  }

  /// A day compressed into `length`: `rates` at the starts of equal parts, such as 24 for the
  /// hours, with linear changes between them and back to the first.
  public static func day(
    _ rates: [Double], in length: Duration, spacing: Spacing = .random
  ) -> Self {
    let part = length / max(1, rates.count)
    return Self(
      rates.indices.map {
        RateSegment(part, from: rates[$0], to: rates[($0 + 1) % rates.count])
      }, spacing)
  }

  /// Recorded arrivals, in nanoseconds after the first, ascending.
  public static func recorded(_ nanoseconds: [Int64]) -> Self { Self(.recorded(nanoseconds)) }
}

extension ArrivalProcess {
  /// The length of the process.
  public var length: Duration {
    switch course {
    case .rates(let segments, _): .seconds(segments.reduce(0) { $0 + $1.length })
    case .recorded(let times): .nanoseconds(times.last ?? 0)
    }
  }

  /// The expected number of arrivals.
  public var expectedCount: Double {
    switch course {
    case .rates(let segments, _): segments.reduce(0) { $0 + $1.mass }
    case .recorded(let times): Double(times.count)
    }
  }

  /// Returns the planned rate at a time after the start, in arrivals a second.
  ///
  /// `nil` for a recording, which names no rate.
  public func rate(at time: Duration) -> Double? {
    guard case .rates(let segments, _) = course else { return nil }
    var rest = time.seconds
    for segment in segments {
      if rest < segment.length { return segment.rate(at: rest) }
      rest -= segment.length
    }
    return 0
  }
}

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

  /// The purpose of the first value of a plan; the others follow.
  static let firstOfValues: UInt32 = 1_000
}

/// A period in which the rate changes from one value to another.
struct RateSegment: Hashable, Sendable {
  /// The course of the rate.
  enum Course: Hashable, Sendable {
    /// By the same amount in equal times.
    case linear
    /// By the same factor in equal times.
    case geometric
  }

  /// In seconds.
  let length: Double
  /// Arrivals a second at the start.
  let first: Double
  /// Arrivals a second at the end.
  let last: Double
  let course: Course

  init(_ length: Duration, from first: Double, to last: Double, course: Course = .linear) {
    self.length = length.seconds
    self.first = first
    self.last = last
    self.course = first == last ? .linear : course
  }

  /// The expected number of arrivals.
  var mass: Double { mass(before: length) }

  /// Returns the rate after so many seconds.
  func rate(at time: Double) -> Double {
    switch course {
    case .linear: first + slope * time
    case .geometric: first * Double.exp(growth * time)
    }
  }

  /// Returns the expected number of arrivals in the first seconds.
  func mass(before time: Double) -> Double {
    switch course {
    case .linear: time * (first + slope * time / 2)
    case .geometric: first * Double.expMinusOne(growth * time) / growth
    }
  }

  /// Returns the seconds until an expected number of arrivals: the inverse of `mass(before:)`.
  func time(ofMass mass: Double) -> Double {
    guard mass > 0 else { return 0 }
    switch course {
    case .linear where slope == 0: return mass / first
    case .linear:
      // The form of the root that loses no digits where the slope is small.
      return 2 * mass / (first + max(0, first * first + 2 * slope * mass).squareRoot())
    case .geometric: return Double.log(onePlus: mass * growth / first) / growth
    }
  }

  private var slope: Double { (last - first) / length }
  private var growth: Double { Double.log(last / first) / length }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
