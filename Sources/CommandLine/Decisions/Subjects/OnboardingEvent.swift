import Onboarding
import Vocabulary

/// An event of a newcomer, as a case of onboarding describes it.
struct OnboardingEvent {
  enum Kind: String, CaseIterable {
    case launched, installed, openedAppClip, continued, skipped
    case number, newCode, otherNumber, wrongCode, rightCode, account
    case contacts, sync, found, sawCard, sawContent, interacted, inviteDelivered, primaryAction
    case occasion, connected
  }

  private enum Happening {
    case onJourney(Journey.Input)
    /// An action on the phone number; the verification turns it into an input of the journey.
    case onPhone(PhoneVerification.Input)
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
        screen == .phoneNumber || screen == .code
          ? phone.receive(input, at: now, under: rules.limits) : .nothingExpected)
    }
  }
}

private func owner(_ reader: CaseReader) -> AccountOwner {
  reader.choice("owner", AccountOwner.self, otherwise: .newPrincipal)
}
