import Attribution
import Invites
import Prompts
public import Vocabulary

/// All counts of a run.
///
/// Invites that were sent before the start are no invites of the run. Whom they bring is counted as
/// any other newcomer by an invite, and once more as `byEarlier` and `homeByEarlier`; their taps are
/// counted on their day, and once more as `ofEarlier`. Nothing else counts them: not the funnels of
/// invites, taps and what comes of taps, nor accepted invites. So each share of invites is over those
/// since the start.
public struct Tally: Sendable, Hashable, Decodable {
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

  init(
    days: Int, retentionDays: Int = Retention.alwaysCounted.count,
    promptsLeadTo way: Origin.Way = .homePrompt
  ) {
    activity = ActivityTally(days: days, retentionDays: retentionDays)
    origins = OriginTally(promptsLeadTo: way)
    self.days = [Day](repeating: Day(), count: days)
  }

  /// The counts of one day.
  public struct Day: Sendable, Hashable, Decodable, BitwiseCopyable {
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
public struct PromptTally: Sendable, Hashable, Decodable {
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
public struct RecipientTally: Sendable, Hashable, Decodable {
  /// The invites, except those of the run's last minute.
  public internal(set) var invites = 0
  public internal(set) var people = 0
  /// The people of the market for whom they stand.
  public internal(set) var inMarket = 0
  /// The people whom two inviters or more invited.
  public internal(set) var ofSeveral = 0
}

/// Taps on links, by their result.
public struct LinkTally: Sendable, Hashable, Decodable {
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
  /// Taps on links of invites from before the start, which no other count here contains.
  public internal(set) var ofEarlier = 0
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
public struct AfterwardsTally: Sendable, Hashable, Decodable {
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
public struct ArrivalTally: Sendable, Hashable, Decodable {
  /// The arrivals of one kind.
  public struct Kind: Sendable, Hashable, Decodable {
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

/// The credit decisions, and their correctness.
public struct CreditTally: Sendable, Hashable, Decodable {
  public internal(set) var credited = 0
  public internal(set) var recordedOnly = 0
  public internal(set) var none = 0
  /// The correctness of all decisions.
  public internal(set) var all = Verdicts()
  private var ofRules = Rules()
  /// The correctness of decisions with competing clicks of several inviters.
  public internal(set) var conflicting = Verdicts()
  /// Launches without credit because the link had no acceptances left.
  public internal(set) var usedUp = 0

