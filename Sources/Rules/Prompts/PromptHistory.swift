public import Vocabulary

/// The facts about a user's past that the prompt rules may read.
public struct PromptHistory: Hashable, Sendable {
  /// The prompt on screen, waiting to be dismissed or tapped.
  public struct Card: Hashable, Sendable, BitwiseCopyable {
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
public struct RecentPrompts: Hashable, Sendable, BitwiseCopyable {
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
public struct DismissalLog: Hashable, Sendable {
  /// The dismissals of all prompts, or of those of one trigger.
  public struct Record: Hashable, Sendable, BitwiseCopyable {
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
