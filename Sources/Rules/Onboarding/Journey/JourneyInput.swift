public import Vocabulary

extension Journey {
  /// An event of the newcomer, or a finding of the app.
  public enum Input: Hashable, Sendable, BitwiseCopyable {
    /// The app was installed; a first launch implies it.
    case installed
    /// The App Clip was opened instead of the store's page.
    case openedAppClip
    /// The app was launched for the first time.
    case launched
    /// The screen's primary button: "Continue", "Allow Contacts", or a value that was entered.
    case continued
    /// The screen's secondary button: "Not now", or skip.
    case skipped
    /// The result of the phone verification for the newcomer's last action.
    case phone(PhoneVerification.Outcome)
    /// An account without a phone number was created or found.
    case account(AccountOwner)
    /// The system's access to contacts: the answer to its prompt, or a change in its settings.
    case contacts(ContactsAccess)
    /// The running sync reported progress or its end.
    case sync(SyncReport)
    /// The card has content.
    case found(FirstValuePolicy.Card)
    /// The card was displayed.
    case sawCard(FirstValuePolicy.Card)
    /// The subject of the invite was displayed.
    case sawContent
    /// The first meaningful interaction, as the app defines it.
    case interacted
    /// A friend received an invite that this user sent.
    case inviteDelivered
    /// The user took the primary action of home.
    case tookPrimaryAction
    /// A possible occasion to ask for contacts.
    case occasion(ContactsOccasion)
    /// Inviter and newcomer were connected.
    case connected
  }

  /// The report of a running sync.
  public enum SyncReport: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Part of the contacts is done; it may be reported any number of times.
    case progressed
    /// All contacts are done.
    case completed
  }
}

/// The owner of the account that a sign-up led to.
public enum AccountOwner: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A new principal, created by this sign-up.
  case newPrincipal
  /// A principal that was there before.
  case knownPrincipal
}
