public import Vocabulary

/// What a sharing flow asks its host to do.
public enum SharingAction: Hashable, Sendable {
  /// Ask for an invite link; the answer is `linkReady`, `linkFailed` or `linkTimedOut`.
  ///
  /// The keys are those of the selected contacts, and empty unless the policy uploads them.
  case createLink(for: [ContactKey])
  /// Fill in the message for the flow's link and recipients; the answer is `messageComposed`.
  case composeMessage
  /// Present the system's share sheet with the message and the link.
  case presentSheet(message: String, link: String)
  /// Present the compose sheet of Messages with the message filled in.
  case presentMessages(message: String)
  case copyToClipboard(String)
  case playHaptic
  /// Show a text in its place on the screen, without a question.
  case show(ScreenText)
  /// Show a text that goes by itself at `until`; `nil` leaves the time to the host.
  case showToast(ScreenText, until: Instant?)
  /// Show the inviter's numbers in the footer; the answer is `countsLoaded`.
  case showCounts
  case open(Screen)
  /// Return to the screen that the flow was opened from.
  case goBack
  case showExplainer
  /// Let the system ask for the address book; the answer is `systemAnswered`.
  case askForContacts
  case openSystemSettings
  /// Read the address book into memory; the answer is `contactsLoaded` or `contactsFailed`.
  case loadContacts
  /// Report a failure to read the address book as one reports a crash.
  case reportContactsFailure
  /// Advise, without hindering, that many contacts are selected.
  case warnOfManyRecipients
  /// Note on this device that these contacts were invited.
  case rememberInvited([ContactKey])
  /// Put the creation of the link into the queue that waits for the network.
  case queueCreation
  /// Tell the user that a queued link is ready, and leave the sharing to them.
  case promptToShare
  /// Send `timePassed` at this moment.
  case wake(at: Instant)
  case log(InviteEvent)
  /// Do nothing, for the reason given.
  case stay(because: StayReason)
}

extension SharingAction {
  /// Whether what comes up is a half-sheet, which leaves the screen behind it in sight.
  public var isHalfSheet: Bool {
    switch self {
    case .presentSheet, .showExplainer: true
    case .createLink, .composeMessage, .presentMessages, .copyToClipboard, .playHaptic, .show,
      .showToast, .showCounts, .open, .goBack, .askForContacts, .openSystemSettings,
      .loadContacts, .reportContactsFailure, .warnOfManyRecipients, .rememberInvited,
      .queueCreation, .promptToShare, .wake, .log, .stay:
      false
    }
  }
}

extension [SharingAction] {
  static func stay(_ reason: StayReason) -> [SharingAction] { [.stay(because: reason)] }
}

extension SharingRules {
  static let sheets: [Rule] = [
    Rule("SHR-20", "Share sheet open: entered by Share via..., as a half-sheet.")
  ]
}
