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

/// The sub-machine that the sharing flows embed: an invite link, its message, and their sheet.
///
/// A flow decides when the link is needed and when the sheet opens; its screens are its own.
public struct LinkSheet: Hashable, Sendable {
  /// The entry point that opened the flow; before that a default of the flow.
  public internal(set) var entry: FlowPolicy.EntryPoint
  /// The progress of the invite link; `absent` at first.
  public internal(set) var link = LinkProgress.absent
  /// The message to share; `nil` until it is composed.
  public internal(set) var message: String?
  /// Whether the user changed the composed message.
  public internal(set) var isCustomized = false

  init(entry: FlowPolicy.EntryPoint) {
    self.entry = entry
  }

  /// The link and the message; `nil` until both exist.
  var content: (link: String, message: String)? {
    guard case .ready(let link) = link, let message else { return nil }
    return (link, message)
  }
}

extension LinkSheet {
  /// The host's report about an action that it performed.
  public enum Event: Hashable, Sendable {
    /// The link was created, with this text; ignored unless a link is requested or queued.
    case linkReady(String)
    /// The request for the link failed; a queued link stays queued.
    case linkFailed
    /// The request for the link took too long; a queued link stays queued.
    case linkTimedOut
    /// The message was filled in, with this text.
    case messageComposed(String)
    /// The share sheet was closed, with this result.
    case sheetClosed(SheetResult)
  }

  /// Resets the state for `entry`: with the existing link, a request for one, or without a network.
  mutating func open(
    from entry: FlowPolicy.EntryPoint, cachedLink: String?, isOnline: Bool, queues: Bool = false
  ) -> [SharingAction] {
    self = LinkSheet(entry: entry)
    let opened = [SharingAction.log(.flowOpened, .entry(entry))]
    if let cachedLink {
      link = .ready(cachedLink)
      return opened + [.composeMessage]
    }
    return opened + (isOnline ? request() : refuse(queues: queues))
  }

  mutating func request(for contacts: [ContactKey] = []) -> [SharingAction] {
    link = .requested
    return [.createLink(for: contacts), .log(.linkCreating)]
  }

  /// Reports the missing network; the creation waits for one where the policy has a queue.
  mutating func refuse(queues: Bool) -> [SharingAction] {
    guard queues else { return [.show(.offline)] }
    link = .queued
    return [.show(.offline), .queueCreation, .log(.linkQueued)]
  }

  /// Applies `event`; `composing` requests the message as soon as the link exists.
  mutating func receive(
    _ event: Event, composing: Bool = true, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch event {
    case .linkReady(let link):
      guard self.link == .requested || self.link == .queued else {
        return .stay(.requestAbandoned)
      }
      self.link = .ready(link)
      return [.log(.linkCreated, .entry(entry))] + (composing ? [.composeMessage] : [])
    case .linkFailed: return lose(.failed, showing: .linkFailed)
    case .linkTimedOut: return lose(.timedOut, showing: .linkTimedOut)
    case .messageComposed(let text):
      message = text
      return []
    case .sheetClosed(.completed(let target, let wasEdited)):
      return [shared(to: target, wasEdited: wasEdited, under: policy.share)]
        + policy.share.confirm()
    case .sheetClosed(.cancelled): return [.log(.shareSheetCancelled)]
    }
  }

  private mutating func lose(_ loss: LinkProgress, showing text: ScreenText) -> [SharingAction] {
    switch link {
    case .requested:
      link = loss
      return [.log(.linkFailed), .show(text)]
    // The queue retries.
    case .queued: return []
    case .absent, .ready, .failed, .timedOut: return .stay(.requestAbandoned)
    }
  }

  func present() -> [SharingAction] {
    guard let content else { return .stay(.linkNotReady) }
    return [
      .presentSheet(message: content.message, link: content.link),
      .log(.shareSheetOpened, .channel(nil)),
    ]
  }

  /// Returns the log entry for a completed share.
  func shared(
    to target: ShareTarget?, wasEdited: Bool, recipients: Int? = nil, under policy: SharePolicy
  ) -> SharingAction {
    .log(
      .shared,
      .share(
        InviteEvent.Share(
          channel: policy.reportedChannel(for: target), entry: entry,
          isCustomized: isCustomized || wasEdited, recipients: recipients)))
  }

