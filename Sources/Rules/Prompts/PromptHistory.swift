public import Vocabulary

/// The facts about a user's past that the prompt rules may read.
public struct PromptHistory: Hashable, Sendable {
  /// The prompt on screen, waiting to be dismissed or tapped.
  public struct Card: Hashable, Sendable, BitwiseCopyable {
    public var trigger: PromptTrigger
    /// The number of the prompt among the user's, from 1.
    public var number: Int

    public init(trigger: PromptTrigger, number: Int) {
      self.trigger = trigger
      self.number = number
    }
  }

  /// The sessions begun so far.
  public var sessions = 0
  public var contacts = 0
  public var isInCoreFlow = false
  /// The triggers that have fired and may not fire again.
  public var spent: PromptTrigger.Set = []
  public var shown = 0
  /// The prompts that were dismissed or acted on.
  public var resolved = 0
  public var shownThisSession = 0
  public var recent = RecentPrompts()
  public var lastShare: Instant?
  public var dismissals = DismissalLog()
  public var card: Card?
  /// The state of the latest prompt that was shown; `nil` before the first.
  public var latest: PromptState?

  public init() {}
}

/// The times of the latest prompts, newest first.
public struct RecentPrompts: Hashable, Sendable, BitwiseCopyable {
  /// The number of prompts it remembers, and so the largest weekly cap.
  public static let capacity = 8

  // A vector is eight integers in place: an array would allocate for each user.
  private var times = SIMD8<Int64>(repeating: .min)

  public init() {}

  public var newest: Instant? { nth(1) }

  /// Returns the time of the `n`th newest, from 1; `nil` if there were fewer.
  public func nth(_ n: Int) -> Instant? {
    precondition(
      (1...Self.capacity).contains(n), "only \(Self.capacity) prompts are remembered, not \(n)")
    let time = times[n - 1]
    return time == .min ? nil : Instant(milliseconds: time)
  }

  public mutating func add(_ instant: Instant) {
    for place in stride(from: Self.capacity - 1, to: 0, by: -1) { times[place] = times[place - 1] }
    times[0] = instant.milliseconds
  }
}

/// The dismissals, in all and by trigger.
public struct DismissalLog: Hashable, Sendable {
  public struct Record: Hashable, Sendable, BitwiseCopyable {
    public var last: Instant?
    /// The dismissals that count toward the long silence.
    public var count = 0
    /// The end of the long silence.
    public var quietUntil: Instant?

    public init() {}
  }

  public var overall = Record()
  /// By trigger; stays empty, and so without memory, unless the policy separates triggers.
  private var separate: [PromptTrigger: Record] = [:]

  public init() {}

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
