/// The weekly rhythm of phone use: busy evenings and quiet nights.
///
/// Time that runs with the rhythm turns a process of constant rate into one that follows it
/// exactly.
struct Rhythm: Sendable {
  private static let hour: Double = 3_600
  private static let hoursOfWeek = 168
  private static let week = hour * Double(hoursOfWeek)
  /// The hours of the week, and behind them one that no rhythm reaches.
  private let hours: [Hour]
  /// The hour that contains the beginning of each stretch of rhythm.
  private let hourOfStretch: [UInt8]
  private let flat: Bool

  private struct Hour {
    /// The seconds of rhythm before the hour.
    let before: Double
    /// 1 on average.
    let intensity: Double
  }

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
    var weights = (0..<Self.hoursOfWeek).map { hour -> Double in
      let turn = (Double(hour % 24) + 0.5 - 20.5) / 24
      return (1 + daily * cosine(turn)) * (hour / 24 >= 5 ? 1 + weekendLift : 1)
    }
    let mean = weights.reduce(0, +) / Double(Self.hoursOfWeek)
    weights = weights.map { $0 / mean }
    let flat = daily == 0 && weekendLift == 0
    self.flat = flat
    var sum = 0.0
    var hours = weights.map { weight in
      let intensity = flat ? 1 : weight
      defer { sum += intensity * Self.hour }
      return Hour(before: sum, intensity: intensity)
    }
    hours.append(Hour(before: .infinity, intensity: 1))
    self.hours = hours
    var hour = 0
    hourOfStretch = (0..<Int(Self.week / Self.stretch)).map { stretch in
      while hours[hour + 1].before <= Double(stretch) * Self.stretch { hour += 1 }
      return UInt8(hour)
    }
  }

  /// Returns the moment at which `rest` seconds of rhythm have passed since `moment`, both in
  /// seconds.
  func moment(_ rest: Double, after moment: Double) -> Double {
    guard !flat else { return moment + rest }
    let weekStart = Double(Int(moment / Self.week)) * Self.week
    let place = moment - weekStart
    let hour = min(Int(place / Self.hour), Self.hoursOfWeek - 1)
    let (before, intensity) = (hours[hour].before, hours[hour].intensity)
    return time(
      at: before + (place - Double(hour) * Self.hour) * intensity + rest, since: weekStart)
  }

  /// Returns the same after a whole second, whose place in the week takes no division of fractions.
  @inline(__always)
  func moment(_ rest: Double, afterSecond second: UInt32) -> Double {
    flat ? Double(second) + rest : momentInRhythm(rest, after: second)
  }

  private func momentInRhythm(_ rest: Double, after second: UInt32) -> Double {
    let place = second % UInt32(Self.week)
    let hour = hours[Int(place / UInt32(Self.hour))]
    return time(
      at: hour.before + Double(place % UInt32(Self.hour)) * hour.intensity + rest,
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
    while hours[hour + 1].before <= target { hour += 1 }
    let (before, intensity) = (hours[hour].before, hours[hour].intensity)
    return weekStart + Double(hour) * Self.hour + (target - before) / intensity
  }
}
