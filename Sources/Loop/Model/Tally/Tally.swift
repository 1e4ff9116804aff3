import Attribution
import Prompts
import Vocabulary

/// All counts of a run.
public struct Tally: Sendable, Hashable {
  public internal(set) var arrivals = ArrivalTally()
  public internal(set) var sessions = 0
  public internal(set) var prompts = PromptTally()
  public internal(set) var shares = ShareTally()
  public internal(set) var recipients = RecipientTally()
  public internal(set) var taps = LinkTally()
  public internal(set) var launches = LaunchTally()
  public internal(set) var credit = CreditTally()
  public internal(set) var afterwards = AfterwardsTally()
  public internal(set) var activity: ActivityTally
  public internal(set) var origins: OriginTally
  /// The counts of each day.
  public internal(set) var days: [Day]

  init(days: Int, promptsLeadTo way: Origin.Way = .homePrompt) {
    activity = ActivityTally(days: days)
    origins = OriginTally(promptsLeadTo: way)
    self.days = [Day](repeating: Day(), count: days)
  }

  /// The counts of one day.
  public struct Day: Sendable, Hashable, BitwiseCopyable {
    public internal(set) var organicLaunches = 0
    public internal(set) var creditedLaunches = 0
    public internal(set) var homes = 0
    public internal(set) var sessions = 0
    public internal(set) var invites = 0
    public internal(set) var taps = 0
    public internal(set) var prompts = 0
    /// Of members launched on this day: the invites they sent, and the newcomers these brought
    /// home.
    public internal(set) var cohortInvites = 0
    public internal(set) var cohortHomes = 0
    /// Of members launched on this day: those who reached home, all and credited.
    public internal(set) var cohortMembers = 0
    public internal(set) var cohortInvited = 0
    /// Newcomers whom they brought home within one cycle (`metrics.kCycleDays`) of their own first
    /// launch.
    public internal(set) var cohortHomesInCycle = 0
    /// Of members launched on this day: those who saw first value, and those who uninstalled the
    /// app within a week, credited and others.
    public internal(set) var cohortValued = 0
    public internal(set) var invitedUninstalls = 0
    public internal(set) var organicUninstalls = 0
    /// Members who were active on this day, and who opened a way to share on it.
    public internal(set) var active = 0
    public internal(set) var openers = 0
    /// Further steps of the funnel: opened ways to share, share sheets, and first values.
    public internal(set) var opened = 0
    public internal(set) var sheets = 0
    public internal(set) var firstValues = 0
  }
}

/// Prompts, by trigger and by the reasons that suppressed them.
public struct PromptTally: Sendable, Hashable {
  public internal(set) var met = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  public internal(set) var shown = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  /// A prompt that was suppressed for several reasons counts for each.
  public internal(set) var suppressed = [Int](
    repeating: 0, count: PromptSuppression.allCases.count)
  public internal(set) var tapped = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  public internal(set) var dismissed = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  /// Prompts that led to a completed share or a copied link.
  public internal(set) var shared = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  public internal(set) var ignored = 0
}

/// The people who were invited, and how often; in a market of more than 131,072 of a sample.
public struct RecipientTally: Sendable, Hashable {
  /// The invites, except those of the run's last minute.
  public internal(set) var invites = 0
  public internal(set) var people = 0
  /// The people of the market for whom they stand.
  public internal(set) var inMarket = 0
  /// The people whom two inviters or more invited.
  public internal(set) var ofSeveral = 0
}

/// Taps on links, by their result.
public struct LinkTally: Sendable, Hashable {
  public internal(set) var all = 0
  public internal(set) var byMembers = 0
  public internal(set) var notOnIOS = 0
  public internal(set) var expired = 0
  public internal(set) var recorded = 0
  public internal(set) var leadToInstall = 0
  /// Taps on a link without acceptances left.
  public internal(set) var exhausted = 0
  /// Previews that the profile counts as clicks.
  public internal(set) var previews = 0
  /// The surfaces shown, in the order of `ReceiptSurface.allCases`.
  public internal(set) var met = [Int](repeating: 0, count: ReceiptSurface.allCases.count)
  /// Taps by members that may earn an acceptance, or an action.
  public internal(set) var acceptances = 0
  public internal(set) var actions = 0

  mutating func count(_ received: ReceiptDecision) {
    met[Int(received.surface.ordinal)] += 1
    switch received.credit {
    case .acceptanceOnConnect: acceptances += 1
    case .action: actions += 1
    case .none, .byAttribution: break
    }
  }
}

/// The counts after an arrival.
public struct AfterwardsTally: Sendable, Hashable {
  public internal(set) var connected = 0
  public internal(set) var suggested = 0
  /// Connected newcomers whom an invite caused, credited or not.
  public internal(set) var causedConnected = 0
  public internal(set) var notifications = 0
  public internal(set) var returns = 0
  public internal(set) var deletions = 0
  /// Credited newcomers by the invites in a row that led to them.
  public internal(set) var depth = [Int](repeating: 0, count: 33)
  /// The seconds from the inviter's launch to the invitee's.
  public internal(set) var cycleSeconds = 0
  public internal(set) var cycles = 0

  mutating func count(newcomerOfDepth invites: Int) {
    while depth.count <= invites { depth.append(0) }
    depth[invites] += 1
  }
}

/// Attempted arrivals without an invite, and their results.
public struct ArrivalTally: Sendable, Hashable {
  /// The arrivals of one kind.
  public struct Kind: Sendable, Hashable {
    /// The number of attempted arrivals.
    public internal(set) var attempted = 0
    /// The attempts without a newcomer, because all people whose phone runs the app were members.
    public internal(set) var unanswered = 0

    /// The launches without an invite.
    public var newcomers: Int { attempted - unanswered }
  }

  public internal(set) var organic = Kind()
  public internal(set) var crowd = Kind()
}
