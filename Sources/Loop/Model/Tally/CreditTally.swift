public import Vocabulary

/// The credit decisions, and their correctness.
public struct CreditTally: Sendable, Hashable {
  public internal(set) var credited = 0
  public internal(set) var recordedOnly = 0
  public internal(set) var none = 0
  /// The correctness of all decisions.
  public internal(set) var all = Verdicts()
  /// The correctness of the decisions of each rule, in the order of the rules: few enough to be
  /// searched one after the other.
  private var ofRules: [OfRule] = []
  /// The correctness of decisions with competing clicks of several inviters.
  public internal(set) var conflicting = Verdicts()
  /// Launches without credit because the link had no acceptances left.
  public internal(set) var usedUp = 0

  /// The correctness of the decisions of each rule.
  public internal(set) var byRule: [RuleID: Verdicts] {
    get { Dictionary(uniqueKeysWithValues: ofRules.map { ($0.rule, $0.verdicts) }) }
    set {
      ofRules = newValue.sorted { $0.key < $1.key }.map { OfRule(rule: $0.key, verdicts: $0.value) }
    }
  }

  public var right: Int { all[.right] }
  public var wrong: Int { all[.wrong] }
  public var lost: Int { all[.lost] }
  public var stolen: Int { all[.stolen] }
  public var conflicts: Int { conflicting.total }
}

extension CreditTally {
  /// The number of decisions of each kind.
  public struct Verdicts: Sendable, Hashable {
    private var right = 0
    private var wrong = 0
    private var lost = 0
    private var stolen = 0
    private var organic = 0

    /// In the order of `CreditVerdict.allCases`.
    public internal(set) var counts: [Int] {
      get { CreditVerdict.allCases.map { self[$0] } }
      set {
        for (verdict, count) in zip(CreditVerdict.allCases, newValue) { self[verdict] = count }
      }
    }

    public init() {}

    /// Takes over the counts of an earlier run; `nil` unless there is one for each kind.
    public init?(_ counts: [Int]) {
      guard counts.count == CreditVerdict.allCases.count else { return nil }
      self.counts = counts
    }

    public internal(set) subscript(verdict: CreditVerdict) -> Int {
      get {
        switch verdict {
        case .right: right
        case .wrong: wrong
        case .lost: lost
        case .stolen: stolen
        case .organic: organic
        }
      }
      set {
        switch verdict {
        case .right: right = newValue
        case .wrong: wrong = newValue
        case .lost: lost = newValue
        case .stolen: stolen = newValue
        case .organic: organic = newValue
        }
      }
    }

    public var total: Int { counts.reduce(0, +) }
  }

  private struct OfRule: Sendable, Hashable {
    let rule: RuleID
    var verdicts = Verdicts()
  }

  mutating func count(_ verdict: CreditVerdict, by rule: RuleID, isConflict: Bool) {
    all[verdict] += 1
    ofRules[place(of: rule)].verdicts[verdict] += 1
    if isConflict { conflicting[verdict] += 1 }
  }

  /// Returns the place of `rule`, which there is from then on.
  private mutating func place(of rule: RuleID) -> Int {
    if let place = ofRules.firstIndex(where: { $0.rule == rule }) { return place }
    let place = ofRules.firstIndex { $0.rule > rule } ?? ofRules.count
    ofRules.insert(OfRule(rule: rule), at: place)
    return place
  }
}
