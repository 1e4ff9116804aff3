public import Vocabulary

/// The flow that opens the share sheet at the tap on an entry point, with no screen of its own.
public struct DirectShare: SharingFlow {
  public enum Stage: Hashable, Sendable {
    case closed
    /// The link, then the message, are on their way; followed by sharing, or closed on a failure.
    case preparing
    /// The sheet is up; followed by closed.
    case sharing
    /// The creation waits for the network; followed by drained.
    case waiting
    /// The queued link is there, and waits for a tap of the user; followed by sharing.
    case drained
  }

  public private(set) var stage = Stage.closed
  public private(set) var link = LinkProgress.absent
  public private(set) var message: String?
  public private(set) var entry = FlowPolicy.EntryPoint.contextual

  public init() {}

  public var isClosed: Bool { stage == .closed }
}

extension DirectShare {
  public enum Event: SharingFlowEvent {
    /// An entry point was tapped; the link comes along where one is kept and used again.
    case opened(from: FlowPolicy.EntryPoint, cachedLink: String? = nil, isOnline: Bool)
    case linkReady(String)
    case linkFailed
    case linkTimedOut
    case messageComposed(String)
    /// The user answered the word that a queued link is ready.
    case tappedShare
    case sheetClosed(SheetResult)
  }

  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, event) {
    case (.closed, .opened(let entry, let cachedLink, let isOnline)):
      return open(from: entry, cachedLink: cachedLink, isOnline: isOnline, under: policy)
    // Whoever taps again while a creation waits does not queue a second one.
    case (.waiting, .opened(let entry, _, let isOnline)):
      self.entry = entry
      return isOnline ? [] : [.show(.offline)]
    case (.preparing, .linkReady(let link)), (.waiting, .linkReady(let link)):
      guard self.link == .requested || self.link == .queued else {
        return .stay(.requestAbandoned)
      }
      self.link = .ready(link)
      return [.log(.linkCreated(from: entry)), .composeMessage]
    case (.preparing, .linkFailed), (.preparing, .linkTimedOut):
      guard link == .requested else { return .stay(.requestAbandoned) }
      self = DirectShare()
      return [.log(.linkFailed), .show(event == .linkTimedOut ? .linkTimedOut : .linkFailed)]
    // The queue goes on trying.
    case (.waiting, .linkFailed), (.waiting, .linkTimedOut): return []
    case (.preparing, .messageComposed(let message)):
      guard case .ready = link else { return .stay(.linkNotReady) }
      self.message = message
      return present()
    case (.waiting, .messageComposed(let message)):
      guard case .ready = link else { return .stay(.linkNotReady) }
      self.message = message
      stage = .drained
      return [.promptToShare]
    case (.drained, .tappedShare), (.drained, .opened): return present()
    case (.sharing, .sheetClosed(.completed(let target, let wasEdited))):
      let share = InviteEvent.Share(
        channel: policy.share.reportedChannel(for: target), entry: entry, isCustomized: wasEdited)
      self = DirectShare()
      return [.log(.shared(share))] + policy.share.confirm()
    case (.sharing, .sheetClosed(.cancelled)):
      // The record of the invite stays as it was created.
      self = DirectShare()
      return [.log(.shareSheetCancelled)]
    case (.closed, .linkReady), (.closed, .linkFailed), (.closed, .linkTimedOut),
      (.sharing, .linkReady), (.sharing, .linkFailed), (.sharing, .linkTimedOut),
      (.drained, .linkReady), (.drained, .linkFailed), (.drained, .linkTimedOut):
      return .stay(.requestAbandoned)
    case (.closed, .messageComposed), (.closed, .tappedShare), (.closed, .sheetClosed),
      (.preparing, .opened), (.preparing, .tappedShare), (.preparing, .sheetClosed),
      (.sharing, .opened), (.sharing, .messageComposed), (.sharing, .tappedShare),
      (.waiting, .tappedShare), (.waiting, .sheetClosed), (.drained, .messageComposed),
      (.drained, .sheetClosed):
      return .stay(.notPossibleHere)
    }
  }

  private mutating func open(
    from entry: FlowPolicy.EntryPoint, cachedLink: String?, isOnline: Bool,
    under policy: SharingPolicy
  ) -> [SharingAction] {
    guard case .opensSheet = policy.flow.open(from: entry, in: policy.document)
    else { return .stay(.notAnEntryPoint) }
    self.entry = entry
    let opened = SharingAction.log(.flowOpened(from: entry))
    if let cachedLink {
      stage = .preparing
      link = .ready(cachedLink)
      return [opened, .composeMessage]
    }
    if isOnline {
      stage = .preparing
      link = .requested
      return [opened, .createLink(for: []), .log(.linkCreating)]
    }
    guard policy.offline.queuesCreations else { return [opened, .show(.offline)] }
    stage = .waiting
    link = .queued
    return [opened, .show(.offline), .queueCreation, .log(.linkQueued)]
  }

  private mutating func present() -> [SharingAction] {
    guard case .ready(let link) = link, let message else { return .stay(.linkNotReady) }
    stage = .sharing
    return [.presentSheet(message: message, link: link), .log(.shareSheetOpened(channel: nil))]
  }
}

extension DirectShare.Event {
  public var tap: Tap? {
    switch self {
    case .opened: Tap(.entry)
    case .tappedShare: Tap(.screen)
    case .sheetClosed(let result): result.tap
    case .linkReady, .linkFailed, .linkTimedOut, .messageComposed: nil
    }
  }

  public var isClock: Bool { false }
}

extension DirectShare {
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    let answers: [Event] = [
      .linkReady("https://app.example.com/invite/abc123"), .linkFailed, .linkTimedOut,
    ]
    switch stage {
    case .closed: return []
    case .preparing, .waiting:
      if case .ready = link { return [.messageComposed("Join me")] }
      return answers
    case .sharing:
      return ShareTarget.allCases.map { .sheetClosed(.completed($0)) }
        + [.sheetClosed(.cancelled)]
    case .drained: return [.tappedShare]
    }
  }
}

extension SharingRules {
  static let directShare: [Rule] = [
    Rule("P-SND-01", "Trigger point, share sheet, invite sent, confirmation: in this order."),
    Rule("P-SND-03", "The sheet opens with the message and the link already in it."),
    Rule("P-SND-05", "Choosing the channel sends the invite through that channel."),
    Rule("P-SND-07", "The confirmation is a toast: no dialog, no tap."),
    Rule("P-EDG-07", "A dismissed sheet is logged, shows nothing, and leaves the record created."),
    Rule("P-EDG-09", "Offline at the entry point: an inline error."),
    Rule("P-EDG-10", "Offline at the entry point: the creation is queued."),
  ]
}
