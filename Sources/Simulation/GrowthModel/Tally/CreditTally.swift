public import Vocabulary

/// The credit decisions, and their correctness.
public struct CreditTally: Sendable, Hashable {
  public internal(set) var credited = 0
  public internal(set) var recordedOnly = 0
  public internal(set) var none = 0
  /// The correctness of all decisions, and of those of each deciding rule.
  public internal(set) var all = Verdicts()
  public internal(set) var byRule: [RuleID: Verdicts] = [:]
  /// The correctness of decisions with competing clicks of several inviters.
  public internal(set) var conflicting = Verdicts()
  /// Launches without credit because the link had no acceptances left.
  public internal(set) var usedUp = 0

  public var right: Int { all[.right] }
  public var wrong: Int { all[.wrong] }
  public var lost: Int { all[.lost] }
  public var stolen: Int { all[.stolen] }
  public var conflicts: Int { conflicting.total }
}

extension CreditTally {
  /// The number of decisions of each kind.
  public struct Verdicts: Sendable, Hashable {
    /// In the order of `CreditVerdict.allCases`.
    public internal(set) var counts = [Int](repeating: 0, count: CreditVerdict.allCases.count)

    public init() {}

    /// Takes over the counts of an earlier run; `nil` unless there is one for each kind.
    public init?(_ counts: [Int]) {
      guard counts.count == CreditVerdict.allCases.count else { return nil }
      self.counts = counts
    }

    public internal(set) subscript(verdict: CreditVerdict) -> Int {
      get { counts[verdict.place] }
      set { counts[verdict.place] = newValue }
    }

    public var total: Int { counts.reduce(0, +) }
  }

  mutating func count(_ verdict: CreditVerdict, by rule: RuleID, isConflict: Bool) {
    all[verdict] += 1
    byRule[rule, default: Verdicts()][verdict] += 1
    if isConflict { conflicting[verdict] += 1 }
  }
}
