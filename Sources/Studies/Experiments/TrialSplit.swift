import GrowthloopModel
import Statistics

/// How many members came into each arm, and by which way.
public struct TrialSplit: Sendable, Hashable {
  /// By arm: all members who used the app within the experiment.
  public internal(set) var all: [Int]
  /// Those who were there before, or got an arm of their own.
  public internal(set) var own: [Int]
  /// Newcomers with a credited inviter, and without.
  public internal(set) var invited: [Int]
  public internal(set) var uninvited: [Int]
  /// Newcomers whom an invite led to the launch, without any credit for it.
  public internal(set) var lost: [Int]
  /// Second installations whose account was merged into another, by their own arm; not among `all`.
  public internal(set) var merged: [Int]

  /// All who came into an arm, whatever was merged later.
  var started: [Int] { zip(all, merged).map(+) }

  init(arms: Int) {
    let none = [Int](repeating: 0, count: arms)
    (all, own, invited, uninvited, lost, merged) = (none, none, none, none, none, none)
  }

  init(_ record: TrialRecord, variant: UInt8) {
    self.init(arms: 2)
    for member in record.members where member.secondArm == 0 || member.secondArm == variant {
      let arm = member.secondArm == 0 ? 0 : 1
      if member.isMerged {
        merged[arm] += 1
      } else {
        all[arm] += 1
        own[arm] += 1
      }
    }
    for member in record.members
    where member.exposed != TrialRecord.never && (member.arm == 0 || member.arm == variant) {
      let arm = member.arm == 0 ? 0 : 1
      all[arm] += 1
      if !member.inherited { own[arm] += 1 }
      guard member.joined > record.starts else { continue }
      if member.inviter == TrialRecord.never {
        uninvited[arm] += 1
        if member.cause != TrialRecord.never { lost[arm] += 1 }
      } else {
        invited[arm] += 1
      }
    }
  }

  /// Returns whether the counts are far from the planned shares, at one in a thousand.
  static func isAlarming(_ counts: [Int], _ shares: [Double]) -> Bool {
    SampleRatioMismatch(counts: counts, expectedSplit: shares)?.isAlarming() ?? false
  }
}

/// Why the arms of an experiment have other sizes than planned.
public enum SplitCause: String, Sendable, Hashable {
  case inherited, merged, lost, brought, stayed, chance

  /// The cause in words.
  public var words: String {
    switch self {
    case .inherited:
      "invitees take the inviter's arm, so a tree of invites counts many times: judge those with an arm "
        + "of their own, or analyse by tree"
    case .merged:
      "accounts are merged more often in one arm, where more newcomers sign up: count units as they start, "
        + "before anything is merged"
    case .lost:
      "launches lose the invite that led to them more often in one arm, and with it the inviter's arm: judge "
        + "those who were there before, or count launches by the invite"
    case .brought:
      "the arms bring different numbers of invited newcomers: judge those who were there before"
    case .stayed: "the arms keep different numbers of people until their first use"
    case .chance: "no cause within the loop"
    }
  }
}
