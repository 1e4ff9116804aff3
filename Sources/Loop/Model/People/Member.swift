import Prompts
import Vocabulary

/// The state of a member, as far as sessions, invites and prompts read it: sixty-four bytes, one
/// cache line.
///
/// Times are seconds since the epoch.
struct Member: BitwiseCopyable {
  enum Stage: UInt8, BitwiseCopyable {
    /// In the first run; some never reach home.
    case onboarding
    case active
    case deleted
  }

  static let none = UInt32.max
  static let never = UInt32.max

  /// The time at which the member stops using the app.
  var leaves: UInt32 = never
  /// The time of the launch.
  private(set) var joined: UInt32
  /// The time of the first invite since the last session; `never` without one.
  var awaitsReturn: UInt32 = never
  var lastShare: UInt32 = never
  var lastPrompt: UInt32 = never
  /// The factor on the member's inclination to share.
  var propensity: Float = 1
  private let kept: KeptPerson
  var stage = Stage.onboarding
  var sessions: UInt16 = 0
  private var keptInviter: KeptPerson
  /// The trigger of the visible prompt, and in the last bit ``hasEarlierCard``.
  var cardTrigger: UInt8 = 0
  /// The last active day, from 1; 0 for none.
  var lastActiveDay: UInt16 = 0
  /// The last day on which the member opened a way to share, from 1; 0 for none.
  var lastFlowDay: UInt16 = 0
  /// The number of invites, which also numbers them; a contact who could not be invited uses a
  /// number, too.
  var sent: UInt16 = 0
  /// The number of completed shares.
  var shares: UInt16 = 0
  /// The number of contacts on the phone, clamped.
  let acquaintances: UInt16
  /// The number of pending duplicates in the address book.
  var suggestions: UInt16 = 0
  /// The number of the visible prompt; 0 for none.
  var card: UInt16 = 0
  var promptsShown: UInt16 = 0
  var promptsResolved: UInt16 = 0
  private var spentTriggers: UInt16 = 0
  var marks: Marks = []
  var promptsThisSession: UInt8 = 0
  /// The month in which the last share with an invite began, from 1; 0 for none.
  var lastSendingMonth: UInt8 = 0
  /// The app's access to the address book.
  var access = ContactsAccess.notDetermined
  var past: Past = []

  var person: PersonNumber { kept.number }
  /// The credited inviter; `nil` without credit, or after the link had no acceptances left.
  var inviter: PersonNumber? {
    keptInviter == .none ? nil : keptInviter.number
  }
  /// The number of contacts that the app has imported.
  var contacts: UInt16 { past.contains(.hasImported) ? acquaintances : 0 }

  /// The triggers that have fired and may not fire again.
  var spent: PromptTrigger.Set {
    get { PromptTrigger.Set(bits: UInt32(spentTriggers)) }
    set { spentTriggers = UInt16(truncatingIfNeeded: newValue.bits) }
  }

  init(
    person: PersonNumber, inviter: PersonNumber?, joined: UInt32, acquaintances: UInt16
  ) {
    kept = KeptPerson(person)
    keptInviter = inviter.map { KeptPerson($0) } ?? .none
    self.joined = joined
    self.acquaintances = acquaintances
  }

  /// Takes the credit from the inviter.
  mutating func loseInviter() { keptInviter = .none }

  fileprivate static let earlierCardBit: UInt8 = 1 << 7

  /// Whether the latest card was shown before the start.
  var hasEarlierCard: Bool {
    get { cardTrigger & Self.earlierCardBit != 0 }
    set { cardTrigger = cardTrigger & ~Self.earlierCardBit | (newValue ? Self.earlierCardBit : 0) }
  }

  /// Goes on from where `life` was, but for its prompts and for what is counted in a run alone.
  mutating func goOn(after life: Member, since launch: UInt32) {
    joined = launch
    sent = life.sent
    access = life.access
    marks.formUnion(life.marks.intersection([.wasExplained, .reachedScore]))
  }
}

extension Member {
  /// What happened once.
  struct Past: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// The app has imported the contacts on the phone.
    static let hasImported = Past(rawValue: 1)

