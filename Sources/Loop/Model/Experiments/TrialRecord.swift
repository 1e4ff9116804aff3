/// What became of the people in an experiment, for any analysis; times are seconds since the epoch
/// of the run.
public struct TrialRecord: Sendable {
  /// The time of what did not happen.
  public static let never = UInt32.max
  /// The arm of those outside of the experiment.
  public static let outside = Assignment.outside

  /// When the run begins, when units are assigned, and when the run ends.
  public internal(set) var begins: UInt32 = 0
  public let starts: UInt32
  public let ends: UInt32
  /// The arm of all people in each period, where time is assigned.
  public internal(set) var periods: [UInt8] = []
  /// All members, in the order of their joining.
  public var members: [Member] = []
  /// All invites, in the order of their sending, those before the experiment included.
  public var invites: [Invite] = []
  /// What members did and met, in the order of time.
  public var moments: [Moment] = []

  /// A member, whether or not in the experiment.
  public struct Member: BitwiseCopyable, Sendable {
    /// The number of the person in the market, and of the cluster with whom they are assigned.
    public let person: UInt64
    public let cluster: UInt64
    /// When the member joined; for a start member when the run began.
    public let joined: UInt32
    /// The credited inviter's place among the members; `never` without one.
    public internal(set) var inviter = never
    /// The arm of the newest use of the app.
    public internal(set) var arm = outside
    /// Whether the arm is that of the inviter.
    public internal(set) var inherited = false
    /// The first use of the app within the experiment.
    public internal(set) var exposed = never
    /// The first session seven days after that, or later.
    public internal(set) var returned = never
    /// The arrival at home.
    public internal(set) var home = never
    /// The invite that led to the launch; `never` without one.
    public internal(set) var cause = never
    /// When the app read its flags last: the arm is that of then.
    var read: UInt32
    /// Where in the assignment the member stands.
    var place: Double
    /// The arm of the first run.
    public internal(set) var firstRunArm = outside
    /// The arm of a second installation; `outside` without one.
    public internal(set) var secondArm = outside
    /// Whether the account of the second installation was merged into the first.
    public internal(set) var isMerged = false
  }

  /// An invite to a person.
  public struct Invite: BitwiseCopyable, Sendable {
    /// The place of the sender among the members.
    public let sender: UInt32
    /// The number of the recipient in the market.
    public let recipient: UInt64
    public let arm: UInt8
    public let sent: UInt32
    /// Whether the recipient reported it as spam.
    public let isReported: Bool
    public internal(set) var tapped = never
    /// The launch that it led to, and the arrival at home.
    public internal(set) var launched = never
    public internal(set) var home = never
  }

  /// Something that a member did or met.
  public struct Moment: BitwiseCopyable, Sendable {
    public let member: UInt32
    public let at: UInt32
    public let arm: UInt8
    public let kind: Kind

    /// What it was.
    public enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
      case sheetOpened, sheetCompleted
      case promptShown, promptTapped, promptDismissed
      /// The explainer of the address book within the flow, and a grant after it.
      case contactsExplained, contactsGranted
      /// A completed share, and Invite More on the screen that confirms it.
      case shareConfirmed, moreWanted
    }
  }
}

/// How an effect and its standard error are computed from the rows of an experiment.
public enum TrialEstimator: String, CaseIterable, Sendable {
  /// The difference of the means, each row for itself.
  case difference
  /// The ratio of the sums, by member: the delta method.
  case ratio
  /// The same after what members sent before is taken out.
  case cuped
  /// By what was assigned together.
  case cluster
  /// Members whose contacts in the experiment are all in their arm, weighted by its probability
  /// (Hájek's form of Aronow and Samii's estimator, 2017).
  case exposure

  /// What it does, in words.
  public var words: String {
    switch self {
    case .difference: "row by row"
    case .ratio: "by member (delta method)"
    case .cuped: "by member, with CUPED"
    case .cluster: "by cluster"
    case .exposure: "by exposure"
    }
  }

