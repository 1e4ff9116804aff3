/// A situation in which the sharing screens show a text.
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

  // Statements
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

  // Failures
  case linkFailed
  case linkTimedOut
  case offline
  case dashboardFailed
  case contactsEmpty
  case contactsFailed
}

extension ScreenText {
  /// Whether the text reports a failure or a lack, and so must name a remedy.
  public var tellsOfTrouble: Bool {
    let troubles: [ScreenText] = [
      .linkFailed, .linkTimedOut, .offline, .dashboardFailed, .contactsEmpty, .contactsFailed,
    ]
    return troubles.contains(self)
  }
}
