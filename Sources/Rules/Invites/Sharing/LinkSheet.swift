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
