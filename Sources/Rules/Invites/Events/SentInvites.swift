import Vocabulary

/// The invites that a user sent, in each of the three units that the documents count in.
public struct SentInvites: Hashable, Sendable, BitwiseCopyable {
  /// The shares that a sheet reported as completed.
  public private(set) var shareCompletions = 0
  /// The invite records of which at least one share was completed.
  public private(set) var inviteRecords = 0
  /// The contacts that shares were meant for; a share without picked contacts has one.
  public private(set) var recipients = 0
  /// The taps on the Copy button.
  public private(set) var copies = 0
  /// Whether the newest record has not been shared yet.
  private var hasUnsentRecord = false

  /// Creates the counts of a user who has sent nothing.
  public init() {}

  /// Counts the invites that `event` adds.
  public mutating func note(_ event: InviteEvent) {
    switch event.step {
    case .linkCreated: hasUnsentRecord = true
    case .linkCopied: copies += 1
    case .shared:
      shareCompletions += 1
      if case .share(let share) = event.particulars {
        recipients += share.invites(countedBy: .recipient)
      }
      if hasUnsentRecord {
        inviteRecords += 1
        hasUnsentRecord = false
      }
    default: break
    }
  }

  /// Returns the invites sent, in the unit of `policy`; a tap on Copy counts only under its
  /// setting.
  public func sent(under policy: MetricPolicy) -> Int {
    let copied = policy.copyButtonCountsAsSend == true ? copies : 0
    return switch policy.inviteUnit {
    case .shareCompletion: shareCompletions + copied
    case .inviteRecord: inviteRecords + copied
    case .recipient: recipients + copied
    }
  }
}

extension EventRules {
  static let counting: [Rule] = [
    Rule(
      "CNF-06", "What an invite is, a share, a record or a recipient, is a setting; all are kept.")
  ]
}
