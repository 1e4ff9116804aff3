public import Vocabulary

/// The click that a launch belongs to, or the reason for none.
public enum MatchDecision: Hashable, Sendable {
  /// The launch belongs to this click.
  case matched(Match)
  /// Several clicks compete, and the rule abstains.
  case ambiguous(candidates: Int)
  /// No click was found; the reason is that of the closest one.
  case noMatch(because: NoMatch)

  /// The matched click.
  public struct Match: Hashable, Sendable, BitwiseCopyable {
    /// The sequence number of the click.
    public let click: UInt64
    /// The code that was tapped, as an opaque integer.
    public let link: UInt64
    /// The kind of evidence that identified the click.
    public let basis: Basis
    /// From 0 to 1000.
    public let score: Int
    /// The number of other clicks that qualified and lead elsewhere.
    public let competing: Int

    package init(click: UInt64, link: UInt64, basis: Basis, score: Int, competing: Int) {
      self.click = click
      self.link = link
      self.basis = basis
      self.score = score
      self.competing = competing
    }

    /// Whether no other click competed.
    public var isUnique: Bool { competing == 0 }
  }

  /// The evidence for the match.
  public enum Basis: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A code that only this device can hold: safe enough to act upon.
    case token
    /// Signals, which others may share.
    case signals
  }
}

/// The reason why no click was found: the result of the closest one.
public enum NoMatch: UInt8, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// There is no click, or only expired ones: the two cases are equal.
  case noClick
  /// An earlier install was matched to it.
  case spent
  /// It is older than the window of the rule.
  case outsideWindow
  /// It is older than the newest clicks to which the rule limits its search.
  case notAmongNewest
  /// The rule reads no signals, and no token fits.
  case noToken
  /// The rule requires the address, and does not trust one that many devices share.
  case sharedAddress
  /// A signal that the rule requires differs, or is unknown on one side.
  case signalsDiffer
  /// All required signals agree, and the score is below the threshold.
  case scoreTooLow
  /// The match was lost at random, at the rate of the setting `deferred.matchRate`.
  case lost

  public static func < (left: NoMatch, right: NoMatch) -> Bool { left.rawValue < right.rawValue }
}

extension MatchDecision {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .matched: "RES-07"
    case .ambiguous: "RES-25"
    case .noMatch(.outsideWindow): "RES-09"
    case .noMatch(.lost): "CNF-48"
    case .noMatch(.spent), .noMatch(.notAmongNewest), .noMatch(.noToken),
      .noMatch(.sharedAddress), .noMatch(.signalsDiffer), .noMatch(.scoreTooLow):
      "RES-25"
    case .noMatch(.noClick): "RES-08"
    }
  }

  /// The matched click; `nil` without a match.
  public var match: Match? {
    switch self {
    case .matched(let match): match
    case .ambiguous, .noMatch: nil
    }
  }
}

extension MatchingRules {
  static let decisions: [Rule] = [
    Rule("RES-07", "A match binds the code of the click to the new principal."),
    Rule("RES-08", "Without a matching click record there is no invite context."),
    Rule("RES-09", "A click counts through its window, seven days to the millisecond under rin."),
  ]
}
