public import Vocabulary

/// The share screen, INV1: link, message, and the ways to share them.
public struct ShareScreen: SheetFlow {
  /// The mode of the screen, with the sheets above it.
  public enum Stage: Hashable, Sendable {
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

  public enum Surface: Hashable, Sendable {
    case sheet
    /// The compose sheet of Messages.
    case messages
  }

  /// The seven states that the document lists.
  public enum State: String, CaseIterable, Sendable {
    case `default`
    case linkLoading
    /// The link failed, or took too long: the second is a variant with its own text.
    case linkError
    case messageEditing
    /// A compose sheet of Messages counts too: the document lists no eighth state.
    case shareSheetOpen
    case copyConfirmed
    case offline
  }

  public internal(set) var stage = Stage.closed
  public internal(set) var sheet = LinkSheet(entry: .profile)
  /// The message before the user edited it.
  var composed: String?
  public internal(set) var counts: Dashboard.Figures?
  public internal(set) var isOnline = true

  public init() {}

  public var isClosed: Bool { stage == .closed }

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
  public enum Event: SheetFlowEvent {
    /// The screen is opened by a tap on `from`; `cachedLink` is the link of an earlier visit, if
    /// any.
    case opened(from: FlowPolicy.EntryPoint, cachedLink: String?, isOnline: Bool)
    case sheet(LinkSheet.Event)
    case countsLoaded(Dashboard.Figures)
    case connectivityChanged(isOnline: Bool)
    case tapped(Control)
    /// The edited message field now contains this text.
    case typed(String)
    /// The compose sheet of Messages was closed, by sending or by cancelling.
    case composeClosed(sent: Bool)
    case timePassed
  }

  public enum Control: String, CaseIterable, Sendable, BitwiseCopyable {
    case back
    case copy
    case edit
    case save
    case cancel
    case retry
    case shareViaMessages
    case shareVia
    case viewActivity
  }
}

extension ShareScreen.Event {
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

  public var isClock: Bool { self == .timePassed }
}
