import Onboarding
import Vocabulary

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
