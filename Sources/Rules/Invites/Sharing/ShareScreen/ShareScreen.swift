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

extension ShareScreen {
  /// The time for which the "Copied" toast stays.
  public static let toastTime = Interval.milliseconds(1_500)

  /// Applies `event` and returns the actions to perform, in order; `now` times the "Copied" toast.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch event {
    case .opened(let entry, let cachedLink, let isOnline):
      return open(from: entry, cachedLink: cachedLink, isOnline: isOnline, under: policy)
    case .sheet(let event): return receive(event, under: policy)
    case .countsLoaded(let counts):
      self.counts = counts
      return []
    case .connectivityChanged(let isOnline): return connectivityChanged(to: isOnline)
    case .tapped(let control): return tap(control, at: now)
    case .typed(let text):
      guard case .editing = stage else { return .stay(.notPossibleHere) }
      stage = .editing(text)
      return []
    case .composeClosed(let sent):
      guard stage == .sharing(.messages) else { return .stay(.notPossibleHere) }
      stage = .sharing(.sheet)
      return receive(.sheetClosed(sent ? .completed(.messages) : .cancelled), under: policy)
    case .timePassed:
      guard case .copied(let until) = stage, now >= until else { return .stay(.notDue) }
      stage = .browsing
      return []
    }
  }

  private mutating func open(
    from entry: FlowPolicy.EntryPoint, cachedLink: String?, isOnline: Bool,
    under policy: SharingPolicy
  ) -> [SharingAction] {
    guard isClosed else { return .stay(.notPossibleHere) }
    guard case .opens(.shareScreen, _) = policy.flow.open(from: entry, in: policy.document)
    else { return .stay(.notAnEntryPoint) }
    // Resets the screen: an edited message does not outlive the visit.
    self = ShareScreen()
    self.isOnline = isOnline
    stage = .browsing
    let actions = sheet.open(from: entry, cachedLink: cachedLink, isOnline: isOnline)
    return link == .requested ? actions : actions + [.showCounts]
  }

  private mutating func receive(
    _ event: LinkSheet.Event, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch event {
    case .linkReady, .linkFailed, .linkTimedOut:
      guard !isClosed, link == .requested else { return .stay(.requestAbandoned) }
      return sheet.receive(event, under: policy) + [.showCounts]
    case .messageComposed(let text):
      guard !isClosed, composed == nil else { return .stay(.notPossibleHere) }
      composed = text
      return sheet.receive(event, under: policy)
    case .sheetClosed:
      guard stage == .sharing(.sheet) else { return .stay(.notPossibleHere) }
      stage = .browsing
      return sheet.receive(event, under: policy)
    }
  }

  private mutating func connectivityChanged(to isOnline: Bool) -> [SharingAction] {
    guard !isClosed, isOnline != self.isOnline else { return .stay(.notPossibleHere) }
    self.isOnline = isOnline
    switch (isOnline, link) {
    case (false, .requested), (false, .failed), (false, .timedOut):
      sheet.link = .absent
      return [.show(.offline)]
    case (true, .absent): return sheet.request()
    case (false, .absent), (false, .ready), (false, .queued), (true, .requested),
      (true, .ready), (true, .failed), (true, .timedOut), (true, .queued):
      return []
    }
  }
}

extension SharingRules {
  static let shareScreen: [Rule] = [
    Rule("SHR-07", "On load: fetch or reuse the link, fill in the message, show the counts."),
    Rule("SHR-10", "\"Copied\" shows for 1.5 s, with a brief haptic."),
    Rule("SHR-15", "The share screen has exactly seven states."),
    Rule("SHR-22", "Offline the cached link is shown; without one, that a connection is needed."),
    Rule("SHR-23", "A cancelled sheet returns silently, and nothing counts as shared."),
    Rule("SHR-24", "An edited message is reported as customised, an unedited one is not."),
    Rule("SHR-25", "Nothing is shared without an act of the user."),
    Rule("SHR-27", "From the third prompt the screen opens normally."),
    Rule("SHR-28", "A message sent from Messages compose is a share by messages."),
    Rule("SHR-31", "The time-out is a variant of the link error, with its own text."),
    Rule("ERR-12", "A request is given up at its time-out; a late answer is not taken."),
    Rule("EDG-01", "Offline on opening: the cached link, or the offline text."),
    Rule("EDG-09", "From the third prompt the share screen opens normally."),
    Rule("PRV-06", "Nothing is ever sent on the user's behalf."),
  ]
}

