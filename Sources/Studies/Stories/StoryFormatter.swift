import Attribution
public import GrowthloopFindings
public import GrowthloopModel
import Invites
import Onboarding
public import Profiles
public import Prompts
import Statistics
public import Vocabulary

/// A formatter of one person's events.
public struct StoryFormatter: Sendable {
  let profile: Profile
  let clock: RunClock
  /// The input of the prompt rules, for decisions under other settings; `nil` omits these.
  let prompts: PromptLog?
  let zone: CivilZone

  /// Creates a formatter of events in a simulation of `plan`.
  public init(_ plan: GrowthPlan, prompts: PromptLog? = nil) {
    profile = plan.profile
    clock = RunClock(from: plan.start)
    zone = plan.behaviour.market.zone
    self.prompts = prompts
  }

  /// An event in words, before its moment.
  struct Telling {
    var kind: String
    var detail: String?
    var person: UInt32?
    var rule: RuleID?
    var text: String
    var notes: [StoryLine.Note] = []

    init(
      _ kind: String, _ detail: String? = nil, person: UInt32? = nil, rule: RuleID? = nil,
      text: String, notes: [StoryLine.Note] = []
    ) {
      self.kind = kind
      self.detail = detail
      self.person = person
      self.rule = rule
      self.text = text
      self.notes = notes
    }
  }

  public func line(of entry: StoryEntry) -> StoryLine {
    let telling = telling(of: entry)
    let rule = telling.rule.map { " (\($0))" } ?? ""
    return StoryLine(
      at: entry.at.iso8601, day: clock.day(of: entry.at), time: clock.time(of: entry.at),
      kind: telling.kind, detail: telling.detail, person: telling.person,
      rule: telling.rule?.description, text: telling.text + rule, notes: telling.notes)
  }

  private func wasThere(since joined: Instant?, _ past: PromptHistory) -> Telling {
    guard let joined else { return Telling("wasThere", text: "is a member from the start") }
    let share = past.lastShare.map { "; the last share was on \(date($0))" } ?? ""
    return Telling(
      "wasThere",
      text: "joined on \(date(joined)), before the start, and has seen \(past.shown) "
        + "\(past.shown == 1 ? "prompt" : "prompts")\(share)")
  }

  private func date(_ moment: Instant) -> String { CivilDate(of: moment, in: zone).inWords }

  private func telling(of entry: StoryEntry) -> Telling {
    switch entry.event {
    case .wasThere(let since, let past): wasThere(since: since, past)
    case .received(let sender, let origin):
      Telling(
        "received", person: sender, text: "receives an invite of person \(sender)\(words(origin))")
    case .tapped(let sender, let received):
      Telling(
        "tapped", "\(received.because)", person: sender, rule: received.rule,
        text: "taps the invite of person \(sender): \(words(received))")
    case .arrived(let cause): arrival(cause)
    case .credit(let story): credit(story)
    case .firstRun(let story): firstRun(story, from: entry.at)
    case .connection(let other, let decision): connection(with: other, decision)
    case .reachedHome: Telling("home", text: "reaches home")
    case .session(let number, let quiet, let isReturn):
      Telling(
        "session", isReturn ? "returned" : nil,
        text: (isReturn ? "comes back upon news: " : "") + "session \(number)"
          + (quiet == 0 ? "" : ", after \(quiet) quiet \(quiet == 1 ? "one" : "ones")"))
    case .prompt(let decision, let heard): prompt(decision, heard: heard, at: entry.at)
    case .answered(let answer):
      Telling(
        "answered", answer.rawValue,
        text: [
          .tapped: "taps the card", .dismissed: "dismisses the card",
          .ignored: "leaves the card as it is",
        ][answer] ?? "")
    case .shared(let story): share(story, from: entry.at)
    case .invited(let recipient, let origin, let tap): invite(recipient, origin, tap)
    case .inviteTapped(let person, let received):
      Telling(
        "inviteTapped", "\(received.because)", person: person, rule: received.rule,
        text: "person \(person) taps an invite of theirs: \(words(received))")
    case .joined(let person, let isCredited, let isCaused):
      joined(person, isCredited: isCredited, isCaused: isCaused)
    case .news(let person, let milestone, let decision): news(person, milestone, decision)
    case .deletedAccount: Telling("deleted", text: "deletes the account")
    case .left: Telling("left", text: "uses the app no more")
    }
  }