  /// Discards the message, so that it is composed again with the current facts.
  mutating func discardMessage() {
    message = nil
    isCustomized = false
  }

  /// Returns one example of each awaited answer; `isPresented` while the sheet is up.
  func possibleEvents(isPresented: Bool) -> [Event] {
    if isPresented {
      return ([nil] + ShareTarget.allCases).map { .sheetClosed(.completed($0)) }
        + [.sheetClosed(.cancelled)]
    }
    return switch link {
    case .requested, .queued:
      [.linkReady("https://app.example.com/invite/abc123"), .linkFailed, .linkTimedOut]
    case .ready: message == nil ? [.messageComposed("Join me")] : []
    case .absent, .failed, .timedOut: []
    }
  }
}

/// A sharing flow that embeds a link and its sheet.
public protocol SheetFlow: SharingFlow where Event: SheetFlowEvent {
  /// The embedded state of the link, its message and the entry point.
  var sheet: LinkSheet { get }
}

extension SheetFlow {
  /// The entry point that opened the flow; meaningful only while the flow is open.
  public var entry: FlowPolicy.EntryPoint { sheet.entry }
  /// The progress of the flow's invite link.
  public var link: LinkProgress { sheet.link }
  /// The message to share; `nil` until it is composed.
  public var message: String? { sheet.message }
}

/// An event of a flow that passes on those of its sheet.
public protocol SheetFlowEvent: SharingFlowEvent {
  /// Returns `event`, a report about link, message or sheet, as an event of the flow.
  static func sheet(_ event: LinkSheet.Event) -> Self
}

extension SheetFlowEvent {
  /// Returns the event that the link was created, with the text `link`.
  public static func linkReady(_ link: String) -> Self { .sheet(.linkReady(link)) }
  /// The event that the request for the link failed.
  public static var linkFailed: Self { .sheet(.linkFailed) }
  /// The event that the request for the link took too long.
  public static var linkTimedOut: Self { .sheet(.linkTimedOut) }
  /// Returns the event that the message was filled in as `text`.
  public static func messageComposed(_ text: String) -> Self { .sheet(.messageComposed(text)) }
  /// Returns the event that the share sheet was closed with `result`.
  public static func sheetClosed(_ result: SheetResult) -> Self { .sheet(.sheetClosed(result)) }
}

extension LinkSheet.Event {
  var tap: Tap? {
    if case .sheetClosed(let result) = self { result.tap } else { nil }
  }
}

/// A sharing flow as a state machine: events in, actions out, nothing performed.
///
/// The host performs the actions in their order and reports their results as further events.
public protocol SharingFlow: Hashable, Sendable {
  /// The events of the flow: acts of the user, and results that the host reports.
  associatedtype Event: SharingFlowEvent

  /// Whether the flow is not on the screen: not opened yet, or left.
  var isClosed: Bool { get }

  /// Applies `event` and returns the actions to perform, in order.
  mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction]

  /// Returns one example of each kind of event that may come next; none while the flow is closed.
  func possibleEvents(under policy: SharingPolicy) -> [Event]
}

/// An event of a sharing flow.
public protocol SharingFlowEvent: Hashable, Sendable {
  /// The taps of the user that the event stands for; `nil` for an event without one.
  var tap: Tap? { get }
  /// Whether the event only reports that time has passed.
  var isClock: Bool { get }
}

/// The progress of an invite link.
public enum LinkProgress: Hashable, Sendable {
  /// No link exists, and none is requested.
  case absent
  /// A request is under way; the host reports its result.
  case requested
  /// The link exists; the value is its text.
  case ready(String)
  /// The request failed; one that took too long is `timedOut`.
  case failed
  /// The request took too long and was abandoned.
  case timedOut
  /// The creation waits in the queue for the network.
  case queued

  /// Whether the request for the link failed or timed out.
  var isLost: Bool { self == .failed || self == .timedOut }
}

/// The result of closing the share sheet.
public enum SheetResult: Hashable, Sendable {
  /// The sheet reported a share, which does not prove a send.
  ///
  /// The target is `nil` where the system does not report it. `wasEdited` reports a change made in
  /// the target itself, after the sheet had received the message.
  case completed(ShareTarget?, wasEdited: Bool = false)
  /// The sheet was dismissed without a choice.
  case cancelled
}

