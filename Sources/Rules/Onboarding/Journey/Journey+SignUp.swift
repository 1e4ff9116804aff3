import Vocabulary

extension Journey {
  /// Applies an outcome of the phone verification.
  mutating func receive(
    _ outcome: PhoneVerification.Outcome, under rules: JourneyRules
  ) -> JourneyAnswer {
    switch (screen, outcome) {
    case (.phoneNumber, .codeSent):
      var answer = JourneyAnswer()
      milestones.insert(.phoneSubmitted)
      answer.events.insert(.phoneSubmitted)
      arrive(at: .code, under: rules, telling: &answer)
      return answer
    case (.phoneNumber, .switchRefused), (.code, .switchRefused):
      return .refused(.tooManyNumbers)
    case (.code, .codeSent): return JourneyAnswer()
    case (.code, .wrongCode): return .refused(.wrongCode)
    case (.code, .codeExpired): return .refused(.codeExpired)
    case (.code, .numberReopened):
      var answer = JourneyAnswer()
      arrive(at: .phoneNumber, under: rules, telling: &answer)
      return answer
    case (.code, .verified(let owner)):
      var answer = JourneyAnswer()
      milestones.insert(.phoneVerified)
      answer.events.insert(.phoneVerified)
      join(as: owner, under: rules, telling: &answer)
      return answer
    case (.phoneNumber, .wrongCode), (.phoneNumber, .codeExpired), (.phoneNumber, .verified),
      (.phoneNumber, .numberReopened), (.phoneNumber, .nothingExpected),
      (.code, .nothingExpected),
      (.appStore, _), (.appClip, _), (.welcome, _), (.reasons, _), (.privacy, _), (.account, _),
      (.explainer, _), (.name, _), (.photo, _), (.username, _), (.sharing, _), (.syncing, _),
      (.destination, _), (.home, _):
      return .refused(.notHere)
    }
  }

  /// Signs up where no phone number is required.
  mutating func signUp(as owner: AccountOwner, under rules: JourneyRules) -> JourneyAnswer {
    guard screen == .account else { return .refused(.notHere) }
    var answer = JourneyAnswer()
    join(as: owner, under: rules, telling: &answer)
    return answer
  }

  private mutating func join(
    as owner: AccountOwner, under rules: JourneyRules, telling answer: inout JourneyAnswer
  ) {
    switch owner {
    case .newPrincipal:
      answer.actions.insert(.createAccount)
      let wasWall = milestones.contains(.onboardingCompleted)
      reach(.signedUp, as: .signedUp, under: rules, telling: &answer)
      if isInvited {
        switch rules.connection {
        case .autoMutualAtVerification: answer.actions.insert(.connectInviter)
        case .suggested:
          // Before the first value there is no suggestion; reaching it makes one.
          if wasWall { suggestConnection(telling: &answer) }
        case .none: break
        }
      }
      let next = plan(under: rules).screen(after: screen)
      arrive(at: next, under: rules, telling: &answer)
    case .knownPrincipal:
      // An existing account has a name and circles already: straight home (ours). The deciding fact
      // is the verified principal; so the invite is dropped, and there is no new member.
      milestones.insert(.signedIn)
      if isInvited {
        marks.remove(.invited)
        answer.actions.insert(.discardInvite)
      }
      screen = .home
      answer.actions.insert(.showScreen)
    }
  }

  func suggestConnection(telling answer: inout JourneyAnswer) {
    answer.actions.insert(.offerConnection)
    // Without an account no connection is possible; then the offer leads to the wall.
    if milestones.contains(.signedUp) { answer.events.insert(.connectionSuggested) }
  }

  /// Continues from the first meaningful interaction to the wall behind it.
  mutating func interact(under rules: JourneyRules) -> JourneyAnswer {
    switch screen {
    case .destination:
      // The explainer covers the content, and requires its answer first.
      guard !marks.contains(.explaining) else { return .refused(.notHere) }
      var answer = JourneyAnswer()
      // Content must be seen before an interaction with it.
      if rules.firstValue == .motivatingContentSeen {
        reach(.firstValueSeen, as: .firstValueSeen, under: rules, telling: &answer)
      }
      answer.actions.insert(.showSignUpWall)
      arrive(at: plan(under: rules).wall, under: rules, telling: &answer)
      return answer
    case .home: return JourneyAnswer()
    case .appStore, .appClip, .welcome, .reasons, .privacy, .account, .phoneNumber, .code,
      .explainer, .name, .photo, .username, .sharing, .syncing:
      return .refused(.notHere)
    }
  }

  /// Records that inviter and newcomer were connected.
  mutating func connect(under rules: JourneyRules) -> JourneyAnswer {
    guard isInvited else { return .refused(.notInvited) }
    switch rules.connection {
    case .none: return .refused(.noConnection)
    case .autoMutualAtVerification, .suggested:
      guard milestones.contains(.signedUp) else { return .refused(.accountRequired) }
      guard !milestones.contains(.connected) else { return .refused(.alreadyDone) }
      var answer = JourneyAnswer()
      reach(.connected, as: .connected, under: rules, telling: &answer)
      return answer
    }
  }
}

extension OnboardingRules {
  static let joining: [Rule] = [
    Rule("PHN-09", "No principal account exists before the code was right."),
    Rule("PHN-10", "The right code unlocks the rest of onboarding."),
    Rule("ONB-01", "Invited users meet S1-S12 with additions on S1, after S5 and on S12 only."),
    Rule("ONB-08", "The invite adds no blocking step."),
    Rule("EDG-03", "Verifying another number joins as a new person, under the verified identity."),
    Rule(
      "P-ONB-06", "The sign-up prompt comes after the first meaningful interaction, not before."),
    Rule("P-ONB-05", "Invited users are suggested a connection, not connected by themselves."),
    Rule(
      "P-ONB-09", "Invited: welcome, condensed steps, first value, sign-up, suggestion, connected."),
  ]
}
