public import Vocabulary

/// The facts about a user's past that the prompt rules may read.
public struct PromptHistory: Hashable, Sendable, KeptState {
  /// The prompt on screen, waiting to be dismissed or tapped.
  public struct Card: Hashable, Sendable, BitwiseCopyable, Codable {
    /// The trigger that brought the prompt.
    public var trigger: PromptTrigger
    /// The number of the prompt among the user's, from 1.
    public var number: Int

    /// Creates the card of a prompt; `number` counts from 1.
    public init(trigger: PromptTrigger, number: Int) {
      self.trigger = trigger
      self.number = number
    }
  }

  /// The sessions begun so far.
  public var sessions = 0
  /// The number of the user's contacts when they were last counted.
  public var contacts = 0
  /// Whether the user is in a core flow, a primary task of the app.
  public var isInCoreFlow = false
  /// The sections that stand above the place of a card on the home tab now.
  public var sectionsAbove: SectionsAbove = []
  /// The triggers that have fired and may not fire again.
  public var spent: PromptTrigger.Set = []
  /// The prompts shown so far; a card that lasts over several sessions counts as the policy says.
  public var shown = 0
  /// The prompts that were dismissed or acted on.
  public var resolved = 0
  /// The prompts shown in the present session; those before the first session count in it.
  public var shownThisSession = 0
  /// The times of the latest prompts, for the interval and the weekly cap.
  public var recent = RecentPrompts()
  /// The time of the last share, or of a copy that counts as one; `nil` before the first.
  public var lastShare: Instant?
  /// The dismissals so far, for the cool-down and the long silence.
  public var dismissals = DismissalLog()
  /// The prompt on screen; `nil` if there is none.
  public var card: Card?
  /// The state of the latest prompt that was shown; `nil` before the first.
  public var latest: PromptState?

  /// Creates the history of a user without sessions, contacts and prompts.
  public init() {}
}

/// The times of the latest prompts, newest first.
public struct RecentPrompts: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The number of prompts it remembers, and so the largest weekly cap.
  public static let capacity = 8

  // A vector is eight integers in place: an array would allocate for each user.
  private var times = SIMD8<Int64>(repeating: .min)

  /// Creates a list without prompts.
  public init() {}

  /// The time of the newest prompt; `nil` before the first.
  public var newest: Instant? { nth(1) }

  /// Returns the time of the `n`th newest, from 1; `nil` if there were fewer.
  public func nth(_ n: Int) -> Instant? {
    precondition(
      (1...Self.capacity).contains(n), "only \(Self.capacity) prompts are remembered, not \(n)")
    let time = times[n - 1]
    return time == .min ? nil : Instant(milliseconds: time)
  }

  /// Adds a prompt as the newest, and drops the oldest beyond `capacity`.
  public mutating func add(_ instant: Instant) {
    for place in stride(from: Self.capacity - 1, to: 0, by: -1) { times[place] = times[place - 1] }
    times[0] = instant.milliseconds
  }
}

/// The dismissals, in all and by trigger.
public struct DismissalLog: Hashable, Sendable, Codable {
  /// The dismissals of all prompts, or of those of one trigger.
  public struct Record: Hashable, Sendable, BitwiseCopyable, Codable {
    /// The time of the last dismissal; `nil` before the first.
    public var last: Instant?
    /// The dismissals that count toward the long silence.
    public var count = 0
    /// The end of the long silence.
    public var quietUntil: Instant?

    /// Creates a record without dismissals.
    public init() {}
  }

  /// The record of all prompts together, kept under the scope `global` alone.
  public var overall = Record()
  /// By trigger; stays empty, and so without memory, unless the policy separates triggers.
  private var separate: [PromptTrigger: Record] = [:]

  /// Creates a log without dismissals.
  public init() {}

  /// Whether nothing was ever dismissed.
  public var isEmpty: Bool { overall == Record() && separate.isEmpty }

  /// The record that concerns `trigger` under `scope`.
  public subscript(trigger: PromptTrigger, scope: PromptPolicy.DismissScope) -> Record {
    get {
      switch scope {
      case .global: overall
      case .perTrigger: separate[trigger] ?? Record()
      }
    }
    set {
      switch scope {
      case .global: overall = newValue
      case .perTrigger: separate[trigger] = newValue
      }
    }
  }
}

/// An event of a user that the prompt rules record.
public enum PromptEvent: Hashable, Sendable {
  /// The user began a session.
  case sessionBegan
  /// The user's contacts were counted; the number replaces the one before.
  case contactsCounted(Int)
  /// The user dismissed the prompt on screen.
  case dismissed
  /// The user acted on the prompt on screen.
  case tapped
  /// The user completed a share, from any entry point.
  case shared
  /// The user copied the link.
  case copied
  /// The user entered a core flow, a primary task of the app.
  case coreFlowBegan
  /// The user left the core flow.
  case coreFlowEnded
  /// The sections of the home tab changed; these stand above the place of a card from now on.
  case sectionsAbove(SectionsAbove)
}

