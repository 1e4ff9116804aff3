import Vocabulary

extension Journey {
  /// Handles "Allow Contacts": shows the system's prompt.
  mutating func requestContacts() -> JourneyAnswer {
    guard !marks.contains(.systemPromptIsUp) else { return .refused(.systemPromptIsUp) }
    marks.formUnion([.systemPromptIsUp, .requestedContacts])
    var answer = JourneyAnswer()
    answer.actions.insert(.requestContacts)
    return answer
  }

  /// Handles "Not now": continues without contacts, and keeps the system's prompt unspent.
  mutating func putOffContacts(under rules: JourneyRules) -> JourneyAnswer {
    guard !marks.contains(.systemPromptIsUp) else { return .refused(.systemPromptIsUp) }
    marks.insert(.putOff)
    milestones.insert(.permissionAnswered)
    var answer = JourneyAnswer()
    answer.events.insert(.permissionDenied)
    leaveExplainer(under: rules, telling: &answer)
    return answer
  }

  /// Applies the system's report about contacts.
  mutating func settle(_ access: ContactsAccess, under rules: JourneyRules) -> JourneyAnswer {
    guard marks.contains(.requestedContacts) else { return .refused(.neverRequested) }
    let isExplained = marks.contains(.explaining) || screen == .explainer
    let wasAsked = marks.contains(.systemPromptIsUp)
    marks.remove(.systemPromptIsUp)
    var answer = JourneyAnswer()
    // A prompt that disappeared without an answer changes nothing.
    guard access != .notDetermined else { return answer }
    let wasReadable = rules.permission.mayRead(self.access)
    let isReadable = rules.permission.mayRead(access)
    // Contacts granted in the settings answer an explainer that is still on screen.
    let isAnswer = wasAsked || (isExplained && isReadable)
    self.access = access
    milestones.insert(.permissionAnswered)
    marks.remove(.putOff)
    if isAnswer { answer.events.insert(isReadable ? .permissionGranted : .permissionDenied) }
    if isReadable, !wasReadable, sync == .idle {
      sync = .running
      answer.actions.insert(.startSync)
      answer.events.insert(.syncStarted)
    } else if !isReadable {
      // The findings among contacts are dropped with the permission to read them.
      sync = .idle
      found.remove(.dedup)
      found.remove(.cleanup)
    }
    if isAnswer { leaveExplainer(under: rules, telling: &answer) }
    return answer
  }

  private mutating func leaveExplainer(
    under rules: JourneyRules, telling answer: inout JourneyAnswer
  ) {
    if marks.contains(.explaining) {
      marks.remove(.explaining)
      answer.actions.insert(.showScreen)
    } else {
      arrive(at: plan(under: rules).screen(after: screen), under: rules, telling: &answer)
    }
  }

  /// Asks for contacts if the occasion permits.
  mutating func considerAsking(
    on occasion: ContactsOccasion, under rules: JourneyRules
  ) -> JourneyAnswer {
    switch screen {
    case .destination, .home:
      guard !marks.contains(.explaining) else { return .refused(.alreadyDone) }
      var answer = JourneyAnswer()
      switch rules.permission.ask(
        on: occasion, access: access, wasAnswered: milestones.contains(.permissionAnswered))
      {
      case .explain:
        marks.insert(.explaining)
        answer.actions.insert(.showContactsExplainer)
        answer.events.insert(.contactsPromptShown)
      case .openSettings:
        answer.actions.insert(.openSettings)
      case .proceed:
        break
      case .none:
        return .refused(.contactsNotAsked)
      }
      return answer
    case .appStore, .appClip, .welcome, .reasons, .privacy, .account, .phoneNumber, .code,
      .explainer, .name, .photo, .username, .sharing, .syncing:
      return .refused(.notHere)
    }
  }

  /// Applies a report of the running sync.
  mutating func note(_ report: SyncReport, under rules: JourneyRules) -> JourneyAnswer {
    var answer = JourneyAnswer()
    switch (sync, report) {
    case (.idle, .progressed), (.idle, .completed):
      return .refused(.noPermission)
    case (.running, .progressed):
      answer.events.insert(.syncProgressed)
    case (.running, .completed):
      sync = .completed
      reach(.syncCompleted, as: .syncCompleted, under: rules, telling: &answer)
    case (.completed, .progressed), (.completed, .completed):
      return .refused(.alreadyDone)
    }
    return answer
  }
}

extension OnboardingRules {
  static let contacts: [Rule] = [
    Rule("PER-01", "The explainer comes before the system's contacts prompt."),
    Rule("DEC-03", "Contacts are requested only after the trust explainer."),
    Rule("PER-05", "If contacts are denied, onboarding continues without a hard block."),
    Rule("PER-06", "\"Not now\" and denial both lead to self-management; only denial is final."),
    Rule("DEC-04", "Without contacts the app still works, in self-management mode."),
    Rule("DNY-01", "Denied contacts lead on to the end, and into self-management mode."),
    Rule("SYN-03", "Sync status is live and non-blocking."),
    Rule("SYN-06", "Sync never starts without permission."),
    Rule("SYN-02", "Sync can finish while onboarding lasts."),
    Rule("SYN-07", "Sync has no time budget: it may also finish after home was reached."),
    Rule("EDG-07", "Denied contacts leave the connection to the inviter untouched."),
  ]
}