  private func words(_ received: ReceiptDecision) -> String {
    "\(received.because), sees \(received.surface)"
      + (received.isRecorded ? ", recorded" : ", not recorded")
  }

  /// Returns the origin of an invite: " by whatsapp, from profile".
  func words(_ origin: Origin) -> String {
    let source =
      switch origin.source {
      case .way(.elsewhere): ", outside of the app's screens"
      case .way(let way): ", from \(way)"
      case .prompt(let trigger): ", after the prompt at \(trigger)"
      }
    return (origin.target.map { " by \($0)" } ?? "") + source
  }
}

extension StoryFormatter {
  func arrival(_ cause: UInt32?) -> Telling {
    let start = "opens the app for the first time, "
    guard let cause else {
      return Telling("arrived", "organic", text: start + "of their own accord")
    }
    return Telling(
      "arrived", "invited", person: cause,
      text: start + "since an invite of person \(cause) led to it")
  }

  func credit(_ story: CreditStory) -> Telling {
    let outcome =
      switch (story.decision.outcome, story.decision.inviter) {
      case (.credited, let inviter?): "person \(inviter.rawValue) is credited"
      case (.recordedOnly, let inviter?): "person \(inviter.rawValue) is recorded, not credited"
      case (_, _): "no inviter is credited"
      }
    let truth: [CreditVerdict: String] = [
      .organic: "without an inviter", .right: "rightly",
      .wrong: "wrongly: person \(story.cause ?? 0) brought them",
      .stolen: "though no invite led to it",
      .lost: "though person \(story.cause ?? 0) brought them",
    ]
    var notes = story.clicks.sorted { $0.sequence < $1.sequence }.map { click in
      let verdict = story.passedOver.first { $0.sequence == click.sequence }
      let text = "click of person \(click.inviter.rawValue) on \(clock.text(click.at)): "
      return verdict.map {
        StoryLine.Note(
          "\(text)passed over, \($0.because) (\($0.rule))", reason: "\($0.because)", rule: $0.rule)
      } ?? StoryLine.Note(text + "decides", rule: story.decision.rule)
    }
    if let rule = story.usedUp {
      notes.append(
        StoryLine.Note("a link they tapped had brought all whom it may (\(rule))", rule: rule))
    }
    if story.isConflict { notes.append(StoryLine.Note("clicks of several inviters compete")) }
    return Telling(
      "credit", story.verdict.rawValue, person: story.credited, rule: story.rule,
      text: "\(outcome), \(truth[story.verdict] ?? "")", notes: notes)
  }

  func firstRun(_ story: FirstRunStory, from launch: Instant) -> Telling {
    let walk = story.walk
    let screens = story.screens.map { "\($0.step) +\(RunClock.length($0.at - launch))" }
    var notes = [StoryLine.Note("screens: " + screens.joined(separator: ", "))]
    let asked =
      walk.wasAsked ? ", asked by the system" : walk.wasExplained ? ", explained" : ", never asked"
    notes.append(StoryLine.Note("contacts: \(walk.access)\(asked)"))
    if let signedUp = walk.signedUpAfter {
      notes.append(StoryLine.Note("signed up after \(RunClock.length(signedUp))"))
    }
    if let seen = walk.firstValueAfter {
      notes.append(StoryLine.Note("first value seen after \(RunClock.length(seen))"))
    }
    if walk.connection != .none {
      notes.append(StoryLine.Note("connection with the inviter: \(walk.connection)"))
    }
    let took = RunClock.length(walk.took)
    guard let screen = story.leftAt else {
      return Telling(
        "firstRun", "home", text: "goes through the first run in \(took)", notes: notes)
    }
    return Telling(
      "firstRun", "\(screen)", text: "leaves the first run at \(screen), after \(took)",
      notes: notes)
  }

