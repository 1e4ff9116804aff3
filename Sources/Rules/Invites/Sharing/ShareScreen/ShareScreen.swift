public import Vocabulary

/// The share screen, INV1: link, message, and the ways to share them.
public struct ShareScreen: SheetFlow {
  /// The mode of the screen, with the sheets above it.
  public enum Stage: Hashable, Sendable {
    /// Not opened yet, or left; followed by browsing.
    case closed
    /// May be followed by every other stage.
    case browsing
    /// The "Copied" toast is up until the moment given; all else is as in browsing.
    case copied(until: Instant)
    /// The message is being edited; Save and Cancel lead back to browsing.
    case editing(String)
    /// A sheet of the system is up; it leads back to browsing.
    case sharing(Surface)
  }

  /// A sheet of the system above the screen.
  public enum Surface: Hashable, Sendable {
    /// The share sheet.
    case sheet
    /// The compose sheet of Messages.
    case messages
  }

  /// The seven states that the document lists.
  public enum State: String, CaseIterable, Sendable {
    /// The link is there, and nothing lies above the screen.
    case `default`
    /// A placeholder stands in for the link that is being created.
    case linkLoading
    /// The link failed, or took too long: the second is a variant with its own text.
    case linkError
    /// The message is a field with Save and Cancel, and the keyboard is up.
    case messageEditing
    /// A compose sheet of Messages counts too: the document lists no eighth state.
    case shareSheetOpen
    /// The "Copied" toast is up, and the Copy button bears a checkmark.
    case copyConfirmed
    /// There is no network; a link from before is shown, or the text that one needs a connection.
    case offline
  }

  /// The mode of the screen; `closed` before it is opened and once it is left.
  public internal(set) var stage = Stage.closed
  /// The link and the message; reset at every opening.
  public internal(set) var sheet = LinkSheet(entry: .profile)
  /// The message before the user edited it.
  var composed: String?
  /// The inviter's numbers for the footer; `nil` until the host reports them.
  public internal(set) var counts: Dashboard.Figures?
  /// Whether there is a network, as the host last reported.
  public internal(set) var isOnline = true

  /// Creates a screen that is not open yet.
  public init() {}

  /// Whether the screen is not opened yet, or was left.
  public var isClosed: Bool { stage == .closed }

  /// The state among the seven; `linkLoading` also while the screen is closed.
  public var state: State {
    switch (stage, link) {
    case (.editing, _): .messageEditing
    case (.sharing, _): .shareSheetOpen
    case (.copied, _): .copyConfirmed
    case (.browsing, _) where !isOnline: .offline
    case (.browsing, .failed), (.browsing, .timedOut): .linkError
    case (.browsing, .ready): .default
    case (.browsing, .absent), (.browsing, .requested), (.browsing, .queued), (.closed, _):
      .linkLoading
    }
  }

  /// Whether the keyboard is up, with the cursor in the message.
  public var showsKeyboard: Bool { state == .messageEditing }
}

extension ShareScreen {
  /// An act of the user, or a report of the host.
  public enum Event: SheetFlowEvent {
    /// The screen is opened by a tap on `from`; `cachedLink` is the link of an earlier visit, if
    /// any.
    case opened(from: FlowPolicy.EntryPoint, cachedLink: String?, isOnline: Bool)
    /// A report of the host about the link, the message or the share sheet.
    case sheet(LinkSheet.Event)
    /// The inviter's numbers arrived, which the footer shows.
    case countsLoaded(Dashboard.Figures)
    /// The network was lost, or came back.
    case connectivityChanged(isOnline: Bool)
    /// A control of the screen was tapped.
    case tapped(Control)
    /// The edited message field now contains this text.
    case typed(String)
    /// The compose sheet of Messages was closed, by sending or by cancelling.
    case composeClosed(sent: Bool)
    /// The moment of a `wake` action came.
    case timePassed
  }

  /// A button of the screen, or its link to the dashboard.
  public enum Control: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Leaves the screen, and discards an edit.
    case back
    /// Puts the link on the clipboard, and shows the "Copied" toast.
    case copy
    /// Makes the message editable in its place.
    case edit
    /// Ends the edit, and keeps its text for the coming share.
    case save
    /// Ends the edit, and keeps the message from before.
    case cancel
    /// Requests the link again after a failure or a time-out.
    case retry
    /// Opens the compose sheet of Messages with the message.
    case shareViaMessages
    /// Opens the share sheet with the message and the link.
    case shareVia
    /// Opens the dashboard of invites; the share screen stays below.
    case viewActivity
  }
}

extension ShareScreen.Event {
  /// The tap of the event, with its place; `nil` where none is counted.
  public var tap: Tap? {
    switch self {
    case .opened: Tap(.entry)
    case .tapped: Tap(.screen)
    case .sheet(let event): event.tap
    case .composeClosed: Tap(.sheet)
    // Typing is not a tap: the budgets count none for it.
    case .countsLoaded, .connectivityChanged, .typed, .timePassed: nil
    }
  }

  /// Whether the event is `timePassed`.
  public var isClock: Bool { self == .timePassed }
}
