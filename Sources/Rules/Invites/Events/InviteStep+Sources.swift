extension InviteStep {
  /// Whether the link service fires the event, because it is the one that sees the moment.
  public var isServed: Bool {
    switch self {
    case .linkOpened, .deferredResolved, .appInstalled, .signedUp, .connected, .firstValueSeen,
      .onboardingCompleted, .notificationSent:
      true
    default: false
    }
  }

  /// The reason why no simulation fires the event; `nil` for an event that one fires.
  public var reasonNotSimulated: String? {
    switch self {
    case .appUninstalled: "no vocabulary names it"
    case .dashboardViewed, .dashboardContactTapped, .termsViewed:
      "no document says how often inviters open the dashboard"
    case .syncProgressed: "a simulated sync has a beginning and an end, and nothing between them"
    case .screenTapped: "no vocabulary names it; a simulation counts taps"
    case .attributionFailed: "no vocabulary names it; a simulation counts lost credits"
    default: nil
    }
  }
}
