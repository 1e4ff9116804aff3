public import Vocabulary

/// A time that a user of the home tab waits for at most.
public enum HomeBudget: String, CaseIterable, Sendable {
  /// From a launch to a list that scrolls.
  case interactive
  /// A frame of a scroll, at 60 a second.
  case frame
  /// The results of a search after a keystroke.
  case keystroke
  /// The sections in sight, from what is stored.
  case sections
  /// From a pull to the updated tab, for a sync of up to a hundred changes.
  case refresh

  /// The time in nanoseconds.
  public var nanoseconds: UInt64 {
    switch self {
    case .interactive: 500_000_000
    case .frame: 16_670_000
    case .keystroke: 100_000_000
    case .sections: 200_000_000
    case .refresh: 3_000_000_000
    }
  }

  /// The rule that sets the time.
  public var rule: RuleID {
    switch self {
    case .interactive: "HPF-01"
    case .frame: "HPF-02"
    case .keystroke: "HPF-03"
    case .sections: "HPF-04"
    case .refresh: "HPF-05"
    }
  }
}

extension ConflictRules {
  static let budgets: [Rule] = [
    Rule("HPF-01", "A launch takes less than 500 ms to a list that scrolls."),
    Rule("HPF-02", "A frame of a scroll takes less than 16.67 ms."),
    Rule("HPF-03", "A keystroke of a search takes less than 100 ms."),
    Rule("HPF-04", "The sections in sight take less than 200 ms."),
    Rule("HPF-05", "A pull to the updated tab takes less than 3 s, for up to a hundred changes."),
  ]
}
