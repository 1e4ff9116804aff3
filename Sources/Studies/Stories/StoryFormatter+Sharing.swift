import GrowthloopFindings
import GrowthloopModel
import Invites
import Vocabulary

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
