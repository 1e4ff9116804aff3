public import Vocabulary

/// The flow that opens the share sheet at the tap on an entry point, with no screen of its own.
public struct DirectShare: SheetFlow {
  /// The progress of one share, from the tap on the entry point to the closed sheet.
  public enum Stage: Hashable, Sendable {
    /// Nothing is under way; followed by preparing or waiting.
    case closed
    /// Link, then message, are requested; followed by sharing, or closed on a failure.
    case preparing
    /// The sheet is up; followed by closed.
    case sharing
    /// The creation waits for the network; followed by drained.
    case waiting
    /// The queued link exists, and waits for a tap of the user; followed by sharing.
    case drained
  }

  /// The progress of the share; `closed` at first, and again after a share, cancel or failure.
  public private(set) var stage = Stage.closed
  /// The link and the message; reset when a sheet closes or a link fails.
  public private(set) var sheet = LinkSheet(entry: .contextual)

  /// Creates a flow that is not open yet.
  public init() {}

  /// Whether no share is under way; a queued creation keeps the flow open.
  public var isClosed: Bool { stage == .closed }
}

extension DirectShare {
  /// An act of the user, or a report of the host.
  public enum Event: SheetFlowEvent {
    /// An entry point was tapped; `cachedLink` is the existing link where links are reused.
    case opened(from: FlowPolicy.EntryPoint, cachedLink: String? = nil, isOnline: Bool)
    /// A report of the host about the link, the message or the share sheet.
    case sheet(LinkSheet.Event)
    /// The user tapped the notice that a queued link is ready.
    case tappedShare
  }

  /// Applies `event` and returns the actions to perform, in order; `now` has no effect.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, event) {
    case (.closed, .opened(let entry, let cachedLink, let isOnline)):
      return open(from: entry, cachedLink: cachedLink, isOnline: isOnline, under: policy)
    // Another tap while a creation waits does not queue a second one.
    case (.waiting, .opened(let entry, _, let isOnline)):
      sheet.entry = entry
      return isOnline ? [] : [.show(.offline)]
    case (.drained, .tappedShare), (.drained, .opened): return present()
    case (_, .sheet(let event)): return receive(event, under: policy)
    case (.preparing, .opened), (.sharing, .opened), (.closed, .tappedShare),
      (.preparing, .tappedShare), (.sharing, .tappedShare), (.waiting, .tappedShare):
      return .stay(.notPossibleHere)
    }
  }

  private mutating func receive(
    _ event: LinkSheet.Event, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, event) {
    // The queue retries.
    case (.waiting, .linkFailed), (.waiting, .linkTimedOut): return []
    case (_, .linkReady), (_, .linkFailed), (_, .linkTimedOut):
      let actions = sheet.receive(event, under: policy)
      if sheet.link.isLost { self = DirectShare() }
      return actions
    case (.preparing, .messageComposed), (.waiting, .messageComposed):
      guard case .ready = link else { return .stay(.linkNotReady) }
      _ = sheet.receive(event, under: policy)
      if stage == .preparing { return present() }
      stage = .drained
      return policy.offline.drainedActions
    case (.sharing, .sheetClosed):
      // After a cancel the record of the invite stays as it was created.
      defer { self = DirectShare() }
      return sheet.receive(event, under: policy)
    case (.closed, .messageComposed), (.closed, .sheetClosed), (.preparing, .sheetClosed),
      (.sharing, .messageComposed), (.waiting, .sheetClosed), (.drained, .messageComposed),
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
    let actions = sheet.open(
      from: entry, cachedLink: cachedLink, isOnline: isOnline,
      queues: policy.offline.queuesCreations)
    switch link {
    case .queued: stage = .waiting
    case .ready, .requested: stage = .preparing
    case .absent, .failed, .timedOut: break
    }
    return actions
  }

  private mutating func present() -> [SharingAction] {
    stage = .sharing
    return sheet.present()
  }
}

extension DirectShare.Event {
  /// The tap on the entry point or the notice, or those in the sheet; `nil` for all other reports.
  public var tap: Tap? {
    switch self {
    case .opened: Tap(.entry)
    case .tappedShare: Tap(.screen)
    case .sheet(let event): event.tap
    }
  }

  /// Always `false`: the flow waits for no moment.
  public var isClock: Bool { false }
}

extension DirectShare {
  /// Returns examples of the awaited reports, or the tap on the notice; none while closed.
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    switch stage {
    case .closed: []
    case .preparing, .waiting, .sharing:
      sheet.possibleEvents(isPresented: stage == .sharing).map(Event.sheet)
    case .drained: [.tappedShare]
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
