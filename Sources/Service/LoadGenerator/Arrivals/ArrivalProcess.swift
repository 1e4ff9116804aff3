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

  /// The same arrivals in a faster or slower time.
  public func hastened(by factor: Double) -> Self {
    switch course {
    case .rates(let segments, let spacing):
      Self(
        segments.map {
          RateSegment(
            .seconds($0.length / factor), from: $0.first * factor, to: $0.last * factor,
            course: $0.course)
        }, spacing)
    case .recorded(let times): .recorded(times.map { Int64(Double($0) / factor) })
    }
  }
}
