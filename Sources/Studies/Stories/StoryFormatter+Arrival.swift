import GrowthloopFindings
import Attribution
import GrowthloopModel
import Invites
import Onboarding
import Vocabulary

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
