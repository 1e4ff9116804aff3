public import Vocabulary

/// The result of one input: actions, events, and the reason for a refusal.
public struct JourneyAnswer: Hashable, Sendable, BitwiseCopyable {
  /// The actions for the app to perform; empty after a refusal.
  public internal(set) var actions = SmallSet<JourneyAction>()
  /// The events to report; empty after a refusal.
  public internal(set) var events = SmallSet<JourneyEvent>()
  /// The reason why the input had no effect; `nil` if it was accepted.
  public internal(set) var refusal: JourneyRefusal?

  init() {}

  static func refused(_ refusal: JourneyRefusal) -> JourneyAnswer {
    var answer = JourneyAnswer()
    answer.refusal = refusal
    return answer
  }
}

/// The reason why an input had no effect; every state accepts some input.
public enum JourneyRefusal: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The input does not belong to this screen.
  case notHere
  /// The step is over, as with a second install or "Continue" on home.
  case alreadyDone
  /// The screen cannot be skipped under these rules.
  case notSkippable
  /// All screens after the sign-up require an account.
  case accountRequired
  /// The delayed wall waits for the first meaningful interaction.
  case interactionComesFirst
  /// The device has reached its limit of number changes.
  case tooManyNumbers
  /// The code is not the one that was sent.
  case wrongCode
  /// The code, right or wrong, came after its lifetime; a new one can be requested.
  case codeExpired
  /// The system's prompt for contacts must be answered first.
  case systemPromptIsUp
  /// An answer came before the system's prompt for contacts was shown.
  case neverRequested
  /// There is no permission to read contacts.
  case noPermission
  /// The card is about contacts that may not be read.
  case cardNeedsContacts
  /// The policy has no such card.
  case notACard
  /// The card has no content yet.
  case nothingFound
  /// The input is possible only in an invited newcomer's journey.
  case notInvited
  /// The policy makes no connections.
  case noConnection
  /// The policy does not ask for contacts on this occasion.
  case contactsNotAsked
}

extension JourneyRefusal {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .notHere: "JRN-01"
    case .alreadyDone: "JRN-09"
    case .notSkippable: "PRF-06"
    case .accountRequired: "JRN-02"
    case .interactionComesFirst: "P-ONB-06"
    case .tooManyNumbers: "PHN-02"
    case .wrongCode: "PHN-10"
    case .codeExpired: "PHN-13"
    case .systemPromptIsUp: "PER-01"
    case .neverRequested: "DEC-03"
    case .noPermission: "SYN-06"
    case .cardNeedsContacts: "DNY-05"
    case .notACard: "VAL-01"
    case .nothingFound: "VAL-07"
    case .notInvited: "ONB-07"
    case .noConnection: "P-ONB-05"
    case .contactsNotAsked: "DNY-06"
    }
  }
}

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
