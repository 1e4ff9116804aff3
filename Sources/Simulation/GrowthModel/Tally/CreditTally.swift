public import Vocabulary

/// Who was credited, and whether rightly.
public struct CreditTally: Sendable, Hashable {
  public internal(set) var credited = 0
  public internal(set) var recordedOnly = 0
  public internal(set) var none = 0
  /// All decisions against the truth, and those of each rule that spoke.
  public internal(set) var all = Verdicts()
  public internal(set) var byRule: [RuleID: Verdicts] = [:]
  /// Those on launches with clicks of several inviters that may compete.
  public internal(set) var conflicting = Verdicts()

  public var right: Int { all[.right] }
  public var wrong: Int { all[.wrong] }
  public var lost: Int { all[.lost] }
  public var stolen: Int { all[.stolen] }
  public var conflicts: Int { conflicting.total }
}

extension CreditTally {
  /// What a decision is, seen by someone who knows which link led to the install.
  public enum Verdict: Int, CaseIterable, Sendable {
    /// The credit went to the inviter whose link led to the install.
    case right
    /// It went to another inviter.
    case wrong
    /// An invited install was credited to nobody.
    case lost
    /// An organic install was credited to somebody.
    case stolen
    /// An organic install was credited to nobody.
    case organic
  }

  /// How many decisions were of each kind.
  public struct Verdicts: Sendable, Hashable {
    /// In the order of `Verdict.allCases`.
    public internal(set) var counts = [Int](repeating: 0, count: Verdict.allCases.count)

    public subscript(verdict: Verdict) -> Int {
      get { counts[verdict.rawValue] }
      set { counts[verdict.rawValue] = newValue }
    }

    public var total: Int { counts.reduce(0, +) }
  }

  mutating func count(_ verdict: Verdict, by rule: RuleID, isConflict: Bool) {
    all[verdict] += 1
    byRule[rule, default: Verdicts()][verdict] += 1
    if isConflict { conflicting[verdict] += 1 }
  }
}
