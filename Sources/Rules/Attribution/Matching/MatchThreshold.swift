import Vocabulary

/// The least score that is a match, in thousandths.
public struct MatchThreshold: Hashable, Sendable, BitwiseCopyable {
  /// The threshold before all additions and subtractions.
  public var base: Int
  /// The addition from 9:00 to 21:59 UTC, and the subtraction at all other hours.
  public var byDay = 0
  /// The subtraction when the device reported more than four fifths of the possible signals.
  public var ifTelling = 0
  /// The addition when the device reported less than two fifths of the possible signals.
  public var ifSilent = 0
  /// The weight of each signal in that proportion.
  public var telling = MatchWeights()
  /// The lower bound of the threshold, whatever is added and subtracted.
  public var lowest = 0
  /// The upper bound of the threshold, whatever is added and subtracted.
  public var highest = 1_000

  /// Creates a threshold of `base` thousandths, the same for every device and hour.
  public init(_ base: Int) {
    self.base = base
  }
}

extension MatchThreshold {
  /// The least threshold of any device at any hour.
  var least: Int {
    let sum = base - abs(byDay) - max(ifTelling, 0) + min(ifSilent, 0)
    return min(max(sum, lowest), highest)
  }

  /// Returns the threshold for a device that launches at `launch`.
  func value(for device: DeviceSignals, at launch: Instant) -> Int {
    var value = base
    if byDay != 0 {
      let ofDay = (launch - CivilDate(of: launch, in: .utc).start(in: .utc)).milliseconds
      value += (9..<22).contains(ofDay / Interval.hours(1).milliseconds) ? byDay : -byDay
    }
    if ifTelling != 0 || ifSilent != 0 {
      let told = telling.total(of: device.known)
      let whole = telling.total(of: telling.signals)
      if told * 5 > whole * 4 { value -= ifTelling }
      if told * 5 < whole * 2 { value += ifSilent }
    }
    return min(max(value, lowest), highest)
  }
}
