public import Vocabulary

/// A rule for finding the click that led to a launch, when no link survived the app store.
///
/// A rule is a value, so that matchers can be compared, printed, and exchanged by a setting. A code
/// from the clipboard comes first where the rule reads one. Then the rule scores the clicks of the
/// window by their signals, and chooses one of those that qualify, or none.
public struct MatchRule: Hashable, Sendable, BitwiseCopyable {
  /// The reading of a code from clipboard or install referrer, with the greatest age of its click.
  public enum TokenReading: Hashable, Sendable, BitwiseCopyable {
    /// No code is read: signals alone decide.
    case ignored
    /// The click may be as old as the interval, to the millisecond.
    case within(Interval)
    /// For as long as the click is kept.
    case whileKept
  }

  /// The choice among several clicks that qualify.
  public enum Choice: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The newest click; of clicks at one instant the last recorded.
    case newest
    /// The highest score, and of equal scores the newest click.
    case bestScore
    /// An arbitrary link, as a scan of a hash table finds it, and of that link the newest click.
    case firstFound
    /// The only click, or none when several compete.
    case onlyOne
  }

  /// The condition under which two clicks compete.
  public enum Rivalry: String, CaseIterable, Sendable, BitwiseCopyable {
    /// They are two clicks.
    case click
    /// They come from two browsers; browsers without identity are always two.
    case visitor
    /// They lead to two links, and so to two inviters.
    case link
  }

  /// The greatest age of a click, to the millisecond; retention bounds it further.
  public var window: Interval
  /// The reading of a token, which decides before any signal (default: `ignored`).
  public var token = TokenReading.ignored
  /// The signals that must be known and equal.
  public var required: Signal.Set = []
  /// The signals that must be equal as well once several clicks rival.
  public var requiredOfRivals: Signal.Set = []
  /// The score of each signal; without weights every click that meets the requirements scores in
  /// full.
  public var weights = MatchWeights()
  /// The weighed signals that count in the whole only when they agree.
  public var bonus: Signal.Set = []
  /// The least score of a match (default: 0, which every score reaches).
  public var threshold = MatchThreshold(0)
  /// The loss of score with the age of the click (default: none).
  public var decay = ScoreDecay.none
  /// Whether an address that many devices share is evidence.
  public var trustsSharedAddresses = true
  /// The number of newest clicks considered, over all links together; `nil` considers all.
  public var newestOnly: Int?
  /// The choice among several clicks that qualify (default: `newest`).
  public var choice = Choice.newest
  /// The condition under which qualifying clicks compete (default: `link`).
  public var rivalry = Rivalry.link
  /// Whether a match excludes its click from later matches.
  public var spendsClicks = true
  /// Whether signals are read at all; otherwise only tokens match.
  public var readsSignals = true

  /// Creates a rule that matches the newest click of the last `window`, whatever its signals.
  public init(window: Interval) {
    self.window = window
  }
}

extension MatchRule {
  /// All signals that the rule considers.
  public var considered: Signal.Set {
    required.union(requiredOfRivals).union(weights.signals)
  }

  /// Returns the rule with a window no longer than the retention of clicks.
  public func bounded(by retention: Interval) -> MatchRule {
    var rule = self
    rule.window = min(window, retention)
    if case .within(let reach) = token { rule.token = .within(min(reach, retention)) }
    return rule
  }
}