  func connection(with other: UInt32, _ decision: ConnectionDecision) -> Telling {
    let text =
      switch decision {
      case .connect: "is connected with person \(other)"
      case .suggest: "may connect with person \(other)"
      case .alreadyConnected: "is connected with person \(other) already"
      case .none(let reason): "is not connected with person \(other), \(reason)"
      }
    return Telling(
      "connection", "\(ConnectionWord(decision))", person: other, rule: decision.rule, text: text)
  }
}

extension StoryFormatter {
  func prompt(_ decision: PromptDecision, heard: Int, at moment: Instant) -> Telling {
    guard !decision.isShown else {
      return Telling(
        "shown", decision.trigger.rawValue, rule: decision.rule,
        text: "\(decision.trigger): the prompt is shown, number \(decision.number)")
    }
    var notes = decision.because.map { reason in
      StoryLine.Note(
        "\(reason.suppression) (\(reason.rule))"
          + (reason.until.map { " until \(clock.text($0))" } ?? ""),
        reason: reason.suppression.rawValue, rule: reason.rule, until: reason.until)
    }
    notes.append(
      decision.eligibleAt.map {
        StoryLine.Note("with time alone it would be eligible on \(clock.text($0))", until: $0)
      } ?? StoryLine.Note("with time alone it would never be eligible"))
    if let prompts {
      notes += words(
        PromptRelief(
          of: decision, at: moment, zone: zone, heard: heard, in: prompts, under: profile))
    }
    return Telling(
      "suppressed", decision.trigger.rawValue,
      text: "\(decision.trigger): the prompt is withheld, "
        + decision.because.map(\.suppression.rawValue).joined(separator: ", "), notes: notes)
  }

  private func words(_ relief: PromptRelief) -> [StoryLine.Note] {
    func text(_ changes: [PromptRelief.Change], _ conjunction: String) -> String {
      changes.map { "\($0.setting)=\($0.to)" }.joined(separator: conjunction)
    }
    if !relief.single.isEmpty {
      return [
        StoryLine.Note(
          "one change would have let it through: \(text(relief.single, ", or "))",
          changes: relief.single)
      ]
    }
    if relief.together.isEmpty {
      return [StoryLine.Note("no change of prompt settings would have let it through")]
    }
    return [
      StoryLine.Note(
        "no single change would have let it through, but together: "
          + text(relief.together, " "), changes: relief.together)
    ]
  }
}

extension StoryFormatter {
  func share(_ story: SharingStory, from start: Instant) -> Telling {
    let attempt = story.attempt
    var notes: [StoryLine.Note] = []
    let steps = steps(of: story).map { "\($0.name) +\(RunClock.length($0.at - start))" }
    if !steps.isEmpty { notes.append(StoryLine.Note("steps: " + steps.joined(separator: ", "))) }
    if let refusal = attempt.refusal {
      notes.append(
        StoryLine.Note(
          "\(refusal.name) (\(refusal.rule))", reason: refusal.name, rule: refusal.rule))
    }
    let sent =
      attempt.recipients > 0
      ? ", to \(attempt.recipients) \(attempt.recipients == 1 ? "person" : "people")" : ""
    let target = attempt.target.map { " by \($0)" } ?? ""
    return Telling(
      "shared", "\(attempt.ending)", rule: attempt.closedBy,
      text: "sets about sharing from \(story.entry): \(attempt.ending) after "
        + "\(RunClock.length(attempt.took))\(target)\(sent)", notes: notes)
  }

  /// Returns the steps in the order in which they were first reached, each once.
  private func steps(of story: SharingStory) -> [(name: String, at: Instant)] {
    var seen: SharingAttempt.Steps = []
    var steps: [(name: String, at: Instant)] = []
    for mark in story.steps {
      let new = mark.step.subtracting(seen)
      seen.formUnion(mark.step)
      for (name, step) in SharingAttempt.Steps.named where new.contains(step) {
        steps.append((name, mark.at))
      }
    }
    return steps
  }

