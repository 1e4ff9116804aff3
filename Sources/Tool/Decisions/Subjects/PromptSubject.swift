import GrowthloopFindings
import Profiles
import Prompts
import Vocabulary

/// The subject `prompts`: whether prompts appear along one user's timeline.
enum PromptSubject: Subject {
  static let name = "prompts"
  static let summary = "whether a contextual prompt appears, and every reason why not"
  static let example = """
    {"id": "ann", "events": [{"at": "2026-03-01T09:00:00Z", "type": "session"}, \
    {"at": "2026-03-01T09:00:00Z", "type": "contacts", "count": 64}, \
    {"at": "2026-03-01T09:05:00Z", "type": "trigger", "trigger": "contactThreshold"}, \
    {"at": "2026-03-01T09:05:30Z", "type": "dismiss"}, \
    {"at": "2026-03-05T18:00:00Z", "type": "trigger", "trigger": "scoreMilestone"}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"at", "type", …}], "zone"?}, events in time order.
      type   session | use | contacts ("count") | trigger ("trigger") | dismiss | tap | share |
             copy | coreFlowStart | coreFlowEnd | sections ("above": of those that stand above a
             card on the home tab: needsAttention, scoreChanged, upcoming) |
             value ("dedupResolved"?, in this session; "score"?)
      trigger  \(words(of: PromptTrigger.self, at: 11))
      zone     \(CaseReader.zoneMeaning(at: 11))
      A value meets each trigger of prompts.triggers whose number, such as
      prompts.dedupReviewAt, was reached since the value before: by what it tells, by the
      contacts counted, or by the sessions begun.
      Events at one instant happen in the order given. A dismiss or tap without a card does nothing.
      Events before the first announced session belong to it. A use begins a session where none of
      session and use came before within session.idleTimeoutMinutes. A trigger met while
      suppressed is spent; under prompts.triggerWhileSuppressed=waits it may be met again. Weeks
      of time.week=calendarWeek begin on Monday.
    Answer:  {"id", "decisions": [{"at", "trigger", "decision": "shown" | "suppressed",
             "promptNumber"?, "because": [{"reason", "rule", "until"?}]}]}, one for each trigger
             that is met.
      reason  \(words(of: PromptSuppression.self, at: 10))
      until   the first instant at which a reason that time alone ends no longer holds
    """

  private enum Kind: String, CaseIterable {
    case session, use, contacts, trigger, dismiss, tap, share, copy, coreFlowStart, coreFlowEnd
    case sections, value
  }

  private enum Happening {
    /// The app is used, which may begin a session.
    case use
    case trigger(PromptTrigger)
    case value(dedupResolved: Int?, score: Int?)
    case event(PromptEvent)
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let decisions: [DecisionAnswer]
  }

  private struct DecisionAnswer: Encodable {
    let at: String
    let trigger: String
    let decision: String
    let promptNumber: Int?
    let because: [ReasonAnswer]
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let zone = reader.zone()
    var order = TimeOrder()
    let events = reader.list("events") { event in
      (at: order.next(in: event), happening: happening(event))
    }
    try reader.finish()

    let policy = rules.profile.prompts
    let session = rules.profile.session
    var history = PromptHistory()
    var lastUse: Instant?
    var received = ValueReceived()
    var decisions: [DecisionAnswer] = []
    for (at, happening) in events {
      var met: [PromptTrigger] = []
      switch happening {
      case .use:
        if session.beginsSession(at: at.moment, after: lastUse) {
          policy.record(.sessionBegan, in: &history, at: at.moment)
        }
        lastUse = at.moment
      case .event(let event):
        if case .sessionBegan = event { lastUse = at.moment }
        policy.record(event, in: &history, at: at.moment)
      case .trigger(let trigger): met = [trigger]
      case .value(let dedupResolved, let score):
        if received.sessions != history.sessions { received.dedupResolvedThisSession = 0 }
        let before = received
        received.dedupResolvedThisSession = dedupResolved ?? before.dedupResolvedThisSession
        received.score = max(before.score, score ?? 0)
        received.importedContacts = max(before.importedContacts, history.contacts)
        received.sessions = history.sessions
        let crossed = policy.moments.triggers(from: before, to: received)
        met = policy.triggers.filter { crossed.contains($0) }
      }
      for trigger in met {
        let decision = policy.meet(trigger, in: &history, at: at.moment, zone: zone)
        decisions.append(answer(decision, at: at.text))
      }
    }
    return Answer(id: id, decisions: decisions)
  }

  private static func happening(_ event: CaseReader) -> Happening {
    switch event.choice("type", Kind.self) {
    case .session: .event(.sessionBegan)
    case .use: .use
    case .contacts: .event(.contactsCounted(event.count("count")))
    case .trigger: .trigger(event.choice("trigger", PromptTrigger.self))
    case .dismiss: .event(.dismissed)
    case .tap: .event(.tapped)
    case .share: .event(.shared)
    case .copy: .event(.copied)
    case .coreFlowStart: .event(.coreFlowBegan)
    case .coreFlowEnd: .event(.coreFlowEnded)
    case .sections: .event(.sectionsAbove(sections(event)))
    case .value:
      .value(
        dedupResolved: event.optionalCount("dedupResolved"), score: event.optionalCount("score"))
    }
  }

  private enum Section: String, CaseIterable {
    case needsAttention, scoreChanged, upcoming
  }

  private static func sections(_ event: CaseReader) -> SectionsAbove {
    event.choices("above", Section.self).reduce(into: []) { above, section in
      switch section {
      case .needsAttention: above.insert(.needsAttention)
      case .scoreChanged: above.insert(.scoreChanged)
      case .upcoming: above.insert(.upcoming)
      }
    }
  }

  private static func answer(_ decision: PromptDecision, at text: String) -> DecisionAnswer {
    DecisionAnswer(
      at: text, trigger: decision.trigger.rawValue,
      decision: decision.isShown ? "shown" : "suppressed",
      promptNumber: decision.isShown ? decision.number : nil,
      because: decision.because.map {
        ReasonAnswer(
          reason: $0.suppression.rawValue, rule: $0.rule.description, until: $0.until?.iso8601)
      })
  }
}
