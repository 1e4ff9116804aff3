/// The weekly rhythm of phone use: busy evenings and quiet nights.
///
/// Time that runs with the rhythm turns a process of constant rate into one that follows it
/// exactly.
struct Rhythm: Sendable {
  private static let hour: Double = 3_600
  private static let hours = 168
  private static let week = hour * Double(hours)
  /// The intensity of each hour of the week, 1 on average.
  private let intensity: [Double]
  /// The sum of intensities before each hour, in seconds of rhythm.
  private let before: [Double]
  /// The hour that contains the beginning of each stretch of rhythm.
  private let hourOfStretch: [UInt8]
  private let flat: Bool

  /// The length of a stretch, in seconds of rhythm: no quiet hour is much shorter.
  private static let stretch = 600.0

  /// Creates a week that begins on a Monday at midnight, and is busiest at eight in the evening.
  init(daily: Double, weekendLift: Double) {
    // The cosine by its series: the same bits on every machine.
    func cosine(_ turns: Double) -> Double {
      let x = (turns - turns.rounded()) * 2 * .pi
      let square = x * x
      var term = 1.0
      var sum = 1.0
      for n in 1...16 {
        term *= -square / Double((2 * n - 1) * (2 * n))
        sum += term
      }
      return sum
    }
    var weights = (0..<Self.hours).map { hour -> Double in
      let turn = (Double(hour % 24) + 0.5 - 20.5) / 24
      return (1 + daily * cosine(turn)) * (hour / 24 >= 5 ? 1 + weekendLift : 1)
    }
    let mean = weights.reduce(0, +) / Double(Self.hours)
    weights = weights.map { $0 / mean }
    flat = daily == 0 && weekendLift == 0
    intensity = flat ? weights.map { _ in 1 } : weights
    var sum = 0.0
    let before = intensity.map { weight in
      defer { sum += weight * Self.hour }
      return sum
    }
    self.before = before
    var hour = 0
    hourOfStretch = (0..<Int(Self.hour * Double(Self.hours) / Self.stretch)).map { stretch in
      while hour + 1 < Self.hours, before[hour + 1] <= Double(stretch) * Self.stretch { hour += 1 }
      return UInt8(hour)
    }
  }

  /// Returns the moment at which `rest` seconds of rhythm have passed since `moment`, both in
  /// seconds.
  func moment(_ rest: Double, after moment: Double) -> Double {
    guard !flat else { return moment + rest }
    let weekStart = Double(Int(moment / Self.week)) * Self.week
    let place = moment - weekStart
    let hour = min(Int(place / Self.hour), Self.hours - 1)
    return time(
      at: before[hour] + (place - Double(hour) * Self.hour) * intensity[hour] + rest,
      since: weekStart)
  }

  /// Returns the same after a whole second, whose place in the week takes no division of fractions.
  @inline(__always)
  func moment(_ rest: Double, afterSecond second: UInt32) -> Double {
    flat ? Double(second) + rest : momentInRhythm(rest, after: second)
  }

  private func momentInRhythm(_ rest: Double, after second: UInt32) -> Double {
    let place = second % UInt32(Self.week)
    let hour = Int(place / UInt32(Self.hour))
    return time(
      at: before[hour] + Double(place % UInt32(Self.hour)) * intensity[hour] + rest,
      since: Double(second - place))
  }

  /// Returns the moment of `target`, in seconds of rhythm since `weekStart`.
  @inline(__always)
  private func time(at target: Double, since weekStart: Double) -> Double {
    var (target, weekStart) = (target, weekStart)
    if target >= Self.week {
      let weeks = Double(Int(target / Self.week)) * Self.week
      target -= weeks
      weekStart += weeks
    }
    // A step or none, from the hour in which the target's stretch begins.
    let stretch = Int(target) / Int(Self.stretch)
    var hour = Int(hourOfStretch[min(stretch, hourOfStretch.count - 1)])
    while hour + 1 < Self.hours, before[hour + 1] <= target { hour += 1 }
    return weekStart + Double(hour) * Self.hour + (target - before[hour]) / intensity[hour]
  }
}
