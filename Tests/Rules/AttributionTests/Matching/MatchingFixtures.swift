import Attribution
import Testing
import Vocabulary

/// Noon of a day in the life of the tests, counted from 2026-01-01.
func noon(_ day: Int64) -> Instant {
  Instant(milliseconds: 1_767_268_800_000) + .days(day)
}

/// A generator that repeats itself from its seed.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension DeviceSignals {
  /// A phone on which every signal is known, and which differs from others in what is named.
  static func phone(_ changes: KeyValuePairs<Signal, UInt32> = [:], token: UInt64 = 0)
    -> DeviceSignals
  {
    var signals = DeviceSignals()
    for signal in Signal.allCases { signals[signal] = 100 + UInt32(signal.rawValue) }
    for (signal, value) in changes { signals[signal] = value }
    signals.token = token
    return signals
  }
}

extension ClickFootprint {
  static func click(
    _ sequence: UInt64, at: Instant, link: UInt64? = nil, visitor: UInt64 = 0,
    by signals: DeviceSignals = .phone()
  ) -> ClickFootprint {
    ClickFootprint(
      sequence: sequence, at: at, link: link ?? sequence, visitor: visitor, signals: signals)
  }
}

extension MatchRule {
  /// The decision for a plain phone that launches at noon of day 100.
  func decide(
    _ clicks: [ClickFootprint], on device: DeviceSignals = .phone(), at launch: Instant = noon(100),
    keptFor retention: Interval = .days(30)
  ) -> MatchDecision {
    match(device, launchedAt: launch, among: clicks.span, keptFor: retention)
  }
}
