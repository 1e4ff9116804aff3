import TestSupport
import Onboarding
import Testing
import Vocabulary

/// The first moment of the tests: noon of 2026-01-01.
let noon = TestSupport.noon(0)

extension SignUpPolicy {
  /// Three numbers changed, five look-ups, codes for a minute: values of the tests, of no document.
  static let tests: SignUpPolicy = {
    var policy = SignUpPolicy()
    policy.numberSwitchLimit = .value(3)
    policy.socialProofLimit = .value(5)
    policy.otpExpirySeconds = .value(60)
    return policy
  }()
}

/// The three profiles, with the numbers that one of them leaves to its user.
enum Position: String, CaseIterable, Sendable {
  case rin
  case product
  case design

  var policies: JourneyPolicies {
    switch self {
    case .rin:
      var policies = JourneyPolicies.rin
      policies.signUp = .tests
      return policies
    case .product: return .product
    case .design: return .design
    }
  }

  func rules(
    skippable: SmallSet<JourneyScreen> = [.photo, .username],
    changing change: (inout JourneyPolicies) -> Void = { _ in }
  ) throws -> JourneyRules {
    var policies = policies
    change(&policies)
    let accepted: Milestones =
      switch self {
      case .rin: .onboardingCompleted
      case .product: .connected
      case .design: .signedUp
      }
    return try JourneyRules(policies, acceptedMeans: accepted, skippable: skippable)
  }
}

/// A journey with the notes of what it asked for and told.
struct Walk {
  var journey: Journey
  let rules: JourneyRules
  var screens: [JourneyScreen] = []
  var actions: [JourneyAction] = []
  var events: [JourneyEvent] = []

  init(_ rules: JourneyRules, isInvited: Bool = false) {
    self.rules = rules
    journey = Journey(isInvited: isInvited)
  }

  @discardableResult
  mutating func play(_ inputs: Journey.Input...) -> JourneyAnswer {
    var last = JourneyAnswer?.none
    for input in inputs { last = step(input) }
    return last ?? step(.sawContent)
  }

  private mutating func step(_ input: Journey.Input) -> JourneyAnswer {
    let answer = journey.receive(input, under: rules)
    if answer.actions.contains(.showScreen) { screens.append(journey.screen) }
    actions += answer.actions.members
    events += answer.events.members
    return answer
  }

  /// Goes on as someone would who is content with everything, up to `screen`.
  mutating func go(to screen: JourneyScreen, contacts: ContactsAccess = .authorized) {
    for _ in 0..<40 where journey.screen != screen || journey.isExplainingContacts {
      play(journey.goingOn(contacts: contacts))
    }
  }
}

extension Journey {
  /// What someone does next who wants to get on.
  func goingOn(contacts: ContactsAccess = .authorized) -> Input {
    if isSystemPromptUp { return .contacts(contacts) }
    return switch screen {
    case .appStore: milestones.contains(.installed) ? .launched : .installed
    case .appClip: .launched
    case .account: .account(.newPrincipal)
    case .phoneNumber: .phone(.codeSent)
    case .code: .phone(.verified(.newPrincipal))
    case .destination: isExplainingContacts ? .skipped : .interacted
    case .welcome, .reasons, .privacy, .explainer, .name, .photo, .username, .sharing, .syncing,
      .home:
      .continued
    }
  }
}
