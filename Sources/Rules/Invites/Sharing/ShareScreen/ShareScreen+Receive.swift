public import Vocabulary

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