    /// Notes activity on the day of that number, from 1, among ``Retention/countedDays``; returns
    /// whether it is the first of that day.
    ///
    /// Days follow each other, so that the last one noted is enough.
    mutating func countsActivity(in row: Int) -> Bool {
      guard row > rawValue >> 1 else { return false }
      self = Past(rawValue: rawValue & 1 | UInt8(truncatingIfNeeded: row << 1))
      return true
    }
  }

  /// The flags of a member.
  struct Marks: OptionSet, BitwiseCopyable {
    let rawValue: UInt16

    /// Completed a share by a way through the app.
    static let sentByFlow = Marks(rawValue: 1)
    /// Sent an invite early enough for a return to count.
    static let inviter = Marks(rawValue: 1 << 1)
    /// Opened the app in time after an invite.
    static let returned = Marks(rawValue: 1 << 2)
    /// Saw first value.
    static let sawValue = Marks(rawValue: 1 << 3)
    /// Saw the explainer for the address book.
    static let wasExplained = Marks(rawValue: 1 << 4)
    /// Was welcomed by the inviter's name.
    static let meetsInviter = Marks(rawValue: 1 << 5)
    /// Became connected with the inviter.
    static let isPaired = Marks(rawValue: 1 << 6)
    /// Was announced to the inviter.
    static let wasAnnounced = Marks(rawValue: 1 << 7)
    /// Ever dismissed a prompt.
    static let hasDismissed = Marks(rawValue: 1 << 8)
    /// Reached the score of a value moment, which happens once per member.
    static let reachedScore = Marks(rawValue: 1 << 9)
    /// Was credited to an inviter at the launch, and still was on reaching home.
    static let launchedCredited = Marks(rawValue: 1 << 10)
    static let homeCredited = Marks(rawValue: 1 << 11)
    /// Had a session after each of the return days; one bit each, as in `ActivityTally`.
    static let everyReturn = Marks(rawValue: 0b111 << firstReturn)
    private static let firstReturn: UInt16 = 12

    /// Has an account; some reach home without one.
    static let hasAccount = Marks(rawValue: 1 << 15)

    /// The return days after which a session was counted.
    var returns: UInt16 {
      get { rawValue >> Self.firstReturn & ActivityTally.everyReturn }
      set {
        self = Marks(rawValue: rawValue & ~Self.everyReturn.rawValue | newValue << Self.firstReturn)
      }
    }
  }
}

extension Member {
  /// The rarely read fields of a member.
  struct Rest: BitwiseCopyable {
    /// The time at which the member's current link was made.
    var linkMade: UInt32 = never
    /// The time at which the member deletes the account; `never` without.
    var deletes: UInt32 = never
    /// Of the credited inviter: the time of the launch, and that of the deletion.
    let inviterJoined: UInt32
    let inviterDeletes: UInt32
    /// The member's depth in the cascade, to `deepest`.
    let generation: UInt16
    /// Whether the credited inviter was a member from the start.
    let hasSeedInviter: Bool
    /// What sets the member apart in inviting, where that matters.
    var kind: Kind = []

    init(invitedBy inviter: Inviter?) {
      generation = inviter.map { min($0.generation + 1, Member.deepest) } ?? 0
      inviterJoined = inviter?.joined ?? 0
      inviterDeletes = inviter?.deletes ?? Member.never
      hasSeedInviter = inviter?.isSeed ?? false
    }
  }

  /// The depth in a cascade with which all deeper ones count.
  static let deepest: UInt16 = 16_383

  /// What sets members apart in inviting.
  struct Kind: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// Came without an invite.
    static let founder = Kind(rawValue: 1)
    /// Is of the keener kind.
    static let keen = Kind(rawValue: 1 << 1)
  }
}

extension UInt16 {
  /// Increments the number, up to its maximum.
  mutating func count() { if self < .max { self += 1 } }
}

/// The prompt history of all members, stored compactly and converted to the rules' `PromptHistory`.
struct PromptMemory: ~Copyable {
  private let start: Instant
  /// The number of earlier prompts that a policy reads.
  private let remembered: Int
  /// The moments of the prompts before the last, newest first, `remembered` − 1 for each member.
  private var earlier = Column<UInt32>()
  /// Whether a policy counts dismissals over all triggers.
  private let keepsOverall: Bool
  /// The dismissals of all members, where a policy counts them over all triggers.
  private var overall = Column<Dismissals>()
  /// The dismissals of members who had any, where the policy counts them by trigger.
  private var separate: [UInt32: DismissalLog] = [:]

