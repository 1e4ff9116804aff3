import Vocabulary

extension ShareScreen {
  /// Answers a tap on one of the screen's controls.
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
        .wake(at: until), .log(.linkCopied(from: entry)),
      ]
    case (.browsing, .edit), (.copied, .edit):
      guard let content else { return .stay(.linkNotReady) }
      stage = .editing(content.message)
      return []
    case (.browsing, .shareVia), (.copied, .shareVia):
      guard let content else { return .stay(.linkNotReady) }
      stage = .sharing(.sheet)
      return [
        .presentSheet(message: content.message, link: content.link),
        .log(.shareSheetOpened(channel: nil)),
      ]
    case (.browsing, .shareViaMessages), (.copied, .shareViaMessages):
      guard let content else { return .stay(.linkNotReady) }
      stage = .sharing(.messages)
      return [
        .presentMessages(message: content.message), .log(.shareSheetOpened(channel: .messages)),
      ]
    case (.browsing, .retry), (.copied, .retry):
      guard isOnline, link == .failed || link == .timedOut else {
        return .stay(.notPossibleHere)
      }
      link = .requested
      return [.createLink(for: []), .log(.linkCreating)]
    case (.editing(let draft), .save):
      message = draft
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

  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    guard !isClosed else { return [] }
    var events = Control.allCases.map(Event.tapped)
    events.append(.connectivityChanged(isOnline: !isOnline))
    if link == .requested {
      events += [.linkReady("https://rin.app/invite/a3Xk9m2Q"), .linkFailed, .linkTimedOut]
    }
    if case .ready(let link) = link, prefilled == nil { events.append(.messageComposed(link)) }
    if counts == nil {
      events.append(.countsLoaded(Dashboard.Figures(sent: 5, installed: 4, completed: 3)))
    }
    switch stage {
    case .closed, .browsing: break
    case .copied: events.append(.timePassed)
    case .editing: events.append(.typed("My own words"))
    case .sharing(.messages): events += [.composeClosed(sent: true), .composeClosed(sent: false)]
    case .sharing(.sheet):
      events += ShareTarget.allCases.map { .sheetClosed(.completed($0)) }
      events += [.sheetClosed(.completed(nil)), .sheetClosed(.cancelled)]
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
