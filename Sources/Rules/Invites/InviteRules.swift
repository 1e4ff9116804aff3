public import Vocabulary

/// The rule book of codes, links, invite records and limits.
public enum LinkRules {
  public static let all: [Rule] =
    codes + minting + contexts + references + forms + reading + writing + destinations + scope
    + timing + creation + screens + requests + records + resolution + lifecycle + limits + advice
}

/// The rule book of the sharing flows.
public enum SharingRules {
  public static let all: [Rule] =
    navigation + entryPoints + deepLinks
    + sheets + shareScreen + shareControls + shareLayout + contactInvite + contactButton
    + directShare + permission + picker + sending + outcome + success + history
    + offlineQueue + channels + dashboardChannels + truth + closing + taps
    + precedence + texts + sentences + designTexts + errors
}

/// The rule book of message texts, their length, and preview cards.
public enum MessageRules {
  public static let all: [Rule] =
    templates + result + composing + choice + length + preview + prompts
}

/// The rule book of event names, properties and identities.
public enum EventRules {
  public static let all: [Rule] =
    rinNames + productNames + designNames + particulars + identities + exporting + rinProperties
    + otherProperties + counting
}

/// The rule book of the facts that an inviter is shown.
public enum VisibilityRules {
  public static let all: [Rule] =
    acceptance + view + dashboard + texts + footer + screen + layout + statusPage
}

/// The rule book of connecting, notifying the inviter, and rewards.
public enum ConnectionRules {
  public static let all: [Rule] =
    deciding + process + ledger + notifying + push + qualification + rewards + pressure
}
