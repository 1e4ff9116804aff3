/// What became of the people in an experiment, for any analysis; times are seconds since the start
/// of the run.
public struct TrialRecord: Sendable {
  /// The time of what did not happen.
  public static let never = UInt32.max
  /// The arm of those outside of the experiment.
  public static let outside = Assignment.outside

  /// When units are assigned, and the length of the run.
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
    /// When the member joined; 0 for a start member.
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
