public import Vocabulary

/// How a first launch finds the click that led to it, when no link survived the app store.
///
/// A rule is a value, so that matchers can be compared, printed, and swapped by a setting. A code
/// that went through the clipboard comes first where the rule reads one; then the clicks of the
/// window are judged by their signals, and one of those that qualify is chosen, or none.
public struct MatchRule: Hashable, Sendable, BitwiseCopyable {
  /// Whether a code from the clipboard or an install referrer is read, and how old its click may be.
  public enum TokenReading: Hashable, Sendable, BitwiseCopyable {
    case ignored
    case within(Interval)
    /// For as long as the click is kept.
    case whileKept
  }

  /// Which of several clicks that qualify is taken.
  public enum Choice: String, CaseIterable, Sendable, BitwiseCopyable {
    case newest
    /// The highest score, and of equal scores the newest click.
    case bestScore
    /// An arbitrary link, as a hash table meets it, and of that link the newest click.
    case firstFound
    /// The one click there is, or none at all when several rival.
    case onlyOne
  }

  /// What makes two clicks rivals.
  public enum Rivalry: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Being two clicks.
    case click
    /// Coming from two browsers; browsers that are not told apart are always two.
    case visitor
    /// Leading to two links, and so to two inviters.
    case link
  }

  /// How old a click may be, to the millisecond; retention bounds it further.
  public var window: Interval
  public var token = TokenReading.ignored
  /// The signals that must be known and equal.
  public var required: Signal.Set = []
  /// The signals that must be equal as well once several clicks rival.
  public var requiredOfRivals: Signal.Set = []
  /// What signals add to the score; without weights whatever agrees as required scores in full.
  public var weights = MatchWeights()
  /// The weighed signals that count in the whole only when they agree.
  public var bonus: Signal.Set = []
  public var threshold = MatchThreshold(0)
  public var decay = ScoreDecay.none
  /// Whether an address that many devices share is evidence.
  public var trustsSharedAddresses = true
  /// Looks only at so many clicks, the newest of all links together; `nil` looks at all.
  public var newestOnly: Int?
  public var choice = Choice.newest
  public var rivalry = Rivalry.link
  /// Whether a click that was matched is out of the running.
  public var spendsClicks = true
  /// Whether signals are read at all; a rule that reads none knows tokens only.
  public var readsSignals = true

  public init(window: Interval) {
    self.window = window
  }
}

extension MatchRule {
  /// All signals that the rule looks at.
  public var considered: Signal.Set {
    required.union(requiredOfRivals).union(weights.signals)
  }

  /// The rule with a window no longer than clicks are kept.
  public func bounded(by retention: Interval) -> MatchRule {
    var rule = self
    rule.window = min(window, retention)
    if case .within(let reach) = token { rule.token = .within(min(reach, retention)) }
    return rule
  }
}
