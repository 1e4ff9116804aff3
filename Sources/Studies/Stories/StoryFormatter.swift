import Attribution
public import GrowthloopModel
import Invites
import Onboarding
import Profiles
import Prompts
public import GrowthloopFindings
import Vocabulary

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

  private func telling(of entry: StoryEntry) -> Telling {
    switch entry.event {
    case .wasThere: Telling("wasThere", text: "is a member from the start")
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
