internal import HomeSections
public import Invites
public import Onboarding
public import Vocabulary

/// An event that a document names, with the commands that fire it.
public struct ListedEvent: Hashable, Sendable {
  /// A command that fires events.
  public enum Source: String, CaseIterable, Sendable {
    /// The simulator, for the people of a scenario.
    case simulate
    /// The link service, for its users.
    case serve
    /// The decisions about the home tab, which the simulator lives with, and does not tap.
    case home = "decide home"
  }

  /// The name in the vocabulary.
  public let name: String
  /// The steps of the invite loop that have the name: a share and a copied link may have one; an
  /// event of the home tab is none.
  public internal(set) var steps: [InviteStep]
  /// The commands that fire it.
  public let sources: [Source]
  /// The reason why no simulation fires it; `nil` for an event that one fires.
  public let reason: String?
}

extension ListedEvent {
  /// Returns every name of a vocabulary, in the order of the steps.
  public static func all(in vocabulary: ProfileID) -> [ListedEvent] {
    var events: [ListedEvent] = []
    for step in InviteStep.allCases {
      guard let name = step.name(in: vocabulary) else { continue }
      if let place = events.firstIndex(where: { $0.name == name.primary }) {
        events[place].steps.append(step)
      } else {
        events.append(ListedEvent(name.primary, step))
      }
      events += name.aliases.map { ListedEvent($0, step, insteadOf: name.primary) }
    }
    return vocabulary == .rin ? events + HomeEvent.names.map { ListedEvent(ofHome: $0) } : events
  }

  private init(ofHome name: String) {
    self.name = name
    steps = []
    sources = [.home]
    reason = "a simulation has no taps on the home tab"
  }

  private init(_ name: String, _ step: InviteStep) {
    self.name = name
    steps = [step]
    reason = step.reasonNotSimulated
    sources = (reason == nil ? [.simulate] : []) + (step.isServed ? [.serve] : [])
  }

  private init(_ name: String, _ step: InviteStep, insteadOf exported: String) {
    self.name = name
    steps = [step]
    reason = "the document's other name for \(exported)"
    sources = []
  }
}

extension JourneyEvent {
  /// The step of the invite loop that the event is; `nil` for an offer, which is none.
  public var inviteStep: InviteStep? {
    switch self {
    case .signUpStarted: .signUpStarted
    case .phoneSubmitted: .phoneSubmitted
    case .phoneVerified: .phoneVerified
    case .contactsPromptShown: .contactsPromptShown
    case .permissionGranted: .permissionGranted
    case .permissionDenied: .permissionDenied
    case .syncStarted: .syncStarted
    case .syncProgressed: .syncProgressed
    case .syncCompleted: .syncCompleted
    case .basicsCompleted: .basicsCompleted
    case .defaultsSet: .defaultsSet
    case .firstValueGenerated: .firstValueGenerated
    case .firstSessionPrimaryAction: .firstSessionPrimaryAction
    case .onboardingStarted: .onboardingStarted
    case .onboardingCompleted: .onboardingCompleted
    case .signedUp: .signedUp
    case .firstValueSeen: .firstValueSeen
    case .connectionSuggested: nil
    case .connected: .connected
    }
  }
}