extension PromptPolicy {
  /// Decides about `trigger`, and enters the result into `history`.
  public func meet(
    _ trigger: PromptTrigger, in history: inout PromptHistory, at now: Instant,
    zone: CivilZone
  ) -> PromptDecision {
    let decision = decide(trigger, for: history, at: now, zone: zone)
    record(decision, in: &history, at: now)
    return decision
  }

  /// Enters a decision into `history`: the trigger has fired, and a shown prompt is on screen.
  public func record(
    _ decision: PromptDecision, in history: inout PromptHistory, at now: Instant
  ) {
    guard !decision.suppressions.contains(.notATrigger) else { return }
    if decision.isShown {
      history.spent.insert(decision.trigger)
      history.shown += 1
      history.shownThisSession += 1
      history.recent.add(now)
      history.card = PromptHistory.Card(trigger: decision.trigger, number: decision.number)
      history.latest = .shown(number: decision.number)
    } else if triggerWhileSuppressed == .lost {
      history.spent.insert(decision.trigger)
    }
  }

  /// Enters `event` into `history`, and returns its destination.
  ///
  /// Only a tap on the prompt has a destination, and it is counted before the destination is
  /// determined.
  @discardableResult
  public func record(
    _ event: PromptEvent, in history: inout PromptHistory, at now: Instant
  ) -> PromptCard.Destination? {
    switch event {
    case .sessionBegan:
      // Events before the first announced session belong to that session.
      if history.sessions > 0 { history.shownThisSession = 0 }
      history.sessions += 1
      // A card still on screen counts again with each visit, unless it counts once.
      if !persistingCardCountsOnce, history.card != nil {
        history.shown += 1
        history.shownThisSession += 1
        history.recent.add(now)
      }
    case .contactsCounted(let count):
      history.contacts = count
    case .dismissed:
      guard let card = history.card else { return nil }
      resolve(as: .dismissed(number: card.number), in: &history)
      noteDismissal(of: card.trigger, in: &history, at: now)
    case .tapped:
      guard let card = history.card else { return nil }
      resolve(as: .actedOn(number: card.number), in: &history)
      return surface.destination
    case .shared, .copied:
      if isShare(event) { history.lastShare = now }
    case .coreFlowBegan:
      history.isInCoreFlow = true
    case .coreFlowEnded:
      history.isInCoreFlow = false
    case .sectionsAbove(let above):
      history.sectionsAbove = above
    }
    return nil
  }

  /// Whether `event` is a share, after which prompts stay away for a while.
  public func isShare(_ event: PromptEvent) -> Bool {
    switch event {
    case .shared: true
    case .copied: copyCountsAsShare == true
    case .sessionBegan, .contactsCounted, .dismissed, .tapped, .coreFlowBegan, .coreFlowEnded,
      .sectionsAbove:
      false
    }
  }

  /// Removes the card; it is counted here, before the result of a tap.
  private func resolve(as state: PromptState, in history: inout PromptHistory) {
    history.card = nil
    history.latest = state
    history.resolved += 1
  }

  private func noteDismissal(
    of trigger: PromptTrigger, in history: inout PromptHistory, at now: Instant
  ) {
    var record = history.dismissals[trigger, dismissScope]
    if let quietUntil = record.quietUntil, now >= quietUntil {
      record.count = 0
      record.quietUntil = nil
    }
    record.last = now
    record.count += 1
    if let dismissalsToSuppress, let silenceAfterDismissals, record.count >= dismissalsToSuppress {
      record.quietUntil = now + silenceAfterDismissals
    }
    history.dismissals[trigger, dismissScope] = record
  }
}

extension PromptRules {
  static let events: [Rule] = [
    Rule("PRM-16", "Dismiss removes the card and moves the counter."),
    Rule("PRM-22", "A prompt shown counts, whether dismissed or acted on."),
    Rule("PRM-25", "Dismissed: the card is gone, the counter moved."),
    Rule("PRM-26", "Acted on: the card is gone, the counter moved, the share screen opens."),
    Rule("PRM-28", "The counter moves before navigation."),
    Rule("PRM-29", "The prompt number runs from 1 to the lifetime cap."),
    Rule("PRM-30", "The counter counts prompts shown; counting resolved ones is a what-if."),
    Rule("PRM-36", "Copying the link counts as sharing; at exactly fourteen days it is over."),
    Rule("PRM-37", "A card that stays over several visits is one prompt."),
    Rule("CNF-42", "What the prompt counter counts."),
  ]
}