  func invite(_ recipient: UInt32, _ origin: Origin, _ tap: Instant?) -> Telling {
    Telling(
      "invited", tap == nil ? "untapped" : "tapped", person: recipient,
      text: "invites person \(recipient)\(words(origin)); "
        + (tap.map { "they tap on \(clock.text($0))" } ?? "they never tap"))
  }

  func joined(_ person: UInt32, isCredited: Bool, isCaused: Bool) -> Telling {
    let (detail, text) =
      switch (isCredited, isCaused) {
      case (true, true): ("credited", "by an invite of theirs, and they are credited")
      case (true, false):
        ("wronglyCredited", "and they are credited, though no invite of theirs led to it")
      case (false, _): ("uncredited", "by an invite of theirs, and they are not credited")
      }
    return Telling("joined", detail, person: person, text: "person \(person) joins \(text)")
  }

  func news(
    _ person: UInt32, _ milestone: JoinMilestone, _ decision: NotificationDecision
  ) -> Telling {
    switch decision {
    case .push:
      Telling(
        "news", "\(milestone)", person: person, rule: decision.rule,
        text: "is notified of person \(person): \(milestone)")
    case .inApp:
      Telling(
        "news", "inApp", person: person, rule: decision.rule,
        text: "is shown person \(person) in the app, for the phone allows no push: \(milestone)")
    case .none(let reason):
      Telling(
        "news", reason.rawValue, person: person, rule: decision.rule,
        text: "is not notified of person \(person), \(reason.rawValue)")
    }
  }
}

extension SharingAttempt.Steps {
  /// Every step with its name, in the order of the flow.
  static let named: [(name: String, step: SharingAttempt.Steps)] = [
    ("opened", .opened), ("explained", .explained), ("asked", .asked), ("picked", .picked),
    ("warned", .warned), ("offline", .offline), ("queued", .queued), ("linkFailed", .linkFailed),
    ("linkReady", .linkReady), ("late", .late), ("sheetOpened", .sheetOpened),
    ("sheetCancelled", .sheetCancelled), ("copied", .copied), ("completed", .completed),
  ]
}

extension LimitRefusal {
  /// The limit that applied, in one word.
  fileprivate var name: String {
    switch self {
    case .dailyLimit: "dailyLimit"
    case .batchFull: "batchFull"
    case .noContactPicked: "nobodyPicked"
    case .invitedRecently: "invitedRecently"
    }
  }
}

/// A past decision of the prompt rules, which can be repeated under other settings.
struct PromptQuestion {
  let trigger: PromptTrigger
  let at: Instant
  let zone: CivilZone
  /// The number of earlier entries of the log.
  let heard: Int
  let log: PromptLog
  let profile: Profile

  /// The settings of prompts, each of which is one rule; a set of rules is not.
  static let settings = Setting.all.filter {
    $0.name.hasPrefix("prompts.") && $0.name != Setting.promptRuleSetName
  }

  func answer(under profile: Profile) -> PromptDecision {
    profile.prompts.decide(
      trigger, for: log.history(after: heard, under: profile.prompts), at: at, zone: zone)
  }

  /// Returns the change of `setting` to the nearest value with the desired decision.
  ///
  /// The value contradicts no other setting.
  func change(
    of setting: Setting, in current: Profile, until isWished: (PromptDecision) -> Bool
  ) -> PromptRelief.Change? {
    for ladder in SettingLadder.all(of: setting, in: current) {
      let place = ladder.firstPlace { value in
        with(value, of: setting, in: current).map { isWished(answer(under: $0)) } ?? false
      }
      guard let place, let changed = with(ladder.value(place), of: setting, in: current),
        changed.contradictions().count <= profile.contradictions().count
      else { continue }
      return PromptRelief.Change(
        setting: setting.name, from: setting.value(in: profile), to: setting.value(in: changed))
    }
    return nil
  }

