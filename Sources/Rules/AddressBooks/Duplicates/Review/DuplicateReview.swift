public import Vocabulary

/// The pairs that someone is to look at, and what they said of them.
public struct DuplicateReview: Hashable, Sendable {
  /// The pairs that wait for an answer, the surest first; skipped ones too.
  public private(set) var pending: [DuplicatePair] = []
  /// The pairs that someone told apart: for ever, and in either order.
  public private(set) var notSame: Set<EntryPair> = []
  /// How many pairs were answered, not skipped, since the app was launched.
  public private(set) var resolvedSinceLaunch = 0
  private var skipped: Set<EntryPair> = []

  /// Begins with what was told apart before.
  public init(notSame: Set<EntryPair> = []) {
    self.notSame = notSame
  }

  /// What someone does with a card.
  public enum Action: String, CaseIterable, Sendable, BitwiseCopyable {
    case merge
    case notSame = "not_same"
    case skip
  }

  /// The pairs that have a card now.
  public var cards: [DuplicatePair] { pending.filter { !skipped.contains($0.entries) } }

  /// What the badge counts: a skipped pair still waits.
  public var badgeCount: Int { pending.count }

  /// The same by numbers alone.
  public var count: ReviewCount {
    ReviewCount(pending: pending.count, resolvedSinceLaunch: resolvedSinceLaunch)
  }
}

extension DuplicateReview {
  /// Takes over what a search suggests; what was told apart does not come back.
  ///
  /// The search is to know of `notSame(following:)`, or it may merge unasked what was told apart.
  public mutating func receive(_ suggestions: [DuplicatePair]) {
    pending = suggestions.filter { !notSame.contains($0.entries) }
      .sorted { $0.comes(before: $1) }
    skipped.formIntersection(pending.map(\.entries))
  }

  /// Begins a new launch of the app: skipped cards come back.
  public mutating func launch() {
    skipped = []
    resolvedSinceLaunch = 0
  }

  /// Answers a pair that waits; `false` if it does not wait any more.
  ///
  /// After a merge, report it by `follow(_:)`, so that the other pairs know where their entries went.
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

  /// Lets the pairs that wait follow their entries to those that they were merged into.
  ///
  /// Of pairs that become one, the surer stays; a pair with someone told apart from either is dropped.
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

  /// The pairs that were told apart, as they are after the merges that stand.
  ///
  /// The answers themselves stay as they were given, so that they fit again after an undo.
  public func notSame(following ledger: MergeLedger) -> Set<EntryPair> {
    Set(notSame.compactMap { $0.following(ledger) })
  }
}

extension EntryPair {
  /// The pair of those that stand for these now; `nil` if both are one.
  func following(_ ledger: MergeLedger) -> EntryPair? {
    let (one, other) = (ledger.current(first), ledger.current(second))
    return one == other ? nil : EntryPair(one, other)
  }
}

extension DuplicateReview.Action {
  /// The rule that says what the action does.
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
    Rule("DUP-03", "Told apart is for ever, in either order, through launches, syncs and merges."),
    Rule("DUP-04", "Skip hides the card and nothing else."),
    Rule("DUP-05", "A skipped card is back when the app is launched next."),
    Rule("DUP-06", "A skipped pair still counts in the badge; an answered one does not."),
  ]
}
