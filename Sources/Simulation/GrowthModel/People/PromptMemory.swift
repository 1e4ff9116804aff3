import Prompts
import Vocabulary

/// What prompts need to know of members, kept small and handed to the rules in their own words.
struct PromptMemory: ~Copyable {
  private let dismissScope: PromptPolicy.DismissScope
  private let start: Instant
  /// How many moments the policy looks back at.
  private let remembered: Int
  /// The moments of the latest prompts, newest first, `remembered` for each member.
  private var recent = Column<UInt32>()
  /// Where dismissals are told apart by trigger: those of the members who had any.
  private var separate: [UInt32: DismissalLog] = [:]

  init(under policy: PromptPolicy, from start: Instant) {
    dismissScope = policy.dismissScope
    self.start = start
    remembered = max(1, policy.maxPerWeek ?? 1)
  }

  mutating func addMember() {
    for _ in 0..<remembered { recent.append(Member.never) }
  }

  /// The past of `member` in the words of the prompt rules.
  @inline(__always)
  func history(of member: Member, number: UInt32) -> PromptHistory {
    var history = PromptHistory()
    history.sessions = Int(member.sessions)
    history.contacts = Int(member.contacts)
    history.spent = member.spent
    history.shown = Int(member.promptsShown)
    history.resolved = Int(member.promptsResolved)
    history.shownThisSession = Int(member.promptsThisSession)
    let first = Int(number) * remembered
    for place in (first..<first + remembered).reversed() {
      if let moment = instant(recent[place]) { history.recent.add(moment) }
    }
    history.lastShare = instant(member.lastShare)
    if member.card > 0 {
      history.card = PromptHistory.Card(
        trigger: PromptTrigger.allCases[Int(member.cardTrigger)], number: Int(member.card))
    }
    switch dismissScope {
    case .global:
      history.dismissals.overall.last = instant(member.lastDismissal)
      history.dismissals.overall.count = Int(member.dismissals)
      history.dismissals.overall.quietUntil = instant(member.quietUntil)
    case .perTrigger:
      if let log = separate[number] { history.dismissals = log }
    }
    return history
  }

  /// Remembers what the rules made of the past of `member`.
  @inline(__always)
  mutating func keep(_ history: PromptHistory, in member: inout Member, number: UInt32) {
    member.sessions = UInt16(clamping: history.sessions)
    member.spent = history.spent
    member.promptsShown = UInt16(clamping: history.shown)
    member.promptsResolved = UInt16(clamping: history.resolved)
    member.promptsThisSession = UInt8(clamping: history.shownThisSession)
    let first = Int(number) * remembered
    for place in 0..<remembered {
      recent[first + place] = seconds(history.recent.nth(place + 1))
    }
    member.lastShare = seconds(history.lastShare)
    member.card = UInt16(clamping: history.card?.number ?? 0)
    if let trigger = history.card?.trigger { member.cardTrigger = trigger.ordinal }
    switch dismissScope {
    case .global:
      member.lastDismissal = seconds(history.dismissals.overall.last)
      member.dismissals = UInt8(clamping: history.dismissals.overall.count)
      member.quietUntil = seconds(history.dismissals.overall.quietUntil)
    case .perTrigger:
      if history.dismissals != DismissalLog() { separate[number] = history.dismissals }
    }
  }

  private func instant(_ seconds: UInt32) -> Instant? {
    seconds == Member.never ? nil : start + .seconds(Int64(seconds))
  }

  private func seconds(_ instant: Instant?) -> UInt32 {
    instant.map { UInt32(clamping: ($0 - start).milliseconds / 1_000) } ?? Member.never
  }

  var bytes: Int { recent.bytes }
}
