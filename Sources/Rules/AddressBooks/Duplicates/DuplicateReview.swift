public import Vocabulary

/// The pairs for the user to review, with the answers.
public struct DuplicateReview: Hashable, Sendable, KeptState {
  /// The pairs that wait for an answer, the surest first; skipped ones too.
  public private(set) var pending: [DuplicatePair] = []
  /// The pairs marked as different people: for ever, and in either order.
  public private(set) var notSame: Set<EntryPair> = []
  /// The number of pairs answered, not skipped, since the app was launched.
  public private(set) var resolvedSinceLaunch = 0
  private var skipped: Set<EntryPair> = []

  /// Creates a review with the pairs marked as different before.
  public init(notSame: Set<EntryPair> = []) {
    self.notSame = notSame
  }

  /// A user's action on a card.
  public enum Action: String, CaseIterable, Sendable, BitwiseCopyable {
    /// "Merge": both are one person; the app then merges them.
    case merge
    /// "Not Same": these are two people, and the pair never returns.
    case notSame = "not_same"
    /// "Skip": no answer; the card is hidden until the next launch.
    case skip
  }

  /// The pairs that have a card now.
  public var cards: [DuplicatePair] { pending.filter { !skipped.contains($0.entries) } }

  /// The number on the badge: a skipped pair still waits.
  public var badgeCount: Int { pending.count }

  /// The same review as counts alone.
  public var count: ReviewCount {
    ReviewCount(pending: pending.count, resolvedSinceLaunch: resolvedSinceLaunch)
  }
}

extension DuplicateReview {
  /// Adds the suggestions of a search; a pair marked as different does not come back.
  ///
  /// Pass `notSame(following:)` to the search, or it may merge pairs marked as different.
  public mutating func receive(_ suggestions: [DuplicatePair]) {
    pending = suggestions.filter { !notSame.contains($0.entries) }
      .sorted { $0.comes(before: $1) }
    skipped.formIntersection(pending.map(\.entries))
  }

  /// Starts a new launch of the app: skipped cards come back.
  public mutating func launch() {
    skipped = []
    resolvedSinceLaunch = 0
  }

  /// Answers a waiting pair.
  ///
  /// After a merge, report it by `follow(_:)`, so that the other pairs refer to the merged entries.
  ///
  /// - Returns: `false` if the pair no longer waits.
  @discardableResult
  public mutating func answer(_ pair: EntryPair, _ action: Action) -> Bool {
    guard let place = pending.firstIndex(where: { $0.entries == pair }) else { return false }
    switch action {
    case .skip:
      skipped.insert(pair)
      return true
    case .notSame: notSame.insert(pair)
    case .merge: break
    }
    pending.remove(at: place)
    skipped.remove(pair)
    resolvedSinceLaunch += 1
    return true
  }

  /// Replaces the entries of the waiting pairs by those that they were merged into.
  ///
  /// Of pairs that become one, the surer stays; a pair marked as different from either is dropped.
  public mutating func follow(_ ledger: MergeLedger) {
    skipped = Set(skipped.compactMap { $0.following(ledger) })
    var seen = notSame(following: ledger)
    pending = pending.compactMap { pair in
      guard let entries = pair.entries.following(ledger), seen.insert(entries).inserted else {
        return nil
      }
      return DuplicatePair(
        entries: entries, confidence: pair.confidence, evidence: pair.evidence)
    }
    pending.sort { $0.comes(before: $1) }
  }

  /// Returns the pairs marked as different, by the entries after the merges in effect.
  ///
  /// The answers themselves are stored unchanged, so that they apply again after an undo.
  public func notSame(following ledger: MergeLedger) -> Set<EntryPair> {
    Set(notSame.compactMap { $0.following(ledger) })
  }
}

extension EntryPair {
  /// Returns the pair of the entries that represent these now; `nil` if both are one.
  func following(_ ledger: MergeLedger) -> EntryPair? {
    let (one, other) = (ledger.current(first), ledger.current(second))
    return one == other ? nil : EntryPair(one, other)
  }
}

extension DuplicateReview.Action {
  /// The rule that defines the action.
  public var rule: RuleID {
    switch self {
    case .merge: "DUP-01"
    case .notSame: "DUP-02"
    case .skip: "DUP-04"
    }
  }
}

extension ContactRules {
  static let duplicateReview: [Rule] = [
    Rule(
      "NAT-12", "A pair that was answered is not suggested again; a skipped one is, next launch."),
    Rule("DUP-01", "Merge removes the card; other pairs follow their entries to the merged one."),
    Rule("DUP-02", "Not Same marks the pair as two people and removes the card."),
    Rule(
      "DUP-03",
      "A pair marked distinct never returns, in either order, through launches, syncs, merges."),
    Rule("DUP-04", "Skip hides the card and nothing else."),
    Rule("DUP-05", "A skipped card is back when the app is launched next."),
    Rule("DUP-06", "A skipped pair still counts in the badge; an answered one does not."),
  ]
}

/// The progress of a review as counts alone, for callers with too many books to keep their pairs.
public struct ReviewCount: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The pairs that wait for an answer.
  public private(set) var pending: Int
  /// The number of pairs answered, not skipped, since the app was launched.
  public private(set) var resolvedSinceLaunch: Int

  /// Creates the counts at a launch of the app.
  public init(pending: Int) { self.init(pending: pending, resolvedSinceLaunch: 0) }

  init(pending: Int, resolvedSinceLaunch: Int) {
    self.pending = pending
    self.resolvedSinceLaunch = resolvedSinceLaunch
  }

  /// Answers so many pairs by Merge or Not Same, at most the pending ones.
  public mutating func resolve(_ pairs: Int) {
    let answered = min(pairs, pending)
    pending -= answered
    resolvedSinceLaunch += answered
  }
}