extension ShareScreen {
  /// Handles a tap on one of the screen's controls.
  mutating func tap(_ control: Control, at now: Instant) -> [SharingAction] {
    switch (stage, control) {
    case (.browsing, .back), (.copied, .back):
      stage = .closed
      return [.goBack]
    case (.browsing, .viewActivity), (.copied, .viewActivity):
      return [.open(.dashboard)]
    case (.browsing, .copy), (.copied, .copy):
      guard case .ready(let link) = link else { return .stay(.linkNotReady) }
      let until = now + Self.toastTime
      stage = .copied(until: until)
      return [
        .copyToClipboard(link), .playHaptic, .showToast(.copied, until: until),
        .wake(at: until), .log(.linkCopied, .entry(entry)),
      ]
    case (.browsing, .edit), (.copied, .edit):
      guard let content = sheet.content else { return .stay(.linkNotReady) }
      stage = .editing(content.message)
      return []
    case (.browsing, .shareVia), (.copied, .shareVia):
      if sheet.content != nil { stage = .sharing(.sheet) }
      return sheet.present()
    case (.browsing, .shareViaMessages), (.copied, .shareViaMessages):
      guard let content = sheet.content else { return .stay(.linkNotReady) }
      stage = .sharing(.messages)
      return [
        .presentMessages(message: content.message), .log(.shareSheetOpened, .channel(.messages)),
      ]
    case (.browsing, .retry), (.copied, .retry):
      guard isOnline, link.isLost else { return .stay(.notPossibleHere) }
      return sheet.request()
    case (.editing(let draft), .save):
      sheet.message = draft
      sheet.isCustomized = draft != composed
      stage = .browsing
      return []
    case (.editing, .cancel):
      stage = .browsing
      return []
    case (.editing, .back):
      stage = .closed
      return [.goBack]
    case (.editing, .copy), (.editing, .edit), (.editing, .retry), (.editing, .shareVia),
      (.editing, .shareViaMessages), (.editing, .viewActivity),
      (.browsing, .save), (.browsing, .cancel), (.copied, .save), (.copied, .cancel),
      (.sharing, _), (.closed, _):
      return .stay(.notPossibleHere)
    }
  }

  /// Returns examples of the events that may come next, with every control whether shown or not;
  /// none while the screen is closed.
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    guard !isClosed else { return [] }
    var events = Control.allCases.map(Event.tapped)
    events.append(.connectivityChanged(isOnline: !isOnline))
    events += sheet.possibleEvents(isPresented: stage == .sharing(.sheet)).map(Event.sheet)
    if counts == nil {
      events.append(.countsLoaded(Dashboard.Figures(sent: 5, installed: 4, completed: 3)))
    }
    switch stage {
    case .closed, .browsing, .sharing(.sheet): break
    case .copied: events.append(.timePassed)
    case .editing: events.append(.typed("My own words"))
    case .sharing(.messages): events += [.composeClosed(sent: true), .composeClosed(sent: false)]
    }
    return events
  }
}

extension SharingRules {
  static let shareControls: [Rule] = [
    Rule("SHR-06", "\"View invite activity\" opens INV4."),
    Rule("SHR-09", "Copy puts the link alone on the clipboard."),
    Rule("SHR-11", "Edit makes the message editable in its place."),
    Rule("SHR-12", "Share via Messages opens Messages compose with the message."),
    Rule("SHR-13", "Share via... hands message and link to the share sheet."),
    Rule("SHR-29", "Cancel discards the edit, Save keeps it for the coming share."),
  ]
}
