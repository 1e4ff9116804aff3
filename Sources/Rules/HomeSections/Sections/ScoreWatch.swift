public import Vocabulary

/// The score, with the state of the card about its last change.
public struct ScoreWatch: Hashable, Sendable {
  /// The present score.
  public private(set) var score: Int
  /// The score that the user was last shown before it changed.
  public private(set) var previous: Int
  /// The time of the last change; `nil` before the first.
  public private(set) var changedAt: Instant?
  /// Whether the user has tapped the card since the last change.
  public private(set) var isTapped = false
  /// Whether the user has been to the home tab since the last change.
  private var isSeen = true

  /// Creates a watch of a score that has not changed yet.
  public init(score: Int) {
    self.score = score
    previous = score
  }

  /// The change since the user's last visit; previous and delta add up to the score.
  public var delta: Int { score - previous }
}

extension ScoreWatch {
  /// Records the score of the daily batch; several changes between two visits are one.
  public mutating func receive(_ score: Int, at now: Instant) {
    guard score != self.score else { return }
    if isSeen { previous = self.score }
    self.score = score
    changedAt = now
    isTapped = false
    isSeen = false
  }

  /// Records that the home tab has become visible; the card stays.
  public mutating func visit() { isSeen = true }

  /// Records a tap on the card.
  public mutating func tap() {
    isSeen = true
    isTapped = true
  }

  /// Returns the reason for the absence of a card at `now`; `nil` if there is a card.
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
