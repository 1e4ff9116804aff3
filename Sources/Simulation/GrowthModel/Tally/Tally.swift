import Attribution
import Prompts
import Vocabulary

/// Everything that a run counts.
public struct Tally: Sendable, Hashable {
  public internal(set) var arrivals = ArrivalTally()
  public internal(set) var sessions = 0
  public internal(set) var prompts = PromptTally()
  public internal(set) var shares = ShareTally()
  public internal(set) var taps = LinkTally()
  public internal(set) var launches = LaunchTally()
  public internal(set) var credit = CreditTally()
  public internal(set) var afterwards = AfterwardsTally()
  public internal(set) var activity: ActivityTally
  public internal(set) var origins: OriginTally
  /// What happened on each day of the run.
  public internal(set) var days: [Day]

  init(days: Int, promptsLeadTo way: Origin.Way = .homePrompt) {
    activity = ActivityTally(days: days)
    origins = OriginTally(promptsLeadTo: way)
    self.days = [Day](repeating: Day(), count: days)
  }

  /// One day of the run.
  public struct Day: Sendable, Hashable, BitwiseCopyable {
    public internal(set) var organicLaunches = 0
    public internal(set) var creditedLaunches = 0
    public internal(set) var homes = 0
    public internal(set) var sessions = 0
    public internal(set) var invites = 0
    public internal(set) var taps = 0
    public internal(set) var prompts = 0
    /// Of those who joined on this day: the invites they sent, and whom these brought home.
    public internal(set) var cohortInvites = 0
    public internal(set) var cohortHomes = 0
    /// Of those who joined on this day: who reached home, all and those credited to an inviter.
    public internal(set) var cohortMembers = 0
    public internal(set) var cohortInvited = 0
    /// Whom they brought home within one cycle (`metrics.kCycleDays`) of their own first launch.
    public internal(set) var cohortHomesInCycle = 0
    /// Of those who joined on this day: who saw first value, and who had uninstalled the app within
    /// a week, those credited to an inviter and the others.
    public internal(set) var cohortValued = 0
    public internal(set) var invitedUninstalls = 0
    public internal(set) var organicUninstalls = 0
    /// Members who were active on this day, and those who opened a way to share on it.
    public internal(set) var active = 0
    public internal(set) var openers = 0
    /// What else the funnel has: ways to share and share sheets that were opened, and first values.
    public internal(set) var opened = 0
    public internal(set) var sheets = 0
    public internal(set) var firstValues = 0
  }
}

/// Prompts, by the trigger that met them and by the reason that held them back.
public struct PromptTally: Sendable, Hashable {
  public internal(set) var met = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  public internal(set) var shown = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  /// A prompt that is held back for several reasons counts for each of them.
  public internal(set) var suppressed = [Int](
    repeating: 0, count: PromptSuppression.allCases.count)
  public internal(set) var tapped = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  public internal(set) var dismissed = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  /// Prompts that led to a completed share or a copied link.
  public internal(set) var shared = [Int](repeating: 0, count: PromptTrigger.allCases.count)
  public internal(set) var ignored = 0
}

/// Taps on links, by what they met.
public struct LinkTally: Sendable, Hashable {
  public internal(set) var all = 0
  public internal(set) var byMembers = 0
  public internal(set) var notOnIOS = 0
  public internal(set) var expired = 0
  public internal(set) var recorded = 0
  public internal(set) var leadToInstall = 0
  /// Taps on a link that had brought as many people as it may.
  public internal(set) var exhausted = 0
  /// Previews that the profile takes for clicks.
  public internal(set) var previews = 0
  /// What was seen, in the order of `ReceiptSurface.allCases`.
  public internal(set) var met = [Int](repeating: 0, count: ReceiptSurface.allCases.count)
  /// What taps by members may earn their inviters: an acceptance, or an action.
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

/// What follows an arrival.
public struct AfterwardsTally: Sendable, Hashable {
  public internal(set) var connected = 0
  public internal(set) var suggested = 0
  /// Those connected whom an invite led to the install, whoever is credited.
  public internal(set) var causedConnected = 0
  public internal(set) var notifications = 0
  public internal(set) var returns = 0
  public internal(set) var deletions = 0
  /// Credited newcomers by the depth of their cascade; the last counts all that are deeper.
  public internal(set) var depth = [Int](repeating: 0, count: 33)
  /// From the inviter's first launch to the invitee's, in seconds.
  public internal(set) var cycleSeconds = 0.0
  public internal(set) var cycles = 0
}
