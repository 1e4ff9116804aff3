public import Vocabulary

extension Journey {
  /// Something that happened to the newcomer, or that the app found out.
  public enum Input: Hashable, Sendable, BitwiseCopyable {
    case installed
    /// The App Clip was opened instead of the store's page.
    case openedAppClip
    case launched
    /// The screen's primary button: "Continue", "Allow Contacts", or a value that was entered.
    case continued
    /// The screen's secondary button: "Not now", or skip.
    case skipped
    /// What the phone verification made of the last thing the newcomer did.
    case phone(PhoneVerification.Outcome)
    /// An account without a phone number was made or found.
    case account(AccountOwner)
    /// What the system says about contacts: the answer to its prompt, or a change in its settings.
    case contacts(ContactsAccess)
    case sync(SyncReport)
    /// There is something to show on the card.
    case found(FirstValuePolicy.Card)
    /// The card was displayed.
    case sawCard(FirstValuePolicy.Card)
    /// What motivated the invite was displayed.
    case sawContent
    /// The first meaningful interaction, whatever the app takes for one.
    case interacted
    /// A friend received an invite that this user sent.
    case inviteDelivered
    case tookPrimaryAction
    /// Something happened that might be an occasion to ask for contacts.
    case occasion(ContactsOccasion)
    /// Inviter and newcomer were connected.
    case connected
  }

  /// What the running sync reports.
  public enum SyncReport: String, CaseIterable, Sendable, BitwiseCopyable {
    case progressed
    case completed
  }
}

/// Whose account a sign-up led to.
public enum AccountOwner: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A new principal, created by this sign-up.
  case newPrincipal
  /// A principal that was there before.
  case knownPrincipal
}
