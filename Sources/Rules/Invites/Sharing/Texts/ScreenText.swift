/// A situation in which the sharing screens say something.
public enum ScreenText: String, CaseIterable, Sendable, BitwiseCopyable {
  // Controls
  case shareTitle
  case dashboardTitle
  case back
  case copy
  case edit
  case save
  case cancel
  case retry
  case shareViaMessages
  case shareVia
  case viewActivity
  case inviteContact
  case contactInvited
  case onAppBadge
  case inviteFriends
  case next
  case sendVia
  case shareLink
  case allow
  case skip
  case allowContacts
  case inviteMore
  case done

  // What the screens tell
  case slogan
  case tagline
  case linkLabel
  case messageLabel
  case copied
  case explainer
  case inviteSent
  case linkReadyAgain
  /// The advice that comes with many selected contacts.
  case manyRecipients

  // What went wrong
  case linkFailed
  case linkTimedOut
  case offline
  case dashboardFailed
  case contactsEmpty
  case contactsFailed
}

extension ScreenText {
  /// Whether the text tells of a failure or a lack, and so must say what can be done.
  public var tellsOfTrouble: Bool {
    switch self {
    case .linkFailed, .linkTimedOut, .offline, .dashboardFailed, .contactsEmpty, .contactsFailed:
      true
    case .shareTitle, .dashboardTitle, .back, .copy, .edit, .save, .cancel, .retry,
      .shareViaMessages, .shareVia, .viewActivity, .inviteContact, .contactInvited, .onAppBadge,
      .inviteFriends, .next, .sendVia, .shareLink, .allow, .skip, .allowContacts, .inviteMore,
      .done, .slogan, .tagline, .linkLabel, .messageLabel, .copied, .explainer, .inviteSent,
      .linkReadyAgain, .manyRecipients:
      false
    }
  }
}
