public import Vocabulary

/// An action that a sharing flow requests from its host.
public enum SharingAction: EventLogging, Hashable, Sendable {
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
  /// Put the invite link on the clipboard, alone and without the message.
  case copyToClipboard(String)
  /// Play the brief haptic that confirms a copy.
  case playHaptic
  /// Show a text in its place on the screen, without a question.
  case show(ScreenText)
  /// Show a text that disappears at `until`; `nil` leaves the time to the host.
  case showToast(ScreenText, until: Instant?)
  /// Show the inviter's numbers in the footer; the answer is `countsLoaded`.
  case showCounts
  /// Show this screen of the app; it may be the one below a sheet that was closed.
  case open(Screen)
  /// Return to the screen that the flow was opened from.
  case goBack
  /// Show the half-sheet with Allow and Skip that precedes the system's prompt for contacts.
  case showExplainer
  /// Show the system's prompt for the address book; the answer is `systemAnswered`.
  case askForContacts
  /// Open the system's Settings, where access can be granted; the answer is `returned`.
  case openSystemSettings
  /// Read the address book into memory; the answer is `contactsLoaded` or `contactsFailed`.
  case loadContacts
  /// Report a failure to read the address book as one reports a crash.
  case reportContactsFailure
  /// Advise, without hindering, that many contacts are selected.
  case warnOfManyRecipients
  /// Remove that advice from the picker: it was dismissed, or fewer contacts are selected.
  case hideWarning
  /// Record on this device that these contacts were invited.
  case rememberInvited([ContactKey])
  /// Put the creation of the link into the queue that waits for the network.
  case queueCreation
  /// Report to the user that a queued link is ready; the user decides about sharing.
  case promptToShare
  /// Send `timePassed` at this moment.
  case wake(at: Instant)
  /// Record the event for reports and exports.
  case log(InviteEvent)
  /// Do nothing, for the reason given.
  case stay(because: StayReason)
}

extension SharingAction {
  /// Whether the action shows a half-sheet, which leaves the screen behind it visible.
  public var isHalfSheet: Bool {
    switch self {
    case .presentSheet, .showExplainer: true
    case .createLink, .composeMessage, .presentMessages, .copyToClipboard, .playHaptic, .show,
      .showToast, .showCounts, .open, .goBack, .askForContacts, .openSystemSettings,
      .loadContacts, .reportContactsFailure, .warnOfManyRecipients, .hideWarning,
      .rememberInvited, .queueCreation, .promptToShare, .wake, .log, .stay:
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
