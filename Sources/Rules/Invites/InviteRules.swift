public import Vocabulary

/// The rule book of codes, links, invite records and limits.
public enum LinkRules {
  /// Every rule about codes, links, records and limits, each defined beside its code.
  public static let all: [Rule] =
    codes + minting + contexts + references + forms + reading + writing + destinations + scope
    + timing + creation + screens + requests + records + resolution + lifecycle + limits + advice
    + suggestions + uploads
}

/// The rule book of the sharing flows.
public enum SharingRules {
  /// Every rule about the sharing flows, each defined beside its code.
  public static let all: [Rule] =
    navigation + entryPoints + deepLinks
    + sheets + shareScreen + shareControls + shareLayout + contactInvite + contactButton
    + directShare + permission + picker + sending + outcome + success + history
    + offlineQueue + channels + dashboardChannels + truth + closing + taps
    + precedence + texts + sentences + designTexts + errors
}

/// The rule book of message texts, their length, and preview cards.
public enum MessageRules {
  /// Every rule about texts and preview cards, each defined beside its code.
  public static let all: [Rule] =
    templates + result + composing + choice + length + preview + prompts
}

/// The rule book of event names, properties and identities.
public enum EventRules {
  /// Every rule about event names and properties, each defined beside its code.
  public static let all: [Rule] =
    rinNames + productNames + designNames + particulars + identities + exporting + rinProperties
    + otherProperties + counting + moments
}

/// The rule book of the facts that an inviter is shown.
public enum VisibilityRules {
  /// Every rule about what an inviter sees, each defined beside its code.
  public static let all: [Rule] =
    acceptance + view + dashboard + texts + footer + screen + layout + statusPage
}

/// The rule book of connecting, notifying the inviter, and rewards.
public enum ConnectionRules {
  /// Every rule about connections, pushes and rewards, each defined beside its code.
  public static let all: [Rule] =
    deciding + process + ledger + notifying + push + qualification + rewards + pressure
}
