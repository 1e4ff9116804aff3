public import Vocabulary

/// The moments from which the time to first value is measured.
public struct FirstValueClock: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The moment of the tap on the invite link; `nil` for a newcomer without one.
  public var linkTapped: Instant?
  /// The moment of the first launch; `nil` before it.
  public var firstLaunched: Instant?
  /// The time at which the first value was displayed; its production may be earlier.
  public var firstValueSeen: Instant?

  /// Creates the clock of a newcomer who has not seen the first value yet.
  public init(linkTapped: Instant? = nil, firstLaunched: Instant? = nil) {
    self.linkTapped = linkTapped
    self.firstLaunched = firstLaunched
  }
}

/// The time to first value.
///
/// An app needs it to report how long a newcomer waited.
public struct TimeToFirstValue: Hashable, Sendable, BitwiseCopyable {
  /// The elapsed time, compared with the budget.
  public enum Verdict: Hashable, Sendable, BitwiseCopyable {
    /// Within the budget, its last instant included.
    case inTime
    /// Beyond the budget, by this much.
    case late(by: Interval)
    /// No budget was given.
    case noBudget
  }

  /// The time from the start of the clock to the display of the first value.
  public let elapsed: Interval
  /// The time spent in the store, reported separately; it may be part of `elapsed`.
  ///
  /// `nil` without a link tap.
  public let storeTime: Interval?
  /// The result of the comparison with the budget.
  public let verdict: Verdict
}

extension FirstValuePolicy {
  /// The event at which the clock starts.
  public enum ClockStart: String, CaseIterable, Sendable {
    /// The first launch, so that the time in the store is not part of the result.
    case firstLaunch
    /// The tap on the invite link, or the first launch of a newcomer without one.
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

/// The review of a better identity match before it changes a contact.
///
/// An app needs it where it offers a better match of a contact.
public struct IdentityMatchReview: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The progress of a review.
  public enum State: UInt8, CaseIterable, Sendable, BitwiseCopyable, Codable {
    /// `previewed` or `declined` follows.
    case proposed
    /// `applied` or `declined` follows.
    case previewed
    /// The change was applied; nothing follows.
    case applied
    /// The change was declined; nothing follows.
    case declined
  }

  /// A choice of the user.
  public enum Input: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// A look at the proposed change, as often as the user likes before deciding.
    case preview
    /// Consent to the change, possible only after a preview.
    case apply
    /// Refusal of the change, possible without a preview.
    case decline
  }

  /// The app's action for a choice, or the reason for none.
  public enum Answer: Hashable, Sendable, BitwiseCopyable {
    /// Show the contact as it would become.
    case showPreview
    /// Change the contact now.
    case changeContact
    /// Leave the contact as it is.
    case leaveContact
    /// Do nothing: the choice is not possible now.
    case refused(because: Reason)

    /// The reason why a choice has no effect.
    public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
      /// The change was not previewed yet.
      case notPreviewed
      /// The change was applied or declined before.
      case alreadyDecided

      /// The deciding rule.
      public var rule: RuleID { "VAL-08" }
    }
  }

  /// The progress so far; a review starts as `proposed`.
  public private(set) var state = State.proposed

  /// Creates the review of a match that has not been previewed.
  public init() {}

  /// Applies the user's choice and returns the app's action; a refusal changes nothing.
  public mutating func receive(_ input: Input) -> Answer {
    switch (state, input) {
    case (.proposed, .preview), (.previewed, .preview):
      state = .previewed
      return .showPreview
    case (.previewed, .apply):
      state = .applied
      return .changeContact
    case (.proposed, .decline), (.previewed, .decline):
      state = .declined
      return .leaveContact
    case (.proposed, .apply):
      return .refused(because: .notPreviewed)
    case (.applied, _), (.declined, _):
      return .refused(because: .alreadyDecided)
    }
  }
}

extension OnboardingRules {
  static let matches: [Rule] = [
    Rule("VAL-08", "An identity match is never applied without a preview.")
  ]
}
