import Vocabulary

/// The least score that is a match, in thousandths.
public struct MatchThreshold: Hashable, Sendable, BitwiseCopyable {
  public var base: Int
  /// What is added from 9:00 to 21:59 UTC, and taken away at all other hours.
  public var byDay = 0
  /// What is taken away when the device told more than four fifths of what it could.
  public var ifTelling = 0
  /// What is added when the device told less than two fifths of what it could.
  public var ifSilent = 0
  /// How much each signal says of what a device could tell.
  public var telling = MatchWeights()
  /// Where the threshold stays, whatever is added and taken.
  public var lowest = 0
  public var highest = 1_000

  public init(_ base: Int) {
    self.base = base
  }
}

extension MatchThreshold {
  /// No device at any hour has a lower threshold.
  var least: Int {
    let sum = base - abs(byDay) - max(ifTelling, 0) + min(ifSilent, 0)
    return min(max(sum, lowest), highest)
  }

  /// The threshold that holds for a device that launches at `launch`.
  func value(for device: DeviceSignals, at launch: Instant) -> Int {
    var value = base
    if byDay != 0 {
      let ofDay = (launch - CivilDate(of: launch).midnight()).milliseconds
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
