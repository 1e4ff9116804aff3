import Vocabulary

extension Journey {
  /// Applies `input`, advances if it leads further, and returns the app's actions.
  public mutating func receive(_ input: Input, under rules: JourneyRules) -> JourneyAnswer {
    switch input {
    case .installed: install()
    case .openedAppClip: openAppClip()
    case .launched: launch()
    case .continued: proceed(under: rules)
    case .skipped: skip(under: rules)
    case .phone(let outcome): receive(outcome, under: rules)
    case .account(let owner): signUp(as: owner, under: rules)
    case .contacts(let access): settle(access, under: rules)
    case .sync(let report): note(report, under: rules)
    case .found(let card): find(card, under: rules)
    case .sawCard(let card): see(card, under: rules)
    case .sawContent: seeContent(under: rules)
    case .interacted: interact(under: rules)
    case .inviteDelivered: noteDelivery(under: rules)
    case .tookPrimaryAction: act()
    case .occasion(let occasion): considerAsking(on: occasion, under: rules)
    case .connected: connect(under: rules)
    }
  }

  private mutating func install() -> JourneyAnswer {
    switch screen {
    case .appStore, .appClip:
      if milestones.contains(.installed) { return .refused(.alreadyDone) }
      milestones.insert(.installed)
      return JourneyAnswer()
    case .welcome, .reasons, .privacy, .account, .phoneNumber, .code, .explainer, .name, .photo,
      .username, .sharing, .syncing, .destination, .home:
      return .refused(.alreadyDone)
    }
  }

  private mutating func openAppClip() -> JourneyAnswer {
    guard isInvited else { return .refused(.notInvited) }
    guard screen == .appStore, !milestones.contains(.installed) else { return .refused(.notHere) }
    screen = .appClip
    var answer = JourneyAnswer()
    answer.actions.insert(.showScreen)
    answer.actions.insert(.openDestination)
    return answer
  }

  private mutating func launch() -> JourneyAnswer {
    switch screen {
    case .appStore, .appClip:
      milestones.formUnion([.installed, .firstLaunched])
      screen = .welcome
      var answer = JourneyAnswer()
      answer.actions.insert(.showScreen)
      answer.events.insert(.onboardingStarted)
      return answer
    case .welcome, .reasons, .privacy, .account, .phoneNumber, .code, .explainer, .name, .photo,
      .username, .sharing, .syncing, .destination, .home:
      return .refused(.alreadyDone)
    }
  }

  private mutating func proceed(under rules: JourneyRules) -> JourneyAnswer {
    if marks.contains(.explaining) { return requestContacts() }
    switch screen {
    case .appStore, .appClip: return .refused(.notHere)
    case .account, .phoneNumber, .code: return .refused(.accountRequired)
    case .explainer: return requestContacts()
    case .destination: return .refused(.interactionComesFirst)
    case .home: return .refused(.alreadyDone)
    case .username:
      marks.insert(.hasUsername)
      return advance(under: rules)
    case .welcome, .reasons, .privacy, .name, .photo, .sharing, .syncing:
      return advance(under: rules)
    }
  }

  private mutating func skip(under rules: JourneyRules) -> JourneyAnswer {
    if marks.contains(.explaining) { return putOffContacts(under: rules) }
    switch screen {
    case .explainer: return putOffContacts(under: rules)
    case .name, .photo, .username:
      return rules.skippable.contains(screen)
        ? advance(under: rules) : .refused(.notSkippable)
    case .account, .phoneNumber, .code: return .refused(.accountRequired)
    case .destination: return .refused(.interactionComesFirst)
    case .appStore, .appClip, .home: return .refused(.notHere)
    case .welcome, .reasons, .privacy, .sharing, .syncing: return .refused(.notSkippable)
    }
  }
}

extension Journey {
  /// Leaves the present screen for the next of the plan, with the actions of both.
  mutating func advance(under rules: JourneyRules) -> JourneyAnswer {
    var answer = JourneyAnswer()
    let plan = plan(under: rules)
    if plan.isLastOfBasics(screen) {
      milestones.insert(.basicsCompleted)
      answer.events.insert(.basicsCompleted)
      if !marks.contains(.hasUsername) {
        marks.insert(.hasUsername)
        answer.actions.insert(.assignUsername)
      }
    }
    if screen == .sharing {
      milestones.insert(.defaultsSet)
      answer.events.insert(.defaultsSet)
      answer.actions.insert(.saveSharingDefaults)
    }
    arrive(at: plan.screen(after: screen), under: rules, telling: &answer)
    return answer
  }

  mutating func arrive(
    at next: JourneyScreen, under rules: JourneyRules, telling answer: inout JourneyAnswer
  ) {
    screen = next
    answer.actions.insert(.showScreen)
    switch next {
    case .account, .phoneNumber:
      if !milestones.contains(.signUpStarted) {
        milestones.insert(.signUpStarted)
        answer.events.insert(.signUpStarted)
      }
    case .explainer:
      answer.events.insert(.contactsPromptShown)
    case .syncing:
      // The checklist is about the user's own profile, and so is available to everyone.
      generate(.checklist, under: rules, telling: &answer)
      if isSelfManaged(under: rules) { answer.actions.insert(.showSelfManagement) }
    case .destination, .home:
      complete(under: rules, telling: &answer)
    case .appStore, .appClip, .welcome, .reasons, .privacy, .code, .name, .photo, .username,
      .sharing:
      break
    }
  }

  /// Ends onboarding, at the first of destination and home.
  private mutating func complete(under rules: JourneyRules, telling answer: inout JourneyAnswer) {
    if isSelfManaged(under: rules) { answer.actions.insert(.showSelfManagement) }
    guard !milestones.contains(.onboardingCompleted) else { return }
    answer.actions.insert(.openDestination)
    reach(.onboardingCompleted, as: .onboardingCompleted, under: rules, telling: &answer)
    // "Connect with [Sender]" stands beside the first value, before or after the wall.
    if isInvited, rules.connection == .suggested { suggestConnection(telling: &answer) }
  }

  /// Records a milestone the first time, with its event, and acceptance if it is the defined one.
  mutating func reach(
    _ milestone: Milestones, as event: JourneyEvent, under rules: JourneyRules,
    telling answer: inout JourneyAnswer
  ) {
    guard !milestones.contains(milestone) else { return }
    milestones.insert(milestone)
    answer.events.insert(event)
    if isInvited, milestones.isSuperset(of: rules.acceptedMeans) { milestones.insert(.accepted) }
  }
}

extension OnboardingRules {
  static let order: [Rule] = [
    Rule("JRN-02", "The intro precedes the phone number; the right code unlocks all after it."),
    Rule("JRN-07", "Denying contacts never blocks the steps that follow."),
    Rule("JRN-08", "Sync is non-blocking: the journey goes on while it runs."),
    Rule("PHN-01", "The phone number is asked for after the intro, before anything else."),
    Rule("PRF-01", "The basics in order: name, photo, username."),
  ]
}