  /// The correctness of the decisions of each rule.
  public internal(set) var byRule: [RuleID: Verdicts] {
    get { Dictionary(uniqueKeysWithValues: ofRules.rows.map { ($0.rule, $0.verdicts) }) }
    set {
      ofRules.rows = newValue.sorted { $0.key < $1.key }
        .map { Rules.Row(rule: $0.key, verdicts: $0.value) }
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
  public struct Verdicts: Sendable, Hashable, Decodable {
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

  /// The correctness of the decisions of each rule, in the order of the rules: few enough to be
  /// searched one after the other.
  struct Rules: Sendable, Hashable, Decodable, CustomReflectable {
    struct Row: Sendable, Hashable, Decodable {
      let rule: RuleID
      var verdicts = Verdicts()
    }

    var rows: [Row] = []
    var customMirror: Mirror { Mirror(reflecting: rows) }

    /// Returns the place of `rule`, which there is from then on.
    mutating func place(of rule: RuleID) -> Int {
      if let place = rows.firstIndex(where: { $0.rule == rule }) { return place }
      let place = rows.firstIndex { $0.rule > rule } ?? rows.count
      rows.insert(Row(rule: rule), at: place)
      return place
    }
  }

  mutating func count(_ verdict: CreditVerdict, by rule: RuleID, isConflict: Bool) {
    all[verdict] += 1
    ofRules.rows[ofRules.place(of: rule)].verdicts[verdict] += 1
    if isConflict { conflicting[verdict] += 1 }
  }
}

/// The correctness of a credit decision, given the link that caused the install.
public enum CreditVerdict: String, CaseIterable, Sendable {
  /// The credit went to the inviter whose link led to the install.
  case right
  /// The credit went to another inviter.
  case wrong
  /// An invited install earned no credit.
  case lost
  /// An organic install was credited to an inviter.
  case stolen
  /// An organic install earned no credit.
  case organic

  /// Compares the inviter whose link caused the install with the credited one.
  init<Inviter: Equatable>(cause: Inviter?, credited: Inviter?) {
    self =
      switch (cause, credited) {
      case (nil, nil): .organic
      case (nil, _): .stolen
      case (_, nil): .lost
      case (let cause, let credited): cause == credited ? .right : .wrong
      }
  }
}

/// The funnel of invites, by origin.
public struct OriginTally: Sendable, Hashable, Decodable {
  /// The funnel of the invites of one origin.
  public struct Funnel: Sendable, Hashable {
    public internal(set) var invites = 0
    public internal(set) var taps = 0
    /// Launches that the invite caused, credited or not.
    public internal(set) var launches = 0
    public internal(set) var homes = 0

    public init(invites: Int = 0, taps: Int = 0, launches: Int = 0, homes: Int = 0) {
      self.invites = invites
      self.taps = taps
      self.launches = launches
      self.homes = homes
    }

    public mutating func add(_ other: Funnel) {
      invites += other.invites
      taps += other.taps
      launches += other.launches
      homes += other.homes
    }
  }

  /// The steps of a funnel, in the order of its fields.
  enum Stage: UInt8 {
    case invite, tap, launch, home

    static let count = 4
  }

  /// The count of each step, by origin; sums are computed on access.
  var counts = [Int](repeating: 0, count: places)
  /// The way of invites that followed a prompt.
  private let promptWay: Origin.Way

  init(promptsLeadTo way: Origin.Way) { promptWay = way }

  /// The number of counts.
  static var places: Int { 256 * Stage.count }

  @inline(__always)
  static func place(of stage: Stage, _ origin: Origin) -> Int {
    Int(origin.packed) * Stage.count + Int(stage.rawValue)
  }

  /// The funnels in the order of `Origin.Way.allCases`.
  public var byWay: [Funnel] {
    funnels(Origin.Way.allCases.count) { origin in
      switch origin.source {
      case .way(let way): Int(way.rawValue)
      case .prompt: Int(promptWay.rawValue)
      }
    }
  }

  /// The funnels of invites that followed a prompt, in the order of the triggers.
  public var byTrigger: [Funnel] {
    funnels(PromptTrigger.allCases.count) { origin in
      switch origin.source {
      case .way: nil
      case .prompt(let trigger): Int(trigger.ordinal)
      }
    }
  }

  /// The funnels in the order of `ShareTarget.allCases`; the last is for unreported targets.
  public var byTarget: [Funnel] {
    funnels(ShareTarget.allCases.count + 1) { $0.targetPlace }
  }

  /// Returns `count` sums over the origins, each added at its `place`.
  private func funnels(_ count: Int, place: (Origin) -> Int?) -> [Funnel] {
    var funnels = [Funnel](repeating: Funnel(), count: count)
    for packed in UInt8.min...UInt8.max {
      let first = Int(packed) * Stage.count
      // Most bytes are not an origin.
      if counts[first] | counts[first + 1] | counts[first + 2] | counts[first + 3] == 0 { continue }
      guard let place = place(Origin(packed: packed)) else { continue }
      funnels[place].add(
        Funnel(
          invites: counts[first], taps: counts[first + 1], launches: counts[first + 2],
          homes: counts[first + 3]))
    }
    return funnels
  }
}

extension Origin {
  /// The place of the target in a list of all targets, with the unreported one at its end.
  var targetPlace: Int { channel == 0 ? ShareTarget.allCases.count : channel - 1 }
}

/// Attempts to share, by way.
public struct ShareTally: Sendable, Hashable, Decodable {
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
