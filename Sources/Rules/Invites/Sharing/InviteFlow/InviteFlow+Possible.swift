import Vocabulary

extension InviteFlow {
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    guard !isClosed else { return [] }
    var events = Control.allCases.map(Event.tapped)
    events.append(.connectivityChanged(isOnline: !isOnline))
    events.append(isAway ? .returned(permission.access) : .leftApp)
    switch link {
    case .requested, .queued:
      events += [.linkReady("https://app.example.com/invite/abc123"), .linkFailed, .linkTimedOut]
    case .ready:
      if message == nil { events.append(.messageComposed("Join me")) }
    case .absent, .failed, .timedOut: break
    }
    switch stage {
    case .closed, .preparing: break
    case .picker: events += pickerEvents(under: policy)
    case .message: events.append(.typed("My own words"))
    case .sharing:
      events += [
        .sheetClosed(.completed(.messages)), .sheetClosed(.completed(.copy)),
        .sheetClosed(.completed(nil)), .sheetClosed(.cancelled),
      ]
    case .success: events += [.touched, .timePassed]
    }
    return events
  }

  private func pickerEvents(under policy: SharingPolicy) -> [Event] {
    switch permission.stage {
    case .closed: []
    case .explaining: [.permissionTapped(.allow), .permissionTapped(.skip)]
    case .asking:
      [.authorized, .limited, .denied, .restricted].map(Event.systemAnswered)
    case .linkOnly:
      permission.allowLink(under: policy.permission) == nil ? [] : [.permissionTapped(.allowLink)]
    case .inSettings: [.returned(permission.access), .returned(.authorized)]
    case .reading:
      switch contacts {
      case .unread, .failed: []
      case .loading: [.contactsLoaded(count: 0), .contactsLoaded(count: 3), .contactsFailed]
      case .loaded:
        [.toggled(ContactKey(rawValue: 1)), .searched(visible: 0), .searched(visible: 3)]
      }
    }
  }
}