  /// Returns the profile with that value; `nil` where the setting refuses it.
  private func with(_ value: String, of setting: Setting, in current: Profile) -> Profile? {
    var changed = current
    guard (try? changed.apply([Profile.Override(setting.name, value)])) != nil else { return nil }
    return changed
  }

  /// Returns the changes that together let the prompt through, all of them needed; empty if there
  /// are none.
  func changes() -> [PromptRelief.Change] {
    var changes: [PromptRelief.Change] = []
    for reason in answer(under: profile).because {
      let current = applying(changes)
      guard answer(under: current).suppressions.contains(reason.suppression) else { continue }
      let change = Self.settings.lazy.compactMap { setting in
        self.change(of: setting, in: current) { !$0.suppressions.contains(reason.suppression) }
      }.first
      guard let change else { return [] }
      changes.removeAll { $0.setting == change.setting }
      changes.append(change)
    }
    for change in changes {
      let rest = changes.filter { $0 != change }
      if answer(under: applying(rest)).isShown { changes = rest }
    }
    return answer(under: applying(changes)).isShown ? changes : []
  }

  private func applying(_ changes: [PromptRelief.Change]) -> Profile {
    var changed = profile
    do {
      try changed.apply(changes.map { Profile.Override($0.setting, $0.to) })
    } catch {
      preconditionFailure("values that were tried are refused: \(error)")
    }
    return changed
  }
}

/// The changes of settings that would have let a withheld prompt through, with the same past.
public struct PromptRelief: Sendable, Hashable {
  public typealias Change = StoryLine.Relief

  /// The changes of which each alone is enough.
  public let single: [Change]
  /// The changes that are enough together, where none is alone; empty if no change is enough.
  public let together: [Change]
}

extension PromptRelief {
  /// Tries every setting of prompts on the decision that followed the first `heard` entries of
  /// `log`.
  ///
  /// The prompt rules decide about each change.
  public init(
    of decision: PromptDecision, at moment: Instant, zone: CivilZone, heard: Int,
    in log: PromptLog, under profile: Profile
  ) {
    let question = PromptQuestion(
      trigger: decision.trigger, at: moment, zone: zone, heard: heard, log: log, profile: profile)
    single = PromptQuestion.settings.compactMap { setting in
      question.change(of: setting, in: profile) { $0.isShown }
    }
    together = single.isEmpty ? question.changes() : []
  }
}

extension StoryLine.Note {
  /// Creates a note of an entry; `until` is when the reason no longer holds, where time alone ends
  /// it.
  init(
    _ text: String, reason: String? = nil, rule: RuleID? = nil, until: Instant? = nil,
    changes: [PromptRelief.Change]? = nil
  ) {
    self.init(
      text: text, reason: reason, rule: rule?.description, until: until?.iso8601, changes: changes)
  }
}

/// Moments as the days of a run and the times on them.
public struct RunClock: Sendable {
  let start: Instant

  public init(from start: Instant) {
    self.start = start
  }

  /// Returns the day of the run, from 0.
  public func day(of moment: Instant) -> Int { Int((moment - start).wholeDays) }

  /// Returns the time on that day: `19:42:05`.
  public func time(of moment: Instant) -> String {
    let seconds = (moment - start - .days(Int64(day(of: moment)))).milliseconds / 1_000
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Returns both: `day 12 19:42:05`.
  public func text(_ moment: Instant) -> String { "day \(day(of: moment)) \(time(of: moment))" }

  /// Returns a duration in a suitable unit.
  static func length(_ interval: Interval) -> String {
    let seconds = Double(interval.milliseconds) / 1_000
    return switch seconds {
    case ..<120: "\(NumberText.decimal(seconds, 0)) s"
    case ..<7_200: "\(NumberText.decimal(seconds / 60, 0)) min"
    case ..<172_800: "\(NumberText.decimal(seconds / 3_600, 1)) h"
    default: "\(NumberText.decimal(seconds / 86_400, 1)) days"
    }
  }
}