/// The settings that the sharing flows follow together.
public struct SharingPolicy: Hashable, Sendable {
  /// The document whose rule ids the decisions name and whose texts are shown.
  public var document = ProfileID.rin
  /// The app's name in the texts, and the host and scheme of its links.
  public var app = AppIdentity.rin
  /// The entry points, the screen that they open, and the use of the address book.
  public var flow = FlowPolicy.rin
  /// The form and lifetime of invite links, and the moment of their creation.
  public var link = LinkPolicy.rin
  /// The behaviour after a completed or cancelled share, and the names of the channels.
  public var share = SharePolicy.rin
  /// The behaviour without a network, with the time-out and the retries of a request.
  public var offline = OfflinePolicy.rin
  /// The moments at which the picker asks for the address book.
  public var permission = PermissionPolicy.rin
  /// The app's memory of contacts that were invited.
  public var history = HistoryPolicy.rin
  /// The limits on a sender's invites; the flows apply the batch size and the soft warning.
  public var limits = LimitPolicy.rin
  /// The precedence among several texts that the document gives for one situation.
  public var copy = CopyPolicy.rin

  /// Creates the settings of the rin profile.
  public init() {}
}

extension SharingPolicy {
  /// The settings of the rin profile, which are the defaults: a share screen, no confirmation.
  public static let rin = SharingPolicy()

  /// The settings of invite-friends-product: the sheet opens at once, and a toast confirms.
  public static let product: SharingPolicy = {
    var policy = SharingPolicy()
    policy.document = .product
    policy.app = .product
    policy.flow = .product
    policy.link = .product
    policy.share = .product
    policy.offline = .product
    policy.permission = .product
    policy.history = .product
    policy.limits = .product
    policy.copy = .product
    return policy
  }()

  /// The settings of invite-friends-design: a picker opens, and a success screen confirms.
  public static let design: SharingPolicy = {
    var policy = SharingPolicy()
    policy.document = .design
    policy.app = .design
    policy.flow = .design
    policy.link = .design
    policy.share = .design
    policy.offline = .design
    policy.permission = .design
    policy.history = .design
    policy.limits = .design
    policy.copy = .design
    return policy
  }()

  /// The texts of the screens under these settings.
  public var texts: TextCatalogue {
    TextCatalogue(document: document, copy: copy, app: app)
  }
}

/// A reason for a flow to do nothing.
public enum StayReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The screen offers nothing of the kind in its present state.
  case notPossibleHere
  /// The profile does not offer this entry point.
  case notAnEntryPoint
  /// The link, or the message for it, does not exist yet.
  case linkNotReady
  /// The answer belongs to a request that was abandoned.
  case requestAbandoned
  /// The selection is empty, and the control needs at least one contact.
  case nothingSelected
  /// The selection has the most contacts that a batch allows; removing one is still possible.
  case batchFull
  /// The button of the contact reads "Invited" and has no effect.
  case alreadyInvited
  /// The moment that the flow waits for is not reached.
  case notDue
}

extension StayReason {
  /// Returns the deciding rule, as `document` numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch (self, document) {
    case (.notPossibleHere, .rin): "SHR-15"
    case (.notPossibleHere, .product): "P-SND-01"
    case (.notPossibleHere, .design): "D-FLW-01"
    case (.notAnEntryPoint, .rin): "NAV-13"
    case (.notAnEntryPoint, .product): "P-SND-02"
    case (.notAnEntryPoint, .design): "D-ENT-05"
    case (.linkNotReady, .rin): "SHR-17"
    case (.linkNotReady, .product): "P-SND-03"
    case (.linkNotReady, .design): "D-FLW-03"
    case (.requestAbandoned, _): "ERR-12"
    case (.nothingSelected, _): "D-SEL-01"
    case (.batchFull, _): "D-SEL-02"
    case (.alreadyInvited, _): "CIV-13"
    case (.notDue, .rin): "SHR-10"
    case (.notDue, .product), (.notDue, .design): "D-SUC-04"
    }
  }
}
