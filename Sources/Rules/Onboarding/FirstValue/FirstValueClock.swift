public import Vocabulary

/// The moments from which the time to first value is measured.
public struct FirstValueClock: Hashable, Sendable, BitwiseCopyable {
  public var linkTapped: Instant?
  public var firstLaunched: Instant?
  /// The time at which the first value was displayed; its production may be earlier.
  public var firstValueSeen: Instant?

  public init(linkTapped: Instant? = nil, firstLaunched: Instant? = nil) {
    self.linkTapped = linkTapped
    self.firstLaunched = firstLaunched
  }
}

/// The time to first value.
public struct TimeToFirstValue: Hashable, Sendable, BitwiseCopyable {
  public enum Verdict: Hashable, Sendable, BitwiseCopyable {
    case inTime
    case late(by: Interval)
    case noBudget
  }

  public let elapsed: Interval
  /// The time spent in the store, reported separately; it may be part of `elapsed`.
  ///
  /// `nil` without a link tap.
  public let storeTime: Interval?
  public let verdict: Verdict
}

extension FirstValuePolicy {
  public enum ClockStart: String, CaseIterable, Sendable {
    case firstLaunch
    case linkTap
  }

  /// The start of the clock: the link tap if first value is the invite's content, else the launch.
  public var clockStart: ClockStart {
    switch definition {
    case .motivatingContentSeen: .linkTap
    case .firstValueCardShown, .inviteDelivered: .firstLaunch
    }
  }

  /// Measures the time to first value; `nil` if it was not seen, or no event started the clock.
  ///
  /// A newcomer without a link is timed from the launch. The last instant of the budget is in time.
  public func time(_ clock: FirstValueClock, budget: Interval?) -> TimeToFirstValue? {
    let start =
      switch clockStart {
      case .firstLaunch: clock.firstLaunched
      case .linkTap: clock.linkTapped ?? clock.firstLaunched
      }
    guard let start, let seen = clock.firstValueSeen else { return nil }
    var storeTime: Interval?
    if let tapped = clock.linkTapped, let launched = clock.firstLaunched {
      storeTime = launched - tapped
    }
    let elapsed = seen - start
    let verdict: TimeToFirstValue.Verdict =
      switch budget {
      case nil: .noBudget
      case .some(let budget): elapsed <= budget ? .inTime : .late(by: elapsed - budget)
      }
    return TimeToFirstValue(elapsed: elapsed, storeTime: storeTime, verdict: verdict)
  }
}

extension OnboardingRules {
  static let clock: [Rule] = [
    Rule("VAL-02", "The magic moment falls within the budget, two minutes under rin."),
    Rule("VAL-13", "The clock starts at first launch, or at the link tap where an invite led in."),
  ]
}
