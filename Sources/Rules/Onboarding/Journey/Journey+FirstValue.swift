import Vocabulary

extension Journey {
  /// Records that `card` has content, whatever screen is shown.
  mutating func find(
    _ card: FirstValuePolicy.Card, under rules: JourneyRules
  ) -> JourneyAnswer {
    if let refusal = refusal(of: card, under: rules) { return .refused(refusal) }
    var answer = JourneyAnswer()
    generate(card, under: rules, telling: &answer)
    return answer
  }

  mutating func generate(
    _ card: FirstValuePolicy.Card, under rules: JourneyRules, telling answer: inout JourneyAnswer
  ) {
    guard rules.cards.contains(card) else { return }
    found.insert(card)
    reach(.firstValueGenerated, as: .firstValueGenerated, under: rules, telling: &answer)
  }

  /// Records that `card` was displayed.
  mutating func see(_ card: FirstValuePolicy.Card, under rules: JourneyRules) -> JourneyAnswer {
    switch screen {
    case .syncing, .destination, .home:
      if let refusal = refusal(of: card, under: rules) { return .refused(refusal) }
      guard found.contains(card) else { return .refused(.nothingFound) }
      return firstValue(.firstValueCardShown, under: rules)
    case .appStore, .appClip, .welcome, .reasons, .privacy, .account, .phoneNumber, .code,
      .explainer, .name, .photo, .username, .sharing:
      return .refused(.notHere)
    }
  }

  private func refusal(
    of card: FirstValuePolicy.Card, under rules: JourneyRules
  ) -> JourneyRefusal? {
    if !rules.cards.contains(card) { return .notACard }
    if card.needsContacts, !rules.permission.mayRead(access) { return .cardNeedsContacts }
    return nil
  }

  /// Records that the subject of the invite was displayed.
  mutating func seeContent(under rules: JourneyRules) -> JourneyAnswer {
    switch screen {
    case .appClip, .destination, .home: firstValue(.motivatingContentSeen, under: rules)
    case .appStore, .welcome, .reasons, .privacy, .account, .phoneNumber, .code, .explainer,
      .name, .photo, .username, .sharing, .syncing:
      .refused(.notHere)
    }
  }

  /// Records that a friend received this user's invite.
  mutating func noteDelivery(under rules: JourneyRules) -> JourneyAnswer {
    guard milestones.contains(.signedUp) || milestones.contains(.signedIn) else {
      return .refused(.accountRequired)
    }
    milestones.insert(.inviteDelivered)
    return firstValue(.inviteDelivered, under: rules)
  }

  /// Counts a moment as first value if the policy defines it so, and only the first time.
  private mutating func firstValue(
    _ moment: FirstValuePolicy.Definition, under rules: JourneyRules
  ) -> JourneyAnswer {
    var answer = JourneyAnswer()
    if moment == rules.firstValue {
      reach(.firstValueSeen, as: .firstValueSeen, under: rules, telling: &answer)
    }
    return answer
  }

  /// Records the first primary action on home.
  mutating func act() -> JourneyAnswer {
    switch screen {
    case .home:
      var answer = JourneyAnswer()
      if !milestones.contains(.firstActionTaken) {
        milestones.insert(.firstActionTaken)
        answer.events.insert(.firstSessionPrimaryAction)
      }
      return answer
    case .appStore, .appClip, .welcome, .reasons, .privacy, .account, .phoneNumber, .code,
      .explainer, .name, .photo, .username, .sharing, .syncing, .destination:
      return .refused(.notHere)
    }
  }
}

extension OnboardingRules {
  static let value: [Rule] = [
    Rule("SYN-04", "Outputs appear as they become available, not only when sync completes."),
    Rule("P-RCV-07", "First value is what motivated the invite, shown at once."),
    Rule("POS-02", "The first session gives value even if few friends are there."),
    Rule("VAL-10", "Value comes from the user's own contacts and policy, not from the network."),
    Rule("DEC-10", "The early experience puts single-player value first."),
  ]
}
