import Invites
public import Vocabulary

/// Attempts to share, by way.
public struct ShareTally: Sendable, Hashable {
  static let ways = Origin.Way.allCases.count

  /// The numbers of attempts, by way and ending.
  public internal(set) var endings = [[Int]](
    repeating: [Int](repeating: 0, count: SharingAttempt.Ending.allCases.count), count: ways)
  /// The numbers of attempts that reached each step of the flow.
  public internal(set) var steps = [Int](repeating: 0, count: SharingAttempt.Steps.count)
  /// Completed shares without a sent message.
  public internal(set) var unsent = 0
  public internal(set) var refusedByRule: [RuleID: Int] = [:]
  public internal(set) var linksCreated = 0
  public internal(set) var linkRequests = 0
  /// Share sheets shown in all attempts.
  public internal(set) var sheets = 0
  /// Attempts that showed the explainer for contacts, and those that then allowed access.
  public internal(set) var explained = 0
  public internal(set) var granted = 0
  /// Of completed attempts: the taps as the policy counts them, the seconds, and the numbers within
  /// and over the policy's budget of taps.
  public internal(set) var taps = Spread()
  public internal(set) var seconds = Spread()
  public internal(set) var withinTapBudget = 0
  public internal(set) var overTapBudget = 0
  /// The milliseconds from the entry point to the end of completed attempts.
  public internal(set) var millisecondsToComplete = 0
  public internal(set) var previews = 0
  /// Invites that were reported as spam.
  public internal(set) var complaints = 0
  /// Contacts picked in the app, and those of them that were recipients.
  public internal(set) var selected = 0
  public internal(set) var selectedReached = 0
  /// Shares that reached somebody, and those of them with more than ``many`` recipients.
  public internal(set) var sent = 0
  public internal(set) var toMany = 0
  /// The number of recipients above which a share is one to many, as the design document warns
  /// from (D-RSK-04).
  public static let many = 10
  /// Shares by the channel that the policy reports; the last is for unreported channels.
  public internal(set) var reported = [Int](
    repeating: 0, count: ReportedChannel.allCases.count + 1)

  /// The taps on Invite More, on the screen that confirms a share.
  public var askedForMore: Int { count(of: .askedForMore) }
  /// The attempts that waited for the network, and those of them whose link came too late.
  public var queued: Int { count(of: .queued) }
  public var late: Int { count(of: .late) }

  private func count(of step: SharingAttempt.Steps) -> Int {
    steps[step.rawValue.trailingZeroBitCount]
  }

  mutating func count(_ attempt: SharingAttempt, by way: Origin.Way, under metrics: MetricPolicy) {
    endings[Int(way.rawValue)][Int(attempt.ending.rawValue)] += 1
    var left = attempt.steps.rawValue
    while left != 0 {
      steps[left.trailingZeroBitCount] += 1
      left &= left - 1
    }
    if let rule = attempt.rule { refusedByRule[rule, default: 0] += 1 }
    if attempt.passedOver > 0 {
      refusedByRule[LimitQuestion.reinvite(lastInvited: nil).rule, default: 0] += attempt.passedOver
    }
    selected += attempt.selected
    selectedReached += attempt.selectedReached
    if attempt.wasSent {
      sent += 1
      if attempt.recipients > Self.many { toMany += 1 }
    }
    if attempt.target != nil {
      reported[attempt.channel?.place ?? ReportedChannel.allCases.count] += 1
    }
    linksCreated += attempt.linksCreated
    linkRequests += attempt.linkRequests
    sheets += attempt.sheets
    if attempt.ending == .completed { countCompletion(attempt, under: metrics) }
  }

  private mutating func countCompletion(_ attempt: SharingAttempt, under metrics: MetricPolicy) {
    millisecondsToComplete += Int(attempt.took.milliseconds)
    seconds.record(Int(attempt.took.milliseconds / 1_000))
    taps.record(metrics.taps(in: attempt.taps))
    switch metrics.judge(attempt.taps) {
    case .within: withinTapBudget += 1
    case .over: overTapBudget += 1
    case .noBudget: break
    }
    if !attempt.wasSent { unsent += 1 }
  }
}

extension ReportedChannel {
  /// The index of the case among all.
  fileprivate var place: Int {
    switch self {
    case .messages: 0
    case .imessage: 1
    case .whatsapp: 2
    case .email: 3
    case .copy: 4
    case .copyLink: 5
    case .airdrop: 6
    case .other: 7
    }
  }
}