  /// Creates the memory of members under any of these policies.
  init(under policies: [PromptPolicy], from start: Instant) {
    self.start = start
    keepsOverall = policies.contains { $0.dismissScope == .global }
    remembered = policies.reduce(1) { max($0, $1.maxPerWeek ?? 1) }
  }

  mutating func addMember() {
    for _ in 1..<remembered { earlier.append(Member.never) }
    if keepsOverall { overall.append(Dismissals()) }
  }

  /// Writes the history of `member`, as `policy` reads it, into `history`, which is empty.
  @inline(__always)
  func recall(
    _ member: Member, number: UInt32, under policy: borrowing PromptPolicy,
    into history: inout PromptHistory
  ) {
    history.sessions = Int(member.sessions)
    history.contacts = Int(member.contacts)
    history.spent = member.spent
    history.shown = Int(member.promptsShown)
    history.resolved = Int(member.promptsResolved)
    history.shownThisSession = Int(member.promptsThisSession)
    let first = Int(number) * (remembered - 1)
    for place in (first..<first + remembered - 1).reversed() {
      if let moment = instant(earlier[place]) { history.recent.add(moment) }
    }
    if let moment = instant(member.lastPrompt) { history.recent.add(moment) }
    history.lastShare = instant(member.lastShare)
    if member.card > 0 {
      history.card = PromptHistory.Card(
        trigger: PromptTrigger.allCases[Int(member.cardTrigger & ~Member.earlierCardBit)],
        number: Int(member.card))
    }
    guard member.marks.contains(.hasDismissed) else { return }
    switch policy.dismissScope {
    case .global:
      let past = overall[Int(number)]
      history.dismissals.overall.last = instant(past.last)
      history.dismissals.overall.count = Int(past.count)
      history.dismissals.overall.quietUntil = instant(past.quietUntil)
    case .perTrigger:
      if let log = separate[number] { history.dismissals = log }
    }
  }

  /// Stores the history of `member` after the rules of `policy` have updated it.
  @inline(__always)
  mutating func keep(
    _ history: borrowing PromptHistory, in member: inout Member, number: UInt32,
    under policy: borrowing PromptPolicy
  ) {
    member.sessions = UInt16(clamping: history.sessions)
    member.spent = history.spent
    member.promptsShown = UInt16(clamping: history.shown)
    member.promptsResolved = UInt16(clamping: history.resolved)
    member.promptsThisSession = UInt8(clamping: history.shownThisSession)
    member.lastPrompt = seconds(history.recent.newest)
    let first = Int(number) * (remembered - 1)
    for place in 0..<remembered - 1 {
      earlier[first + place] = seconds(history.recent.nth(place + 2))
    }
    member.lastShare = seconds(history.lastShare)
    member.card = UInt16(clamping: history.card?.number ?? 0)
    if let trigger = history.card?.trigger {
      member.cardTrigger = trigger.ordinal | member.cardTrigger & Member.earlierCardBit
    }
    if !history.dismissals.isEmpty { member.marks.insert(.hasDismissed) }
    guard member.marks.contains(.hasDismissed) else { return }
    switch policy.dismissScope {
    case .global:
      overall[Int(number)] = Dismissals(
        last: seconds(history.dismissals.overall.last),
        quietUntil: seconds(history.dismissals.overall.quietUntil),
        count: UInt8(clamping: history.dismissals.overall.count))
    case .perTrigger: separate[number] = history.dismissals
    }
  }

  private func instant(_ seconds: UInt32) -> Instant? {
    seconds == Member.never ? nil : start + .seconds(Int64(seconds))
  }

  private func seconds(_ instant: Instant?) -> UInt32 {
    instant.map { UInt32(clamping: ($0 - start).milliseconds / 1_000) } ?? Member.never
  }

  var bytes: Int { earlier.bytes + overall.bytes }

  /// The dismissals of a member, in seconds since the start.
  private struct Dismissals: BitwiseCopyable {
    var last = Member.never
    var quietUntil = Member.never
    var count: UInt8 = 0
  }
}
