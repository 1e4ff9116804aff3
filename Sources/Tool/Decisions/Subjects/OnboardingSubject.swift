import GrowthloopFindings
import Onboarding
import Profiles
import Vocabulary

/// The subject `onboarding`: the journey of one newcomer from the store to the end of the first
/// session.
enum OnboardingSubject: Subject {
  static let name = "onboarding"
  static let summary = "a newcomer's way through onboarding: screens, actions, events, refusals"
  static let example = """
    {"id": 1, "isInvited": true, "events": [{"at": "2026-03-01T09:00:00Z", "type": "launched"}, \
    {"at": "2026-03-01T09:00:10Z", "type": "continued"}, \
    {"at": "2026-03-01T09:00:20Z", "type": "continued"}, \
    {"at": "2026-03-01T09:00:30Z", "type": "skipped"}]}
    """
  static let contract = """
    A case:  {"id", "isInvited", "events": [{"at", "type", …}]}, events in time order.
      type   \(words(of: OnboardingEvent.Kind.self, at: 9))
      Some have one field more:
        number     "number": only whether two are the same matters, so send a hash
        lookUp     "people": how many have the number; "showsCount"? (default: false)
        rightCode, account  "owner"?: newPrincipal (default) | knownPrincipal
        contacts   "access": \(words(of: ContactsAccess.self, at: 25))
        sync       "report": \(words(of: Journey.SyncReport.self, at: 25))
        found, sawCard  "card": \(words(of: FirstValuePolicy.Card.self, at: 28))
        occasion   "occasion": \(words(of: ContactsOccasion.self, at: 27))
      continued is the screen's primary button, skipped its secondary one.
      Where a number is required ('rin'), the profile has no answer without settings that no
      document defines: --set signup.numberSwitchLimit=N, signup.socialProofLimit=N and
      signup.otpExpirySeconds=N.
    Answer:  {"id", "screens", "steps": [{"at", "type", "screen", "number"?, "actions", "events",
             "refusal"?: {"reason", "rule"}, "socialProof"?}], "isAccepted",
             "isSuccessfulInvite"}
      screens  those that count as this newcomer's onboarding, in order
      screen   where the newcomer is after the event; number: its place in onboarding, from 1
      actions, events  what the app does, and what it logs, each with its rule
      reason   \(words(of: JourneyRefusal.self, at: 11))
      socialProof  of a lookUp: {"text", "count"?}, or why no line is shown, {"reason", "rule"}:
               \(words(of: SocialProofDecision.Reason.self, at: 15))
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let screens: [String]
    let steps: [StepAnswer]
    let isAccepted: Bool
    let isSuccessfulInvite: Bool
  }

  private struct StepAnswer: Encodable {
    let at: String
    let type: String
    let screen: String
    let number: Int?
    let actions: [ActionAnswer]
    let events: [EventAnswer]
    let refusal: ReasonAnswer?
    let socialProof: SocialProofAnswer?
  }

  private struct SocialProofAnswer: Encodable {
    var text: String?
    var count: Int?
    var reason: String?
    var rule: String?

    init(_ decision: SocialProofDecision) {
      switch decision {
      case .shown(let line): (text, count) = (line.text, line.count)
      case .withheld(let because): (reason, rule) = (because.rawValue, because.rule.description)
      }
    }
  }

  private struct ActionAnswer: Encodable {
    let action: String
    let rule: String
  }

  private struct EventAnswer: Encodable {
    let event: String
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let isInvited = reader.flag("isInvited")
    var order = TimeOrder()
    var numbers = TextNumbers()
    let events = reader.list("events") { event in
      (at: order.next(in: event), event: OnboardingEvent(reading: event, numbers: &numbers))
    }
    try reader.finish()

    let journeyRules: JourneyRules
    do {
      journeyRules = try rules.profile.journeyRules()
    } catch {
      throw CaseError(mistakes: ["\(error); the option is --set KEY=VALUE"])
    }
    var journey = Journey(isInvited: isInvited)
    var phone = PhoneVerification()
    let screens = journey.plan(under: journeyRules).counted.members
    let steps = events.map { at, event in
      let proof = event.lookUp(on: journey.screen, of: &phone, under: journeyRules)
      let input = event.input(on: journey.screen, at: at.moment, of: &phone, under: journeyRules)
      // A look-up is no step of the journey.
      let answer = proof == nil ? journey.receive(input, under: journeyRules) : nil
      return StepAnswer(
        at: at.text, type: event.kind.rawValue, screen: "\(journey.screen)",
        number: journey.screenNumber(under: journeyRules),
        actions: (answer?.actions.members ?? []).map {
          ActionAnswer(action: "\($0)", rule: $0.rule.description)
        },
        events: (answer?.events.members ?? []).map {
          EventAnswer(event: "\($0)", rule: $0.rule.description)
        },
        refusal: answer?.refusal.map {
          ReasonAnswer(reason: $0.rawValue, rule: $0.rule.description)
        }, socialProof: proof.map(SocialProofAnswer.init))
    }
    return Answer(
      id: id, screens: screens.map { "\($0)" }, steps: steps,
      isAccepted: journey.milestones.contains(.accepted),
      isSuccessfulInvite: journey.isSuccessfulInvite)
  }
}

/// An event of a newcomer, as a case of onboarding describes it.
struct OnboardingEvent {
  enum Kind: String, CaseIterable {
    case launched, installed, openedAppClip, continued, skipped
    case number, lookUp, newCode, otherNumber, wrongCode, rightCode, account
    case contacts, sync, found, sawCard, sawContent, interacted, inviteDelivered, primaryAction
    case occasion, connected
  }

  private enum Happening {
    case onJourney(Journey.Input)
    /// An action on the phone number; the verification turns it into an input of the journey.
    case onPhone(PhoneVerification.Input)
    /// A look-up of how many people have the number that was entered.
    case lookUp(people: Int, showsCount: Bool)
  }

  let kind: Kind
  private let happening: Happening

  init(reading reader: CaseReader, numbers: inout TextNumbers) {
    kind = reader.choice("type", Kind.self)
    happening =
      switch kind {
      case .launched: .onJourney(.launched)
      case .installed: .onJourney(.installed)
      case .openedAppClip: .onJourney(.openedAppClip)
      case .continued: .onJourney(.continued)
      case .skipped: .onJourney(.skipped)
      case .number:
        .onPhone(
          .enteredNumber(NumberKey(rawValue: numbers.number(of: reader.name("number")))))
      case .lookUp:
        .lookUp(
          people: reader.count("people"), showsCount: reader.flag("showsCount", otherwise: false))
      case .newCode: .onPhone(.askedForNewCode)
      case .otherNumber: .onPhone(.wantsOtherNumber)
      case .wrongCode: .onPhone(.enteredWrongCode)
      case .rightCode: .onPhone(.enteredRightCode(owner(reader)))
      case .account: .onJourney(.account(owner(reader)))
      case .contacts: .onJourney(.contacts(reader.choice("access", ContactsAccess.self)))
      case .sync: .onJourney(.sync(reader.choice("report", Journey.SyncReport.self)))
      case .found: .onJourney(.found(reader.choice("card", FirstValuePolicy.Card.self)))
      case .sawCard: .onJourney(.sawCard(reader.choice("card", FirstValuePolicy.Card.self)))
      case .sawContent: .onJourney(.sawContent)
      case .interacted: .onJourney(.interacted)
      case .inviteDelivered: .onJourney(.inviteDelivered)
      case .primaryAction: .onJourney(.tookPrimaryAction)
      case .occasion: .onJourney(.occasion(reader.choice("occasion", ContactsOccasion.self)))
      case .connected: .onJourney(.connected)
      }
  }

  /// Returns the journey's input for the event.
  ///
  /// Actions on the phone number pass through the verification on the screens that expect a number
  /// or code.
  func input(
    on screen: JourneyScreen, at now: Instant, of phone: inout PhoneVerification,
    under rules: JourneyRules
  ) -> Journey.Input {
    switch happening {
    case .onJourney(let input): input
    case .onPhone(let input):
      .phone(
        Self.hasNumber(screen)
          ? phone.receive(input, at: now, under: rules.limits) : .nothingExpected)
    case .lookUp: .phone(.nothingExpected)
    }
  }

  /// Decides a look-up on the screens of the phone number; `nil` for other events and screens.
  func lookUp(
    on screen: JourneyScreen, of phone: inout PhoneVerification, under rules: JourneyRules
  ) -> SocialProofDecision? {
    guard case .lookUp(let people, let showsCount) = happening, Self.hasNumber(screen) else {
      return nil
    }
    return phone.lookUpSocialProof(people: people, showsCount: showsCount, under: rules.limits)
  }

  private static func hasNumber(_ screen: JourneyScreen) -> Bool {
    screen == .phoneNumber || screen == .code
  }
}

private func owner(_ reader: CaseReader) -> AccountOwner {
  reader.choice("owner", AccountOwner.self, otherwise: .newPrincipal)
}
