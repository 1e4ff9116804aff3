import TestSupport
import Attribution
import Testing
import Vocabulary

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
