/// A situation in which the sharing screens show a text.
public enum ScreenText: String, CaseIterable, Sendable, BitwiseCopyable {
  // Controls
  /// "Share Rin": the title of the share screen and its entry points.
  case shareTitle
  /// "Your Invites": the title of the dashboard.
  case dashboardTitle
  /// "Back", in the navigation bar.
  case back
  /// "Copy", beside the link of the share screen.
  case copy
  /// "Edit", beside the message of the share screen.
  case edit
  /// "Save", while the message is edited.
  case save
  /// "Cancel", while the message is edited.
  case cancel
  /// "Retry", with a failure that can be tried again.
  case retry
  /// "Share via Messages", the primary call to action of the share screen.
  case shareViaMessages
  /// "Share via...", the secondary call to action of the share screen.
  case shareVia
  /// "View invite activity", the link from the share screen to the dashboard.
  case viewActivity
  /// "Invite to Rin", the button on the page of a contact.
  case inviteContact
  /// "Invited", the same button after a share.
  case contactInvited
  /// "On Rin", the badge of a contact who uses the app.
  case onAppBadge
  /// "Invite Friends": the title of the picker, and entry points of product and design.
  case inviteFriends
  /// "Next", from the picker to the message.
  case next
  /// "Send via...", from the message or a merged picker to the share sheet.
  case sendVia
  /// "Share Link", in a picker that lists no contacts.
  case shareLink
  /// "Allow", in the explainer for contacts.
  case allow
  /// "Skip", in the explainer for contacts.
  case skip
  /// "Allow contacts access", the link in a picker without access, or its longer form.
  case allowContacts
  /// "Invite More Friends", on the success screen; its other text is shorter.
  case inviteMore
  /// "Done", on the success screen.
  case done

  // Statements
  /// "Own your network.", on the share screen.
  case slogan
  /// The line about the people to share with, on the share screen.
  case tagline
  /// "Your invite link", the heading of the link.
  case linkLabel
  /// "Message preview", the heading of the message.
  case messageLabel
  /// "Copied", the toast after a tap on Copy.
  case copied
  /// The sentences of the explainer that precedes the system's prompt for contacts.
  case explainer
  /// "Invite sent!" without names; product adds the promise of a notification.
  case inviteSent
  /// The notice that a queued link is ready, after the network came back.
  case linkReadyAgain
  /// The advice that comes with many selected contacts.
  case manyRecipients

  // Failures
  /// The banner for a link that could not be created.
  case linkFailed
  /// The banner for a link that took too long; under design the same text as `linkFailed`.
  case linkTimedOut
  /// The text for a missing network where a link is needed.
  case offline
  /// The banner for a dashboard that could not be loaded.
  case dashboardFailed
  /// The text of the picker for an empty address book.
  case contactsEmpty
  /// The text of the picker for an address book that could not be read.
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

/// One element of a screen as a view model: its content, its spoken form, and whether it is
/// enabled.
public struct ScreenElement: Hashable, Sendable {
  /// The kind of the element, for display and for VoiceOver.
  public enum Role: String, CaseIterable, Sendable {
    /// A text to read, without effect when tapped.
    case text
    /// A drawing without text, named by its label.
    case image
    /// A field with a text, such as the search or the message.
    case field
    /// A place without content so far.
    case placeholder
    /// A control that performs an action when tapped.
    case button
    /// A text that leads elsewhere when tapped.
    case link
    /// A notice of a failure or of a missing network.
    case banner
    /// A notice that disappears by itself.
    case toast
    /// A row of a list, for a contact or an entry point.
    case row
  }

  /// A small drawing beside or instead of the text.
  public enum Symbol: String, CaseIterable, Sendable {
    /// The mark of a completed act or of a selected contact.
    case checkmark
    /// The mark of the app.
    case brandMark
    /// The icon of an entry point.
    case invite
    /// The sign of work under way.
    case spinner
  }

  /// The kind of the element, which decides whether it is interactive.
  public var role: Role
  /// The printed text; empty for a drawing.
  public var text: String
  /// The VoiceOver label.
  public var label: String
  /// The VoiceOver value; `nil` where the label is enough.
  public var value: String?
  /// The drawing beside or instead of the text; `nil` for none.
  public var symbol: Symbol?
  /// Whether the element is available; a disabled one is shown, and has no effect.
  public var isEnabled: Bool
  /// The number of things selected, on a control that shows one.
  public var badge: Int?

  /// Creates an element; without a `label`, VoiceOver speaks the text.
  public init(
    _ role: Role, text: String, label: String? = nil, value: String? = nil,
    symbol: Symbol? = nil, isEnabled: Bool = true, badge: Int? = nil
  ) {
    self.role = role
    self.text = text
    self.label = label ?? text
    self.value = value
    self.symbol = symbol
    self.isEnabled = isEnabled
    self.badge = badge
  }

  /// Whether the user can act on the element.
  public var isInteractive: Bool {
    switch role {
    case .button, .link, .field, .row: true
    case .text, .image, .placeholder, .banner, .toast: false
    }
  }
}
