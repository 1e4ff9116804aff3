import Vocabulary

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
