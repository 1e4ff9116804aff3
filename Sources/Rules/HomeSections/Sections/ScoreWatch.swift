public import Vocabulary

/// The score, and what has become of the news of its last change.
public struct ScoreWatch: Hashable, Sendable {
  public private(set) var score: Int
  /// The score that the user was last shown before it changed.
  public private(set) var previous: Int
  /// When it last changed; `nil` before the first change.
  public private(set) var changedAt: Instant?
  public private(set) var isTapped = false
  /// Whether the user has been to the home tab since the last change.
  private var isSeen = true

  public init(score: Int) {
    self.score = score
    previous = score
  }

  /// The change since the user last came by; previous and delta make the score.
  public var delta: Int { score - previous }
}

extension ScoreWatch {
  /// Notes what the daily batch says; several changes between two visits are one.
  public mutating func receive(_ score: Int, at now: Instant) {
    guard score != self.score else { return }
    if isSeen { previous = self.score }
    self.score = score
    changedAt = now
    isTapped = false
    isSeen = false
  }

  /// Notes that the home tab has become visible; the card stays.
  public mutating func visit() { isSeen = true }

  /// Notes a tap on the card.
  public mutating func tap() {
    isSeen = true
    isTapped = true
  }

  /// Why there is no card at `now`; `nil` if there is one.
  func suppression(at now: Instant, under policy: HomePolicy) -> SectionSuppression? {
    guard let changedAt, delta != 0 else { return .scoreUnchanged }
    if isTapped { return .scoreTapped }
    if let life = policy.scoreCardLife, now >= changedAt + life {
      return .scoreExpired(at: changedAt + life)
    }
    return nil
  }
}

extension SectionRules {
  static let score: [Rule] = [
    Rule("SCO-01", "A change since the last visit has a card, which one look does not end."),
    Rule("SCO-02", "What went up and down again to where it was has none."),
    Rule("SCO-08", "A tap ends the card, and so do 48 hours since the change."),
    Rule("SCO-09", "The next change brings a new card."),
  ]
}