  /// Returns the estimators that fit a unit, the one to be believed first.
  ///
  /// Where invitees may get their inviter's arm, trees of invites are clusters.
  public static func fitting(_ unit: Experiment.Unit, inherits: Bool) -> [TrialEstimator] {
    switch unit {
    case .user, .inviter:
      (inherits ? [.cluster] : []) + [.ratio, .cuped, .exposure, .difference]
    case .newcomer: (inherits ? [.cluster] : []) + [.ratio, .difference]
    case .invite: [.ratio, .difference]
    case .ego, .community, .time: [.cluster, .difference]
    }
  }
}

/// A metric of an experiment: what is counted of each row, and which rows there are.
public enum TrialMetric: String, CaseIterable, Sendable {
  case tapped = "conversion.tapped"
  case launched = "conversion.launched"
  case home = "conversion.home"
  case complaints = "recipients.complaints"
  case sends = "sends.perMember"
  case senders = "sends.senderShare"
  case brought = "k.member"
  case sheets = "flow.sheetCompletion"
  case grants = "flow.grantShare"
  case more = "flow.more"
  case promptTaps = "prompts.tapShare"
  case promptDismissals = "prompts.dismissShare"
  case onboarding = "onboarding.completion"
  case invitedOnboarding = "onboarding.invitedCompletion"
  case returns = "members.returnShare"
  case invitedReturns = "members.invitedReturnShare"
  case members = "members.all"
  case invited = "members.invited"

  public static func named(_ key: String) -> TrialMetric? { TrialMetric(rawValue: key) }

  /// The key under which files name it.
  public var key: String { rawValue }

  /// What it is, in words that follow its name.
  public var meaning: String {
    switch self {
    case .tapped: "invites whose link is tapped, of all"
    case .launched: "invites that lead to a first launch, of all"
    case .home: "invites whose recipient reaches home, of all"
    case .complaints: "invites reported as spam, of all"
    case .sends: "invites that a member sends"
    case .senders: "members who send an invite, of all"
    case .brought: "people whom a member brings home"
    case .sheets: "share sheets that end with a share, of all opened"
    case .grants: "explainers of the address book that end with a grant, of all shown in the flow"
    case .more: "completed shares after which Invite More is tapped, of all"
    case .promptTaps: "prompts that are tapped, of all shown"
    case .promptDismissals: "prompts that are dismissed, of all shown"
    case .onboarding: "newcomers who reach home, of all first launches"
    case .invitedOnboarding: "invited newcomers who reach home, of their first launches"
    case .returns: "members who come back a week after or later, of all"
    case .invitedReturns:
      "invited newcomers who come back a week after their first launch, or in the week after that"
    case .members: "members at the end, gone or not, with those who were there before"
    case .invited: "first launches within the experiment that an invite led to"
    }
  }

  /// What one row is, in the plural.
  public var rows: String {
    switch self {
    case .tapped, .launched, .home, .complaints: "invites"
    case .sends, .senders, .brought, .returns: "members"
    case .sheets: "share sheets"
    case .grants: "explainers"
    case .more: "completed shares"
    case .promptTaps, .promptDismissals: "prompts"
    case .onboarding: "newcomers"
    case .invitedOnboarding, .invitedReturns: "invited newcomers"
    case .members, .invited: "uninvited members"
    }
  }

  /// Whether each row counts once or not at all.
  public var isShare: Bool { self != .sends && self != .brought && !isTotal }

  /// Whether it counts people, as if all were in one arm, instead of a mean over rows.
  public var isTotal: Bool { self == .members || self == .invited }

  /// Why it cannot be asked where `unit` is assigned, in words that follow its name; `nil` where it
  /// can.
  public func refusal(by unit: Experiment.Unit) -> String? {
    switch (unit, self) {
    case (.invite, .tapped), (.invite, .launched), (.invite, .home), (.invite, .complaints),
      (.invite, .invitedOnboarding), (.invite, .invitedReturns):
      nil
    case (.invite, _): "is of members, whom an experiment by invite puts in no arm"
    case (.newcomer, .members), (.newcomer, .invited):
      "counts newcomers, whose number in each arm is drawn where they are assigned"
    default: nil
    }
  }

  /// Whether a higher value is worse.
  public var isHarm: Bool { self == .complaints || self == .promptDismissals }
}
