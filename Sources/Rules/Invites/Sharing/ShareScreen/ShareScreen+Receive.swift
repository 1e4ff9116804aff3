public import Vocabulary

extension ShareScreen {
  /// How long the "Copied" toast stays.
  public static let toastTime = Interval.milliseconds(1_500)

  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch event {
    case .opened(let entry, let cachedLink, let isOnline):
      return open(from: entry, cachedLink: cachedLink, isOnline: isOnline, under: policy)
    case .linkReady(let link): return accept(link)
    case .linkFailed: return loseLink(.failed)
    case .linkTimedOut: return loseLink(.timedOut)
    case .messageComposed(let text):
      guard !isClosed, prefilled == nil else { return .stay(.notPossibleHere) }
      prefilled = text
      message = text
      return []
    case .countsLoaded(let counts):
      self.counts = counts
      return []
    case .connectivityChanged(let isOnline): return connectivityChanged(to: isOnline)
    case .tapped(let control): return tap(control, at: now)
    case .typed(let text):
      guard case .editing = stage else { return .stay(.notPossibleHere) }
      stage = .editing(text)
      return []
    case .sheetClosed(let result): return closeSheet(result, under: policy)
    case .composeClosed(let sent):
      guard stage == .sharing(.messages) else { return .stay(.notPossibleHere) }
      stage = .sharing(.sheet)
      return closeSheet(sent ? .completed(.messages) : .cancelled, under: policy)
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
    // Starts anew: an edited message does not outlive the visit.
    self = ShareScreen()
    self.entry = entry
    self.isOnline = isOnline
    stage = .browsing
    let opened = SharingAction.log(.flowOpened(from: entry))
    if let cachedLink {
      link = .ready(cachedLink)
      return [opened, .composeMessage, .showCounts]
    }
    guard isOnline else { return [opened, .show(.offline), .showCounts] }
    link = .requested
    return [opened, .createLink(for: []), .log(.linkCreating)]
  }

  private mutating func accept(_ link: String) -> [SharingAction] {
    guard !isClosed, self.link == .requested else { return .stay(.requestAbandoned) }
    self.link = .ready(link)
    return [.log(.linkCreated(from: entry)), .composeMessage, .showCounts]
  }

  private mutating func loseLink(_ progress: LinkProgress) -> [SharingAction] {
    guard !isClosed, link == .requested else { return .stay(.requestAbandoned) }
    link = progress
    let text: ScreenText = progress == .timedOut ? .linkTimedOut : .linkFailed
    return [.log(.linkFailed), .show(text), .showCounts]
  }

  private mutating func connectivityChanged(to isOnline: Bool) -> [SharingAction] {
    guard !isClosed, isOnline != self.isOnline else { return .stay(.notPossibleHere) }
    self.isOnline = isOnline
    switch (isOnline, link) {
    case (false, .requested), (false, .failed), (false, .timedOut):
      link = .absent
      return [.show(.offline)]
    case (true, .absent):
      link = .requested
      return [.createLink(for: []), .log(.linkCreating)]
    case (false, .absent), (false, .ready), (false, .queued), (true, .requested),
      (true, .ready), (true, .failed), (true, .timedOut), (true, .queued):
      return []
    }
  }

  private mutating func closeSheet(
    _ result: SheetResult, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard stage == .sharing(.sheet) else { return .stay(.notPossibleHere) }
    stage = .browsing
    switch result {
    case .completed(let target, let wasEdited):
      let share = InviteEvent.Share(
        channel: policy.share.reportedChannel(for: target), entry: entry,
        isCustomized: isCustomized || wasEdited)
      return [.log(.shared(share))] + policy.share.confirm()
    // Silent, whatever the policy calls it: the share screen is where the user was.
    case .cancelled: return [.log(.shareSheetCancelled)]
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
