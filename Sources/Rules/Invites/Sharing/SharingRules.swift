public import Vocabulary

/// The rule book of the sharing flows.
public enum SharingRules {
  public static let all: [Rule] =
    navigation + entryPoints + deepLinks
    + sheets + shareScreen + shareControls + shareLayout + contactInvite + contactButton
    + directShare + permission + picker + sending + outcome + success + history
    + offlineQueue + channels + dashboardChannels + truth + closing + taps
    + precedence + texts + sentences + designTexts + errors
}
