import Prompts
import Vocabulary

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
        trigger: PromptTrigger.allCases[Int(member.cardTrigger)], number: Int(member.card))
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
    if let trigger = history.card?.trigger { member.cardTrigger = trigger.ordinal }
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
