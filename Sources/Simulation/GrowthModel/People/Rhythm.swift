/// The weekly rhythm of phone use: busy evenings and quiet nights.
///
/// Time that runs with the rhythm turns a process of constant rate into one that follows it
/// exactly.
struct Rhythm: Sendable {
  private static let hour: Double = 3_600
  private static let hours = 168
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
  @inline(__always)
  func moment(_ rest: Double, after moment: Double) -> Double {
    flat ? moment + rest : momentInRhythm(rest, after: moment)
  }

  private func momentInRhythm(_ rest: Double, after moment: Double) -> Double {
    let week = Self.hour * Double(Self.hours)
    let weekStart = (moment / week).rounded(.down) * week
    let place = moment - weekStart
    var hour = min(Int(place / Self.hour), Self.hours - 1)
    var target = before[hour] + (place - Double(hour) * Self.hour) * intensity[hour] + rest
    let weeks = (target / week).rounded(.down)
    target -= weeks * week
    // A step or none, from the hour in which the target's stretch begins.
    hour = Int(hourOfStretch[min(Int(target / Self.stretch), hourOfStretch.count - 1)])
    while hour + 1 < Self.hours, before[hour + 1] <= target { hour += 1 }
    let within = (target - before[hour]) / intensity[hour]
    return weekStart + weeks * week + Double(hour) * Self.hour + within
  }
}
