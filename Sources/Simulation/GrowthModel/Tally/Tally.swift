import Attribution
import Invites
import Onboarding
import Prompts
public import Vocabulary

/// Everything that a run counts.
public struct Tally: Sendable, Hashable {
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
  public struct Day: Sendable, Hashable {
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
    /// Members with a session on this day, and those who opened a way to share on it.
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

/// Attempts to share, by their way.
public struct ShareTally: Sendable, Hashable {
  static let ways = Origin.Way.allCases.count

  /// By the way, and how they ended.
  public internal(set) var endings = [[Int]](
    repeating: [Int](repeating: 0, count: SharingAttempt.Ending.allCases.count), count: ways)
  /// Attempts that reached each step of the flow.
  public internal(set) var steps = [Int](repeating: 0, count: SharingAttempt.Steps.count)
  /// Completed shares in which nothing was sent.
  public internal(set) var unsent = 0
  public internal(set) var refusedByRule: [RuleID: Int] = [:]
  public internal(set) var linksCreated = 0
  public internal(set) var linkRequests = 0
  /// Share sheets that were opened, in all attempts.
  public internal(set) var sheets = 0
  /// Attempts in which the app said why it wants contacts, and those of them that allowed it.
  public internal(set) var explained = 0
  public internal(set) var granted = 0
  /// Of attempts that were completed: the taps, in the policy's way of counting, the seconds, and
  /// how many kept the policy's budget of taps or missed it.
  public internal(set) var taps = Spread()
  public internal(set) var seconds = Spread()
  public internal(set) var withinTapBudget = 0
  public internal(set) var overTapBudget = 0
  /// From the entry point to the end of attempts that were completed.
  public internal(set) var secondsToComplete = 0.0
  public internal(set) var previews = 0
  /// Invites that were reported as spam.
  public internal(set) var complaints = 0
  /// Contacts picked in the app, and how many of them the messages then went to.
  public internal(set) var selected = 0
  public internal(set) var selectedReached = 0
  /// Shares by the channel that the policy reports; the last is one that nobody could tell.
  public internal(set) var reported = [Int](
    repeating: 0, count: ReportedChannel.allCases.count + 1)

  mutating func count(_ attempt: SharingAttempt, by way: Origin.Way, under metrics: MetricPolicy) {
    endings[Int(way.rawValue)][Int(attempt.ending.rawValue)] += 1
    for step in 0..<steps.count where attempt.steps.rawValue >> step & 1 == 1 { steps[step] += 1 }
    if let rule = attempt.rule { refusedByRule[rule, default: 0] += 1 }
    if attempt.passedOver > 0 {
      refusedByRule[LimitQuestion.reinvite(lastInvited: nil).rule, default: 0] += attempt.passedOver
    }
    selected += attempt.selected
    selectedReached += attempt.selectedReached
    if attempt.target != nil {
      let channel = attempt.channel.flatMap { ReportedChannel.allCases.firstIndex(of: $0) }
      reported[channel ?? ReportedChannel.allCases.count] += 1
    }
    linksCreated += attempt.linksCreated
    linkRequests += attempt.linkRequests
    sheets += attempt.sheets
    if attempt.ending == .completed { countCompletion(attempt, under: metrics) }
  }

  private mutating func countCompletion(_ attempt: SharingAttempt, under metrics: MetricPolicy) {
    secondsToComplete += Double(attempt.took.milliseconds) / 1_000
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

/// First launches, and how far newcomers came.
public struct LaunchTally: Sendable, Hashable {
  public internal(set) var organic = 0
  /// Caused by an invite, whoever is credited.
  public internal(set) var invited = 0
  public internal(set) var alreadyThere = 0
  public internal(set) var signedUp = 0
  public internal(set) var verified = 0
  /// Whom an invite led to the install and who were accepted: as the profile means it, and as the
  /// design document does, which is to sign up within seven days of the sending.
  public internal(set) var accepted = 0
  public internal(set) var signedUpInWeek = 0
  /// Newcomers who were shown why the app wants contacts, and those of them who allowed it.
  public internal(set) var explained = 0
  public internal(set) var granted = 0
  /// Who came home and found something to clean up there, or only the checklist of their policy; and
  /// who took the primary action, in the same order.
  public internal(set) var offered = [0, 0]
  public internal(set) var acted = [0, 0]
  public internal(set) var firstValue = 0
  public internal(set) var secondsToFirstValue = 0.0
  /// In seconds from the first launch; of those whom an invite led to the install, also from the tap.
  public internal(set) var toFirstValue = Spread()
  public internal(set) var invitedToFirstValue = Spread()
  public internal(set) var tapToFirstValue = Spread()
  /// First values within the profile's budget, by the profile's clock, and after it.
  public internal(set) var valueInTime = 0
  public internal(set) var valueLate = 0
  public internal(set) var home = 0
  public internal(set) var invitedHome = 0
  /// Whom an invite brought home, whoever is credited.
  public internal(set) var causedHome = 0
  /// Who saw first value after an invite led to the install.
  public internal(set) var causedFirstValue = 0
  /// By the screen that newcomers saw last who left before home.
  public internal(set) var leftAt = [Int](repeating: 0, count: JourneyScreen.allCases.count)
}

/// What follows an arrival.
public struct AfterwardsTally: Sendable, Hashable {
  public internal(set) var connected = 0
  public internal(set) var suggested = 0
  public internal(set) var notifications = 0
  public internal(set) var returns = 0
  public internal(set) var deletions = 0
  /// Credited newcomers by the depth of their cascade; the last counts all that are deeper.
  public internal(set) var depth = [Int](repeating: 0, count: 33)
  /// From the inviter's first launch to the invitee's, in seconds.
  public internal(set) var cycleSeconds = 0.0
  public internal(set) var cycles = 0
}
